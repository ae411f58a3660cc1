import ArgumentParser
import WidgetGraphics
import WidgetRendering

/// `--format` of a stored view: the formats that need no painter.
struct StoredViewFormat: ExpressibleByArgument {
  static let text = StoredViewFormat(name: OutputFormat.text.rawValue, renderer: TextFormat())

  let name: String
  let renderer: any SnapshotFormat

  private init(name: String, renderer: any SnapshotFormat) {
    self.name = name
    self.renderer = renderer
  }

  init?(argument: String) {
    guard case .snapshot(let renderer)? = OutputFormat(rawValue: argument)?.renderer() else { return nil }
    self.init(name: argument, renderer: renderer)
  }

  static var allValueStrings: [String] { OutputFormat.allCases.filter { !$0.needsPainter }.map(\.rawValue) }
  var defaultValueDescription: String { name }
}
