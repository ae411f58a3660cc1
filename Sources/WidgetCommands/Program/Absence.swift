import WidgetRendering
import WidgetRuntime

/// The failure for a name missing from a store: exit status 1 and the available names.
package enum Absence {
  /// The most names to list.
  private static let limit = 8

  /// - Parameters:
  ///   - sentence: The message without a full stop.
  ///   - name: The name as typed by the user.
  ///   - known: The available names.
  ///   - none: The sentence if there are none.
  package static func failure(
    _ sentence: String, _ name: String, among known: [String], none: String? = "nothing else is stored either"
  ) -> CommandFailure {
    CommandFailure(terminalSafe(sentence + alternatives(name, known, none)), .failed)
  }

  /// Notes on standard error that a command has made something new whose name is close to another one's: perhaps a typing error.
  ///
  /// - Parameter noun: The thing with an article: `the board`.
  package static func noteNew(_ noun: String, _ name: String, besides known: [String]) {
    guard !known.contains(name), let nearest = NearestName.of(name, among: known) else { return }
    Console.standardError.write(terminalSafe("note: \(noun) \"\(name)\" is new; \(NearestName.question(nearest))") + "\n")
  }

  /// `; did you mean "x"?`, or the names there are.
  ///
  /// - Parameter none: The sentence if there are none.
  static func alternatives(_ name: String, _ known: [String], _ none: String?) -> String {
    let known = known.sorted()
    if let nearest = NearestName.of(name, among: known) { return "; \(NearestName.question(nearest))" }
    if known.isEmpty { return none.map { "; \($0)" } ?? "" }
    let rest = known.count > limit ? " and \(known.count - limit) more" : ""
    return "; available: \(known.prefix(limit).joined(separator: ", "))\(rest)"
  }
}
