public import WidgetModel
public import WidgetRendering

/// The formats in which a view can be written, by the names of `--format`.
public enum OutputFormat: String, Sendable, Equatable, CaseIterable {
  case text, ansi, html, markdown, spoken, json, png, svg, pdf

  /// What draws a format.
  public enum Renderer: Sendable {
    case snapshot(any SnapshotFormat)
    case painter(RenderingFormat)
  }

  /// - Parameter appearance: The appearance of a page; nil follows its reader.
  public func renderer(appearance: ColorScheme? = nil) -> Renderer {
    switch self {
    case .text: .snapshot(TextFormat())
    case .ansi: .snapshot(ANSIFormat())
    case .html: .snapshot(HTMLFormat(theme: appearance.map { $0 == .dark ? .dark : .light } ?? .automatic))
    case .markdown: .snapshot(MarkdownFormat())
    case .spoken: .snapshot(SpokenFormat())
    case .json: .snapshot(JSONFormat())
    case .png: .painter(.png)
    case .svg: .painter(.svg)
    case .pdf: .painter(.pdf)
    }
  }

  /// Whether the painter draws the format.
  public var needsPainter: Bool { if case .painter = renderer() { true } else { false } }

  /// The surface that a script sees in its context.
  public var surface: Surface {
    switch self {
    case .text, .ansi, .markdown, .spoken, .json: .terminal
    case .html: .page
    case .png, .svg, .pdf: .image
    }
  }

  /// Whether the bytes must not be written to a terminal.
  public var isBinary: Bool {
    switch self {
    case .png, .pdf: true
    case .text, .ansi, .html, .markdown, .spoken, .json, .svg: false
    }
  }

  /// The extensions of files in this format, in lowercase, the usual one first.
  public var fileExtensions: [String] {
    switch self {
    case .text: ["txt", "text"]
    case .ansi: ["ans", "ansi"]
    case .html: ["html", "htm"]
    case .markdown: ["md", "markdown"]
    case .spoken: []
    case .json: ["json"]
    case .png: ["png"]
    case .svg: ["svg"]
    case .pdf: ["pdf"]
    }
  }

  /// - Parameter fileExtension: Without the dot, in any case.
  public init?(fileExtension: some StringProtocol) {
    let name = fileExtension.lowercased()
    guard let format = Self.allCases.first(where: { $0.fileExtensions.contains(name) }) else { return nil }
    self = format
  }
}
