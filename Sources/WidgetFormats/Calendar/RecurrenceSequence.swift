import WidgetModel

/// The moments of a rule in wall-clock time, in order. The event's start is always the first (RFC 5545, 3.8.5.3).
struct RecurrenceSequence: Sendable {
  private let rule: RecurrenceRule
  private let start: Int
  private let periods: RecurrencePeriods

  /// - Parameter start: Seconds since 1970 in wall-clock time, in the years 1 to 9999.
  init(_ rule: RecurrenceRule, start: Int) {
    self.rule = rule
    self.start = start
    periods = RecurrencePeriods(rule, start: start)
  }

  /// Visits the moments in a range until `visit` returns false. The visitor checks UNTIL.
  ///
  /// - Parameter steps: The remaining work: each visited period takes a step (a year twelve), and so does each moment.
  ///   The walk ends early at 0.
  func walk(_ range: ClosedRange<Int>, steps: inout Int, _ visit: (_ local: Int) -> Bool) {
    guard start <= range.upperBound else { return }
    if range.contains(start), !visit(start) { return }
    // The remaining count, including the start.
    var left = (rule.count ?? .max) - 1
    var index = 0
    if rule.count == nil || periods.areSingle {
      index = periods.index(at: range.lowerBound)
      if index > 0, let count = rule.count { left = count - index }
    }
    while left > 0, let begin = periods.begin(index), begin <= range.upperBound {
      steps -= rule.frequency == .yearly ? 12 : 1
      guard steps > 0 else { return }
      let (content, nothingBefore) = periods.content(begin)
      if let content, !visitContent(content, range, &left, &steps, visit) { return }
      index = max(index + 1, nothingBefore.map { firstIndex(from: $0) } ?? 0)
    }
  }

  /// Returns false once the walk is over.
  private func visitContent(
    _ content: RecurrencePeriods.Content, _ range: ClosedRange<Int>, _ left: inout Int, _ steps: inout Int,
    _ visit: (_ local: Int) -> Bool
  ) -> Bool {
    if !rule.positions.isEmpty {
      let count = content.count
      // Each position is checked, whether or not the period has that many moments.
      steps -= rule.positions.count / 32
      let chosen = Set(rule.positions.map { $0 > 0 ? $0 - 1 : count + $0 }.filter { (0..<count).contains($0) })
      for index in chosen.sorted() {
        guard take(content.moment(index), range, &left, &steps, visit) else { return false }
      }
      return true
    }
    let startDay = start.floorDivided(by: 86_400)
    for day in content.days where day >= startDay {
      // A day before the range only counts.
      if day > startDay, (day + 1) * 86_400 <= range.lowerBound {
        guard rule.count != nil else { continue }
        steps -= 1
        left -= content.timesPerDay
        guard left > 0, steps > 0 else { return false }
        continue
      }
      for index in 0..<content.timesPerDay {
        guard take(day * 86_400 + content.time(index), range, &left, &steps, visit) else { return false }
      }
    }
    return true
  }

  private func take(
    _ local: Int, _ range: ClosedRange<Int>, _ left: inout Int, _ steps: inout Int, _ visit: (_ local: Int) -> Bool
  ) -> Bool {
    steps -= 1
    guard steps > 0, local <= range.upperBound else { return false }
    guard local > start else { return true }
    left -= 1
    if local >= range.lowerBound, !visit(local) { return false }
    return left > 0
  }

  /// The first period beginning at or after a time.
  private func firstIndex(from local: Int) -> Int {
    let index = periods.index(at: local)
    return periods.begin(index).map { $0 < local ? index + 1 : index } ?? index + 1
  }
}
