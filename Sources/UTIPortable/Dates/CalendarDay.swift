/// Days of the Gregorian calendar.
package enum CalendarDay {
  /// The days since the beginning of 1970, also for a year before it.
  package static func number(year: Int, month: Int, day: Int) -> Int {
    // Years begin in March, so the leap day is last.
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
