import Foundation
import Testing

@testable import UniformFoundationAdditions

/// The language of Apple's Predicate Programming Guide.
@Suite("Predicates with a format") struct PredicateFormats {
  private struct Row {
    let format: String
    let arguments: [Any]
    let isTrue: Bool

    init(_ isTrue: Bool, _ format: String, _ arguments: Any...) {
      self.format = format
      self.arguments = arguments
      self.isTrue = isTrue
    }
  }

  private static let date = Date(timeIntervalSince1970: 1000)

  private static var object: [String: Any] {
    [
      "name": "Résumé.note", "size": 10, "ratio": 1.5, "on": true, "day": date,
      "tree": ["public.text", "public.data"], "sizes": [1, 2, 3], "nothing": NSNull(),
      "owner": ["name": "Ada", "age": 36] as [String: Any], "with.dot": 1, "any": 5,
      "empty": [Int](),
      "url": URL(filePath: "/a"), "optional": Int?.some(4) as Any,
    ]
  }

  private static var rows: [Row] {
    [
      // Constants and compounds.
      Row(true, "TRUEPREDICATE"), Row(false, "FALSEPREDICATE"), Row(true, "truepredicate"),
      Row(false, "NOT TRUEPREDICATE"), Row(true, "!FALSEPREDICATE"),
      Row(true, "TRUEPREDICATE OR FALSEPREDICATE AND FALSEPREDICATE"),
      Row(false, "(TRUEPREDICATE OR FALSEPREDICATE) AND FALSEPREDICATE"),
      Row(true, "TRUEPREDICATE || FALSEPREDICATE && FALSEPREDICATE"),
      Row(false, "NOT FALSEPREDICATE AND FALSEPREDICATE"),
      Row(true, "NOT (FALSEPREDICATE AND FALSEPREDICATE)"), Row(true, "! ! ((TRUEPREDICATE))"),
      // Numbers, and all spellings of the signs.
      Row(true, "size == 10"), Row(true, "size = 10"), Row(false, "size != 10"),
      Row(false, "size <> 10"), Row(true, "size > 9"), Row(true, "size>=10"),
      Row(true, "size => 10"),
      Row(false, "size < 10"), Row(true, "size <= 10"), Row(true, "size =< 10.5"),
      Row(true, "ratio == 1.5"), Row(true, "ratio > -2"), Row(true, "10 == size"),
      Row(true, "size == %d", 10), Row(true, "size == %ld AND ratio == %f", 10, 1.5),
      Row(true, "size == %@", NSNumber(value: 10)), Row(true, "on == YES"), Row(true, "on == true"),
      Row(false, "on == NO"), Row(true, "on == %@", true), Row(true, "optional == 4"),
      Row(true, "size BETWEEN {1, 10}"), Row(false, "size BETWEEN %@", [11, 12]),
      Row(false, "size < 'a'"), Row(false, "size == '10'"),
      // Dates and other values.
      Row(true, "day == %@", date), Row(true, "day < %@", date + 1),
      Row(false, "day > %@", date as NSDate), Row(true, "url == %@", URL(filePath: "/a")),
      // Missing values.
      Row(true, "absent == NULL"), Row(true, "absent == nil"), Row(true, "nothing == %@", NSNull()),
      Row(true, "size != nil"), Row(true, "owner != nil"), Row(false, "owner == nil"),
      Row(false, "absent > 1"), Row(false, "absent == 1"),
      // Strings.
      Row(true, "name == 'Résumé.note'"), Row(true, "name == \"Résumé.note\""),
      Row(false, "name == 'résumé.note'"), Row(true, "name ==[c] 'résumé.NOTE'"),
      Row(false, "name ==[c] 'resume.note'"), Row(true, "name ==[cd] 'resume.note'"),
      Row(true, "name BEGINSWITH 'Rés'"), Row(true, "name beginswith[dc] 'RES'"),
      Row(true, "name ENDSWITH '.note'"), Row(false, "name ENDSWITH '.Note'"),
      Row(true, "name ENDSWITH[c] '.NOTE'"), Row(true, "name CONTAINS 'sum'"),
      Row(true, "name contains[cd] 'SUME'"), Row(true, "name > 'A'"), Row(false, "name IN 'Rés'"),
      Row(true, "'Rés' IN name"), Row(false, "SELF.name == nil"), Row(true, "self.size == 1.0e+1"),
      // LIKE and MATCHES.
      Row(true, "name LIKE '*.note'"), Row(false, "name LIKE '*.Note'"),
      Row(true, "name LIKE[c] '*.NOTE'"), Row(true, "name like[cd] 'resum?.*'"),
      Row(false, "name LIKE 'Résumé'"), Row(true, "name LIKE '*é*é*'"), Row(false, "'ab' LIKE 'a'"),
      Row(true, "'a*b' LIKE 'a\\\\*b'"), Row(false, "'axb' LIKE 'a\\\\*b'"),
      Row(true, "'' LIKE '*'"),
      Row(false, "'' LIKE '?'"), Row(true, "'mississippi' LIKE '*iss*ip*'"),
      Row(true, "name MATCHES '.*[.]note'"), Row(false, "name MATCHES 'note'"),
      Row(true, "name MATCHES[c] 'r.*|x'"), Row(true, "name LIKE %@", "*.note"),
      // Key paths.
      Row(true, "%K == %@", "owner.name", "Ada"), Row(true, "owner.age >= 36"),
      Row(true, "%K == 1", "with.dot"), Row(true, "#any == 5"), Row(true, "%K == 5", "any"),
      Row(true, "'%K' == %@", "%K"), Row(false, "owner.absent.first == 'Ada' OR owner.absent == 1"),
      // Lists.
      Row(true, "size IN {1, 10}"), Row(true, "name IN %@", ["a", "Résumé.note"]),
      Row(true, "name IN[cd] %@", ["RESUME.NOTE"]), Row(false, "size IN %@", [Int]()),
      Row(true, "size IN %@", Set([10])), Row(true, "tree == 'public.text'"),
      Row(false, "tree != 'public.data'"), Row(true, "tree != 'public.image'"),
      Row(true, "tree LIKE 'public.*'"), Row(true, "tree CONTAINS 'public.data'"),
      Row(true, "ANY tree BEGINSWITH 'public.t'"), Row(true, "SOME sizes > 2"),
      Row(false, "ALL sizes > 2"), Row(true, "ALL sizes > 0"), Row(true, "NONE sizes > 3"),
      Row(false, "ANY empty == 1"), Row(true, "ALL empty == 1"), Row(true, "ANY sizes IN {3, 4}"),
      Row(true, "sizes == %@", [1, 2, 3]),
    ]
  }

