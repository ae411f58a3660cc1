import WidgetHost
import WidgetModel
import WidgetRuntime

/// Why the widget of a board's entry can't be shown: its file, its manifest, or settings that don't fit the manifest.
enum EntryProblem {
  /// Runs nothing but the manifest, and stores nothing.
  ///
  /// - Parameter path: The widget's path.
  /// - Returns: A sentence to make safe before it's shown; nil for an entry without a problem, and if no worker could be started.
  static func text(of entry: BoardEntry, at path: String, in root: CompositionRoot) async -> String? {
    do throws(Failure) {
      _ = try await root.manifest(of: try WidgetScript(path: path), root.configuration(for: entry))
      return nil
    } catch {
      guard error.kind != .internalError else { return nil }
      let place = error.location.map { "\($0.file):\($0.line): " } ?? ""
      return place + advising(error.message, try: error.remedy)
    }
  }
}
