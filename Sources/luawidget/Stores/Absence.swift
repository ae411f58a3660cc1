import WidgetModel
import WidgetRendering
import WidgetRuntime

/// Something that a command names and a store does not have: exit status 1, and what there is in its place.
enum Absence {
  /// How many names are listed.
  private static let most = 8

  /// - Parameters:
  ///   - sentence: What is not there, without a full stop.
  ///   - name: As the person wrote it, to find the nearest.
  ///   - known: What there is.
  static func failure(_ sentence: String, _ name: String, among known: [String]) -> CommandFailure {
    CommandFailure(terminalSafe(sentence + alternatives(name, known)), .failed)
  }

  private static func alternatives(_ name: String, _ known: [String]) -> String {
    let known = known.sorted()
    if let nearest = NearestName.of(name, among: known) { return "; did you mean \"\(nearest)\"?" }
    if known.isEmpty { return "; there is nothing else either" }
    let rest = known.count > most ? " and \(known.count - most) more" : ""
    return "; there is \(known.prefix(most).joined(separator: ", "))\(rest)"
  }
}
