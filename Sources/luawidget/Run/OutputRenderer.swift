import WidgetCommands
import WidgetGraphics
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetServices
import WidgetSurfaces

/// Renders a snapshot once in the format chosen for `run`.
struct OutputRenderer {
  var options: RunOptions
  var clock: any WidgetClock

  /// - Parameter images: The view's images by name, for renderings and pages.
  func bytes(_ snapshot: Snapshot, counters: Counters, images: [String: [UInt8]] = [:]) throws -> [UInt8] {
    counters.add(\.layouts)
    counters.add(\.draws)
    let format = options.format ?? .text
    var renderer: any SnapshotFormat
    switch format.renderer(appearance: options.view.appearance) {
    case .painter: return try painted(snapshot, as: format, images)
    case .snapshot(let format): renderer = format
    case .bar: throw CommandFailure("--format \(format.rawValue) is for a status bar")
    }
    var snapshot = snapshot
    if format == .html {
      let output = PlacedOutput(environment: options.view.environment, isQuiet: options.isQuiet)
      defer { output.stop() }
      let placed = placed(snapshot, images, output)
      if let placed { renderer = HTMLFormat(theme: HTMLTheme(options.view.appearance), placed: placed) }
      var embedded = EmbeddedImages(
        files: images, isRedacted: options.view.isRedacted, isPlaced: placed != nil, check: output.images.problem)
      snapshot = embedded.embedded(in: snapshot)
      for note in embedded.notes where !options.isQuiet && !Self.isReported(note.src, images) {
        PainterOutput.report(note.problem, about: note.src)
      }
    }
    var view = options.view
    if format == .ansi, options.output == nil, view.appearance == nil, Console.standardOutput.isTerminal {
      view.background = TerminalBackground.ask(view.capabilities, environment: view.environment) ?? view.background
    }
    var rendering = view.rendering(columns: options.columns, now: clock.now(), isLive: false)
    // `--format ansi` means colours even to a pipe, unless NO_COLOR is set.
    if options.format == .ansi, !Console.standardOutput.isTerminal || options.output != nil {
      rendering.colorDepth = options.view.environment["NO_COLOR"].map { !$0.isEmpty } == true ? .none : .trueColor
    }
    if format == .ansi, options.graphics == .blocks, rendering.colorDepth != .none, rendering.encoding == .utf8 {
      return withBlocks(snapshot, images, rendering)
    }
    if options.console.isVerbose, format == .text || format == .ansi {
      report(TerminalDrawing(snapshot, in: options.surfaceSize, options: rendering))
    }
    return renderer.render(snapshot, in: options.surfaceSize, options: rendering)
  }

  private func report(_ drawing: TerminalDrawing) {
    PainterOutput.report(drawing.report, options.view.family, options.view.textSize)
  }

  /// Draws images as coloured block characters.
  private func withBlocks(_ snapshot: Snapshot, _ files: [String: [UInt8]], _ rendering: RenderingOptions) -> [UInt8] {
    var rendering = rendering
    let images = ImagePipeline(painter: SharedPainter(environment: options.view.environment, firstID: 0)) { _ in [:] }
    images.use(TerminalFeatures(graphics: .blocks))
    images.show(snapshot, files: files)
    var drawing: TerminalDrawing
    repeat {
      // Repeated if an image failed, because its alternative text has another size.
      rendering.imageSize = images.imageSize
      drawing = TerminalDrawing(snapshot, in: options.surfaceSize, options: rendering)
    } while images.encodeAll(drawing)
    _ = images.place(in: &drawing, rows: 0..<Int.max, encoding: rendering.encoding)
    if options.console.isVerbose {
      report(drawing)
      for note in images.takeNotes() { Console.standardError.write("luawidget: \(note)\n") }
    }
    return Array(drawing.ansi(rendering.colorDepth, scheme: rendering.colorScheme).utf8)
  }

  /// The layout of a family's card on a page; nil for a panel, and if there's no painter to measure its texts.
  private func placed(_ snapshot: Snapshot, _ images: [String: [UInt8]], _ output: PlacedOutput) -> PlacedCard? {
    guard let family = options.view.family, SurfaceSize.size(of: family) != nil || options.size != nil,
      snapshot.hasContent || snapshot.failure != nil
    else { return nil }
    var embedded = EmbeddedImages(
      files: images, isRedacted: options.view.isRedacted, isPlaced: true, check: output.images.problem)
    return output.card(request(embedded.embedded(in: snapshot), as: .html, [:]))
  }

  private func painted(
    _ snapshot: Snapshot, as format: OutputFormat, _ images: [String: [UInt8]]
  ) throws -> [UInt8] {
    try PainterOutput(
      request: .rendering(request(snapshot, as: format, images)), environment: options.view.environment, isQuiet: options.isQuiet,
      isVerbose: options.console.isVerbose, isReported: { Self.isReported($0, images) }
    ).bytes()
  }

  private func request(_ snapshot: Snapshot, as format: OutputFormat, _ images: [String: [UInt8]]) -> RenderingRequest {
    let view = options.view
    let available = options.surfaceSize
    let height =
      view.family == .inline && options.size?.height == nil
      ? SurfaceSize.inlineCardHeight(at: view.textSize) : available.height
    let isExact = options.size?.height != nil || view.family != nil
    return RenderingRequest(
      snapshot, as: format, width: available.width, height: isExact && height.isFinite ? height : nil, family: view.family,
      scale: options.scale,
      colorScheme: view.appearance ?? .light, textSize: view.textSize, displayMode: view.displayMode,
      isRedacted: view.isRedacted, fonts: options.fonts.fonts,
      clock: PaintClock(
        CalendarClock(now: clock.now(), locale: view.locale, timeZone: view.timeZone), view: snapshot.view),
      resources: images.sorted { $0.key < $1.key }.map { RenderingRequest.Resource(src: $0.key, bytes: $0.value) })
  }

  /// Whether the update has already reported an image, with its line: missing ones and unknown formats. Only drawing finds other
  /// problems.
  private static func isReported(_ src: String, _ images: [String: [UInt8]]) -> Bool {
    !src.isEmpty && !src.hasPrefix("bytes:") && images[src].flatMap { ImageType(startOf: $0) } == nil
  }
}
