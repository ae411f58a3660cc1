/// Text that says what's wrong, with what to do about it.
///
/// - Parameters:
///   - problem: A clause without a full stop.
///   - remedy: A command, or something else to try; nil if there's nothing to suggest.
/// - Returns: `PROBLEM; try: REMEDY`, or the problem alone.
public func advising(_ problem: String, try remedy: String?) -> String {
  guard let remedy else { return problem }
  return "\(problem); try: \(remedy)"
}
