public import ArgumentParser
public import WidgetModel
public import WidgetPainting
public import WidgetRendering
public import WidgetTerminal

/// `--format`
extension OutputFormat: ExpressibleByArgument {
  /// The format for the extension of a file; nil for a file without an extension.
  ///
  /// - Throws: ``CommandFailure`` for an unknown extension.
  init?(file: String) throws {
    guard let suffix = Self.fileExtension(of: file) else { return nil }
    guard let format = OutputFormat(fileExtension: suffix) else {
      let known = OutputFormat.allCases.compactMap(\.fileExtensions.first).joined(separator: ", ")
      throw CommandFailure(
        "--output has the unknown extension .\(terminalSafe(suffix.lowercased())); give --format, or use \(known)")
    }
    self = format
  }

  /// The extension of a file; nil for a file without one, such as `.png`.
  static func fileExtension(of file: String) -> Substring? {
    guard let name = file.split(separator: "/").last, let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    return name[name.index(after: dot)...]
  }
}

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

/// `--appearance`
enum AppearanceArgument: String, CaseIterable, ExpressibleByArgument {
  case light, dark

  var scheme: ColorScheme { self == .dark ? .dark : .light }
}

/// `--text-size`
struct TextSizeArgument: ExpressibleByArgument {
  var size: TextSize

  init?(argument: String) {
    guard let size = TextSize(rawValue: argument) else { return nil }
    self.size = size
  }

  static var allValueStrings: [String] { TextSize.allCases.map(\.rawValue) }
}

/// `--fonts`
enum FontsArgument: String, CaseIterable, ExpressibleByArgument {
  case user
  case own

  var fonts: FontSet { self == .own ? .standard : .user }
}

extension IconStyle: ExpressibleByArgument {}
extension WidgetFamily: ExpressibleByArgument {}
extension Surface: ExpressibleByArgument {}
extension DisplayMode: ExpressibleByArgument {}
extension GraphicsPreference: ExpressibleByArgument {}

/// `--size`: a width in points and an optional maximum height.
struct SizeArgument: Equatable {
  var width: Double
  var height: Double?

  /// Parses `320` and `320x200`.
  ///
  /// - Returns: nil for anything else, and for sides outside 1...10,000.
  init?(_ text: String) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    guard (1...2).contains(sides.count) else { return nil }
    let numbers = sides.compactMap { side in side.utf8.allSatisfy { (48...57).contains($0) } ? Int(side) : nil }
    guard numbers.count == sides.count, numbers.allSatisfy((1...10_000).contains) else { return nil }
    width = Double(numbers[0])
    height = numbers.count > 1 ? Double(numbers[1]) : nil
  }
}
