import SystemPackage

@testable import UTIFileCoordination

extension World {
  /// The questions of an access to the presenters of another process.
  struct GuestConversation: Hashable {
    let access: Int
    let process: Int
    let items: [ClaimedItem]
    let asksForChanges: Bool
    /// The question without an answer.
    var question: CoordinationState.Question?
    var number: Number?
    var isAsked = false
    var isRefused = false
    /// The new place of the items, of which the process has not heard yet.
    var move: [Int]?
    var isEnding = false
    var isOver = false
  }

  /// The documents of a process at the place of one of the items.
  private func concerned(_ items: [ClaimedItem], in process: Int, except own: Int?) -> [Int] {
    documents.indices.filter { index in
      index != own && documents[index].process == process
        && items.contains { $0.path == Self.places[presented(index)] }
    }
  }

  /// Asks presenters for an access, in all processes at the same time.
  mutating func ask(_ question: CoordinationState.Question, _ index: Int) {
    let access = accesses[index]
    let state = processes[access.process]
    let items = state.items(of: access.number)
    accesses[index].items = items
    if question == .relinquish, !state.isDelegate(access.number) {
      for process in processes.indices
      where process != access.process && documents.contains(where: { $0.process == process }) {
        guests.append(
          GuestConversation(
            access: index, process: process, items: items,
            asksForChanges: access.description.asksToPrepare))
      }
    }
    var awaitsPeers = false
    for position in guests.indices where guests[position].access == index {
      guests[position].question = question
      awaitsPeers = true
    }
    send(
      question, for: access.number,
      to: concerned(items, in: access.process, except: access.document),
      asksForChanges: access.description.asksToPrepare, in: access.process, awaitsPeers: awaitsPeers
    )
  }

  private mutating func send(
    _ question: CoordinationState.Question, for number: Number, to addressees: [Int],
    asksForChanges: Bool, in process: Int, awaitsPeers: Bool = false
  ) {
    let addressees = question == .prepare && !asksForChanges ? [] : addressees
    processes[process].ask(
      number, question,
      addressees.map { index in
        CoordinationState.Addressee(
          Self.presenter(index), executors: [.queue(Self.presenter(index))])
      }, awaitsPeers: awaitsPeers)
    for (position, index) in addressees.enumerated() {
      let asked = Question(number: number, position: position)
      documents[index].messages.append(
        question == .relinquish ? .relinquish(asked) : .prepare(asked))
    }
  }

  /// Lets another process answer an access.
  mutating func advance(guest index: Int) -> Bool {
    let guest = guests[index]
    if let move = guest.move {
      follow(move, in: guest.process)
      guests[index].move = nil
      return true
    }
    if let question = guest.question {
      guard let number = guest.number else {
        let present = concerned(guest.items, in: guest.process, except: nil)
        if present.isEmpty {
          guests[index].question = nil
        } else {
          guests[index].number = processes[guest.process].admit(guest.items)
        }
        return true
      }
      guard guest.isAsked else {
        send(
          question, for: number, to: concerned(guest.items, in: guest.process, except: nil),
          asksForChanges: guest.asksForChanges, in: guest.process)
        guests[index].isAsked = true
        return true
      }
      guard processes[guest.process].isAnswered(number) else {
        return false
      }
      guests[index].isRefused =
        processes[guest.process].guests.first { $0.number == number }?.enquiry?.isRefused ?? false
      processes[guest.process].endEnquiry(number)
      guests[index].question = nil
      guests[index].isAsked = false
      return true
    }
    guard guest.isEnding else { return false }
    if let number = guest.number { processes[guest.process].dismiss(number) }
    guests[index].isOver = true
    return true
  }

  /// Announces a move to all processes while the items are locked.
  mutating func announceMove(_ index: Int, from place: Int, to target: Int) {
    follow([place, target], in: accesses[index].process)
    for position in guests.indices where guests[position].access == index {
      guests[position].move = [place, target]
    }
  }

  private mutating func follow(_ move: [Int], in process: Int) {
    let followers = documents.indices.filter {
      documents[$0].process == process && presented($0) == move[0]
    }
    processes[process].move(
      Self.places[move[0]], to: Self.places[move[1]], notifying: followers.map(Self.presenter))
    for index in followers { documents[index].messages.append(.moved(to: move[1])) }
  }
}
