public import ArgumentParser
public import WidgetModel
import WidgetPainting
public import WidgetRendering
public import WidgetTerminal

/// `--format`
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  case text, ansi, html, markdown, spoken, json, png, svg, pdf

  /// What a painter is asked for; nil for what is drawn without one.
  var picture: RenderingFormat? {
    switch self {
    case .png: .png
    case .svg: .svg
    case .pdf: .pdf
    case .text, .ansi, .html, .markdown, .spoken, .json: nil
    }
  }

  /// Whether a terminal would make nothing good of it.
  var isBinary: Bool { self == .png || self == .pdf }

  /// - Parameter appearance: What a page is forced to be; nil follows its reader.
  /// - Returns: nil for pictures.
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

/// `--format` of a stored view: what is drawn without a painter.
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
extension DisplayMode: ExpressibleByArgument {}
extension GraphicsPreference: ExpressibleByArgument {}

/// `--size`: a width in points, and the largest height where there is one.
struct SizeArgument: Equatable {
  var width: Double
  var height: Double?

  /// Reads `320` and `320x200`.
  ///
  /// - Returns: nil for anything else, and for sides that are not from 1 to 10 000.
  init?(_ text: String) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    guard (1...2).contains(sides.count) else { return nil }
    let numbers = sides.compactMap { side in side.utf8.allSatisfy { (48...57).contains($0) } ? Int(side) : nil }
    guard numbers.count == sides.count, numbers.allSatisfy((1...10_000).contains) else { return nil }
    width = Double(numbers[0])
    height = numbers.count > 1 ? Double(numbers[1]) : nil
  }
}
