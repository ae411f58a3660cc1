import WidgetFormats
import WidgetHost
import WidgetModel
import WidgetPainting
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetTerminal

/// How `run` draws a snapshot: the format, the terminal's abilities, the clock.
struct Drawing {
  var options: RunOptions
  var clock: any WidgetClock

  /// The snapshot in the chosen format.
  ///
  /// - Parameter pictures: The images of its view by name; for pictures and pages.
  func bytes(_ snapshot: Snapshot, counters: Counters, pictures: [String: [UInt8]] = [:]) throws -> [UInt8] {
    counters.add(\.layouts)
    counters.add(\.draws)
    let format = options.format ?? .text
    if let picture = format.picture { return try bytes(snapshot, as: picture, pictures) }
    var snapshot = snapshot
    if format == .html {
      var images = PageImages(files: pictures, isRedacted: options.redact)
      snapshot = images.embedded(in: snapshot)
      for note in images.notes where !options.quiet { PictureDrawing.say(note.problem, about: note.src) }
    }
    guard let renderer = format.renderer(appearance: options.appearance) else { return [] }
    let columns = options.columns
    var rendering = rendering(columns: columns)
    // Asked for by name: colours even to a pipe, unless the user wants none anywhere.
    if options.format == .ansi, !Console.standardOutput.isTerminal || options.output != nil {
      rendering.colorDepth = options.environment["NO_COLOR"].map { !$0.isEmpty } == true ? .none : .trueColor
    }
    if showsBlocks, rendering.colorDepth != .none, rendering.encoding == .utf8 {
      return blocks(snapshot, pictures, rendering)
    }
    return try renderer.render(snapshot, in: options.surfaceSize, options: rendering)
  }

  /// Whether pictures become coloured characters.
  var showsBlocks: Bool { options.format == .ansi && options.graphics == .blocks }

  private func blocks(_ snapshot: Snapshot, _ files: [String: [UInt8]], _ rendering: RenderingOptions) -> [UInt8] {
    var rendering = rendering
    let pictures = TerminalPictures(environment: options.environment, firstID: 0) { _ in [:] }
    pictures.use(TerminalFeatures(graphics: .blocks))
    pictures.show(snapshot, files: files)
    var drawing: TerminalDrawing
    repeat {
      // Once more when an image turned out to be none: then its words are laid out.
      rendering.imageSize = pictures.imageSize
      drawing = TerminalDrawing(snapshot, in: options.surfaceSize, options: rendering)
    } while pictures.paintAll(drawing)
    _ = pictures.place(in: &drawing, rows: .max, encoding: rendering.encoding)
    if options.verbose { for note in pictures.takeNotes() { Console.standardError.write("luawidget: \(note)\n") } }
    return Array(drawing.ansi(rendering.colorDepth, scheme: rendering.colorScheme).utf8)
  }

  private func bytes(_ snapshot: Snapshot, as format: RenderingFormat, _ pictures: [String: [UInt8]]) throws -> [UInt8] {
    let zone = TimeZoneData.named(options.configuration.timeZone)
    let room = options.surfaceSize
    let height =
      options.family == .inline && options.size?.height == nil
      ? SurfaceSize.inlineCardHeight(bodySize: TextStyle.body.size(at: options.textSize)) : room.height
    let isExact = options.size?.height != nil || options.family != nil
    let request = RenderingRequest(
      snapshot, as: format, width: room.width, height: isExact && height.isFinite ? height : nil, scale: options.scale,
      colorScheme: options.appearance ?? .light, textSize: options.textSize, displayMode: options.displayMode,
      isRedacted: options.redact,
      fonts: options.fonts.fonts, clock: PaintClock(now: clock.now(), view: snapshot.view) { zone.utcOffset(at: $0) },
      resources: pictures.sorted { $0.key < $1.key }.map { RenderingRequest.Resource(src: $0.key, bytes: $0.value) })
    return try PictureDrawing(request: .rendering(request), environment: options.environment, quiet: options.quiet).bytes()
  }

  /// Links that can be clicked: on a live terminal that is known to take them for what they are.
  private var hyperlinks: Bool {
    guard options.isLive, options.capabilities.movesCursor else { return false }
    let environment = options.environment
    if let vte = environment["VTE_VERSION"].flatMap({ Int($0) }), vte >= 5000 { return true }
    if ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper"].contains(environment["TERM_PROGRAM"] ?? "") { return true }
    return ["KITTY_WINDOW_ID", "WT_SESSION", "DOMTERM", "KONSOLE_VERSION"].contains { environment[$0] != nil }
  }

  func rendering(columns: Int) -> RenderingOptions {
    let zone = TimeZoneData.named(options.configuration.timeZone)
    return RenderingOptions(
      colorDepth: ColorDepth(options.capabilities.color),
      encoding: options.capabilities.isUTF8 ? .utf8 : .ascii, icons: options.icons, colorScheme: options.appearance ?? .dark,
      textSize: options.textSize,
      clock: CalendarClock(now: clock.now(), utcOffset: { zone.utcOffset(at: $0) }),
      columns: columns, isRedacted: options.redact, hyperlinks: hyperlinks, displayMode: options.displayMode,
      family: options.family)
  }
}

extension ColorDepth {
  init(_ capability: ColorCapability) {
    self =
      switch capability {
      case .none: .none
      case .ansi16: .ansi16
      case .ansi256: .ansi256
      case .trueColor: .trueColor
      }
  }
}
