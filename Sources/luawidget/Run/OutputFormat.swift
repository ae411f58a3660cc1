public import ArgumentParser
public import WidgetModel
import WidgetPainting
public import WidgetRendering
public import WidgetTerminal

/// `--format`
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  case text, ansi, html, markdown, spoken, json, png, svg, pdf

  /// The format for the painter; nil for formats that need no painter.
  var rendering: RenderingFormat? {
    switch self {
    case .png: .png
    case .svg: .svg
    case .pdf: .pdf
    case .text, .ansi, .html, .markdown, .spoken, .json: nil
    }
  }

  /// The format for the extension of a file; nil for a file without an extension.
  ///
  /// - Throws: ``CommandFailure`` for an unknown extension.
  init?(file: String) throws {
    guard let name = file.split(separator: "/").last, let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    switch name[name.index(after: dot)...].lowercased() {
    case "png": self = .png
    case "svg": self = .svg
    case "pdf": self = .pdf
    case "html", "htm": self = .html
    case "md", "markdown": self = .markdown
    case "json": self = .json
    case "txt", "text": self = .text
    case "ans", "ansi": self = .ansi
    case let suffix:
      let known = "png, svg, pdf, html, md, json, txt, ans"
      throw CommandFailure("--output has the unknown extension .\(terminalSafe(suffix)); give --format, or use \(known)")
    }
  }

  /// Whether the bytes must not be written to a terminal.
  var isBinary: Bool { self == .png || self == .pdf }

  /// - Parameter appearance: The appearance of a page; nil follows its reader.
  /// - Returns: nil for formats that the painter draws.
  func renderer(appearance: ColorScheme?) -> (any SnapshotFormat)? {
    switch self {
    case .png, .svg, .pdf: nil
    case .text: TextFormat()
    case .ansi: ANSIFormat()
    case .html: HTMLFormat(theme: appearance.map { $0 == .dark ? .dark : .light } ?? .automatic)
    case .markdown: MarkdownFormat()
    case .spoken: SpokenFormat()
    case .json: JSONFormat()
    }
  }
}

/// `--format` of a stored view: the formats that need no painter.
enum StoredViewFormat: String, CaseIterable, ExpressibleByArgument {
  case text, ansi, html, markdown, spoken, json

  var renderer: any SnapshotFormat {
    switch self {
    case .text: TextFormat()
    case .ansi: ANSIFormat()
    case .html: HTMLFormat(theme: .automatic)
    case .markdown: MarkdownFormat()
    case .spoken: SpokenFormat()
    case .json: JSONFormat()
    }
  }
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
