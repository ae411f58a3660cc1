public import WidgetModel

/// The formats in which a view can be written, by the names of `--format`.
public enum OutputFormat: String, Sendable, Equatable, CaseIterable, FieldValue {
  case text, ansi, html, markdown, spoken, json
  case png, svg, pdf
  case waybar, i3bar, swaybar, i3blocks, polybar, lemonbar, genmon, xbar, swiftbar, argos, tmux, plain
  case plainJSON = "plain-json"

  /// The program or type drawing a format.
  public enum Renderer: Sendable {
    case snapshot(any SnapshotFormat)
    /// `luawidget-painter`.
    case painter
    /// A status bar's protocol, which needs more than one view.
    case bar
  }

  /// - Parameter appearance: The appearance of a page; nil follows its reader.
  public func renderer(appearance: ColorScheme? = nil) -> Renderer {
    switch self {
    case .text: .snapshot(TextFormat())
    case .ansi: .snapshot(ANSIFormat())
    case .html: .snapshot(HTMLFormat(theme: HTMLTheme(appearance)))
    case .markdown: .snapshot(MarkdownFormat())
    case .spoken: .snapshot(SpokenFormat())
    case .json: .snapshot(JSONFormat())
    case .png, .svg, .pdf: .painter
    case .waybar, .i3bar, .swaybar, .i3blocks, .polybar, .lemonbar, .genmon, .xbar, .swiftbar, .argos, .tmux, .plain, .plainJSON:
      .bar
    }
  }

  /// Whether the painter draws the format.
  public var needsPainter: Bool { if case .painter = renderer() { true } else { false } }

  /// Whether the format is a status bar's protocol.
  public var isForBar: Bool { if case .bar = renderer() { true } else { false } }

  /// The surface a script sees in its context.
  public var surface: Surface { traits.surface }

  /// Whether the bytes must not be written to a terminal.
  public var isBinary: Bool { traits.isBinary }

  /// The file extensions of this format, in lowercase, the usual one first.
  public var fileExtensions: [String] { traits.fileExtensions }

  /// Whether a page serves a widget in this format.
  public var isServed: Bool { traits.isServed }

  public var mediaType: String { traits.mediaType }

  /// - Parameter fileExtension: Without the dot, in any case.
  public init?(fileExtension: some StringProtocol) {
    let name = fileExtension.lowercased()
    guard let format = Self.allCases.first(where: { $0.fileExtensions.contains(name) }) else { return nil }
    self = format
  }

  private struct Traits {
    var surface = Surface.terminal
    var fileExtensions: [String] = []
    var mediaType = "text/plain; charset=utf-8"
    var isServed = false
    var isBinary = false
  }

  private var traits: Traits {
    switch self {
    case .text: Traits(fileExtensions: ["txt", "text"], isServed: true)
    case .ansi: Traits(fileExtensions: ["ans", "ansi"])
    case .html: Traits(surface: .page, fileExtensions: ["html", "htm"], mediaType: "text/html; charset=utf-8", isServed: true)
    case .markdown: Traits(fileExtensions: ["md", "markdown"], mediaType: "text/markdown; charset=utf-8", isServed: true)
    case .spoken: Traits()
    case .json: Traits(fileExtensions: ["json"], mediaType: "application/json", isServed: true)
    case .png: Traits(surface: .image, fileExtensions: ["png"], mediaType: "image/png", isServed: true, isBinary: true)
    case .svg: Traits(surface: .image, fileExtensions: ["svg"], mediaType: "image/svg+xml", isServed: true)
    case .pdf: Traits(surface: .image, fileExtensions: ["pdf"], mediaType: "application/pdf", isBinary: true)
    case .waybar, .i3bar, .swaybar, .i3blocks, .polybar, .lemonbar, .genmon, .xbar, .swiftbar, .argos, .tmux, .plain, .plainJSON:
      Traits()
    }
  }
}

/// Draws a snapshot in one output format.
///
/// A format is a pure function: equal snapshots, sizes and options give equal bytes. It escapes the script's texts; nothing
/// before it does.
public protocol SnapshotFormat: Sendable {
  /// The name on the command line.
  static var name: String { get }

  /// - Parameters:
  ///   - snapshot: The widget's last good state. A stale or failed one is drawn with its age and the reason.
  ///   - size: Points. The width is exact. The height is a limit if it's positive and finite.
  func render(_ snapshot: Snapshot, in size: Size, options: RenderingOptions) -> [UInt8]
}
