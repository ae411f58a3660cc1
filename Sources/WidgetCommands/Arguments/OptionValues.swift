package import WidgetGraphics
package import WidgetModel
package import WidgetRendering
package import WidgetSurfaces

/// `--format`
extension OutputFormat: ArgumentValue {
  /// The format for the extension of a file; nil for a file without an extension.
  ///
  /// - Throws: ``CommandFailure`` for an unknown extension.
  package init?(file: String) throws {
    guard let suffix = Self.fileExtension(of: file) else { return nil }
    guard let format = OutputFormat(fileExtension: suffix) else {
      let known = OutputFormat.allCases.compactMap(\.fileExtensions.first).joined(separator: ", ")
      throw CommandFailure(
        "--output has the unknown extension .\(terminalSafe(suffix.lowercased())); give --format, or use \(known)")
    }
    self = format
  }

  /// The extension of a file; nil for a file without one, such as `.png`.
  package static func fileExtension(of file: String) -> Substring? {
    guard let name = file.split(separator: "/").last, let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    return name[name.index(after: dot)...]
  }
}

/// `--fonts`
package enum FontsArgument: String, CaseIterable, ArgumentValue {
  case user
  case own

  package var fonts: FontSet { self == .own ? .standard : .user }
}

extension ColorScheme: ArgumentValue {}
extension TextSize: ArgumentValue {}
extension IconStyle: ArgumentValue {}
extension WidgetFamily: ArgumentValue {}
extension DisplayMode: ArgumentValue {}
extension GraphicsPreference: ArgumentValue {}