  @Test func `Each format holds or does not, as Apple's guide says`() {
    #expect(Self.rows.count > 90)
    for row in Self.rows {
      let predicate = NSPredicate(format: row.format, argumentArray: row.arguments)
      #expect(predicate.evaluate(with: Self.object) == row.isTrue, "\(row.format) \(row.arguments)")
    }
  }

  @Test func `Arguments follow the format, SELF is the object, and variables have values later`() {
    #expect(
      NSPredicate(format: "%K LIKE '*.note' AND size > %d", "name", 5).evaluate(with: Self.object))
    #expect(NSPredicate(format: "SELF BEGINSWITH %@", "a").evaluate(with: "abc"))
    #expect(!NSPredicate(format: "name == 'a'").evaluate(with: nil))
    let variable = NSPredicate(format: "size == $SIZE")
    #expect(variable.evaluate(with: Self.object, substitutionVariables: ["SIZE": 10]))
    #expect(!variable.evaluate(with: Self.object, substitutionVariables: ["SIZE": 11]))
    let array: NSArray = ["a", "b", "ab"]
    let found = array.filtered(using: NSPredicate(format: "SELF CONTAINS 'a'"))
    #expect(found as? [String] == ["a", "ab"])
  }

  struct Refusal: CustomTestStringConvertible, Sendable {
    let format: String
    let message: String
    let offset: Int
    var argumentCount = 0
    var testDescription: String { String(format.prefix(40)) }
  }

  static let refusals = [
    Refusal(format: "", message: "a key or a value is expected", offset: 0),
    Refusal(
      format: String(repeating: "(", count: 100_000), message: "there are more than 256 levels",
      offset: 256),
    Refusal(
      format: String(repeating: "NOT ", count: 100_000), message: "there are more than 256 levels",
      offset: 1024),
    Refusal(format: "name", message: "an operator such as == or LIKE is expected", offset: 4),
    Refusal(format: "name ==", message: "a key or a value is expected", offset: 7),
    Refusal(format: "name == 'a", message: "the quotation mark has no partner", offset: 8),
    Refusal(format: "(name == 1", message: "')' is expected", offset: 10),
    Refusal(format: "name == 1)", message: "AND, OR or the end is expected", offset: 9),
    Refusal(format: "name == 1 name == 2", message: "AND, OR or the end is expected", offset: 10),
    Refusal(format: "name ==[x] 'a'", message: "the options c and d are expected", offset: 8),
    Refusal(format: "name ==[c 'a'", message: "']' is expected", offset: 10),
    Refusal(format: "name IN {1 2}", message: "',' is expected", offset: 11),
    Refusal(format: "name == 1x", message: "'1x' is not a number", offset: 8),
    Refusal(format: "name ~ 1", message: "a name is expected, not '~'", offset: 5),
    Refusal(format: "name == $", message: "a name is expected, not the end", offset: 9),
    Refusal(format: "name == %@", message: "the argument is missing", offset: 8),
    Refusal(format: "name == 1", message: "1 arguments for 0 places", offset: 0, argumentCount: 1),
    Refusal(
      format: "%K == 1", message: "the argument of %K is not a string", offset: 0, argumentCount: 1),
    Refusal(
      format: "name == %y", message: "'%' is expected with K, @ or a specifier of a number",
      offset: 8),
    Refusal(format: "name MATCHES '('", message: "'(' is not a regular expression", offset: 13),
    Refusal(
      format: "AND == 1", message: "a key or a value is expected, not AND; write #AND for a key",
      offset: 0),
    Refusal(
      format: "SUBQUERY(a, $x, $x == 1)",
      message: "SUBQUERY is not supported; use NSPredicate(block:)", offset: 0),
  ]

  @Test(arguments: refusals)
  func `A wrong format is refused with its place`(_ refusal: Refusal) {
    let error = #expect(throws: PredicateFormatError.self) {
      try PredicateFormat(
        refusal.format, arguments: Array(repeating: 1, count: refusal.argumentCount))
    }
    #expect(error == PredicateFormatError(message: refusal.message, offset: refusal.offset))
  }

  @Test func `A wrong format, and a key of another object, end the program with a message`()
    async throws
  {
    let wrong = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = NSPredicate(format: "name ==")
    }
    let text = String(decoding: try #require(wrong).standardErrorContent, as: UTF8.self)
    #expect(
      text.contains("NSPredicate(format: \"name ==\"): a key or a value is expected, after 7"))
    let other = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = NSPredicate(format: "length == 1").evaluate(with: "a")
    }
    let reason = String(decoding: try #require(other).standardErrorContent, as: UTF8.self)
    #expect(reason.contains("not 'length' of a String"))
  }

  @Test func `Descriptors order by the values of a key, and missing values come first`() {
    let objects: [NSDictionary] = [["a": 2], ["a": 10], [:], ["a": 1]]
    let ascending = NSSortDescriptor(key: "a", ascending: true)
    let sorted = objects.sorted { ascending.compare($0, to: $1) == .orderedAscending }
    #expect(sorted == [[:], ["a": 1], ["a": 2], ["a": 10]])
    let descending = NSSortDescriptor(key: nil, ascending: false)
    #expect(descending.compare("a" as NSString, to: "b" as NSString) == .orderedDescending)
  }
}
