import ArgumentParser
import WidgetCommands
import WidgetGraphics
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime

/// `luawidget preview FILE`
struct PreviewCommand: RootedCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Draw a widget on one sheet, in its families, appearances, text sizes and states.",
    discussion: """
      Every family in both appearances; then, as a panel and in one family, five text sizes and the states: stale, failed, redacted, \
      right to left. The widget updates once, and its content is drawn for each card. No snapshots are stored. If content fails \
      for a card, the card shows the error. You get the same exit status as from run.
      """)

  @OptionGroup var arguments: TableArguments<WidgetArguments>

  @Option(help: "The sheet: a .png, .svg, .pdf or .html file. (default: NAME.preview.png)", completion: .file())
  var output: String?

  @Option(
    name: .customLong("text-size"),
    help: "A text size to show; may be repeated. (default: xSmall, large, xxxLarge, accessibility1 and accessibility5)")
  var textSizes: [TextSize] = []

  @Option(help: "light or dark. (default: both)")
  var appearance: ColorScheme?

  @OptionGroup var renderingArguments: TableArguments<RenderingArguments>

  private var widget: WidgetArguments { arguments.values }
  private var rendering: RenderingArguments { renderingArguments.values }

  var serviceOptions: ServiceOptions { get throws { try widget.serviceOptions() } }
  var isQuiet: Bool { widget.isQuiet }

  func run(in root: CompositionRoot) async throws {
    try rendering.checkScale()
    let format = try sheetFormat()
    let found = widget.found(root)
    let configuration = try widget.configuration(root, for: found.entry)
    let script = try widget.script(found)
    let session = WidgetSession(
      script: script, services: root.services, configuration: configuration, storesSnapshots: false)
    let console = ConsoleFormat(isQuiet: isQuiet)
    session.events.observe { event in
      if case .console(let line) = event, let text = console.text(line) { Console.standardError.write(text) }
    }
    var cards = PreviewCards(
      session: session, configuration: configuration, surface: format == nil ? .page : .image,
      schemes: appearance.map { [$0] } ?? [.light, .dark],
      textSizes: textSizes.isEmpty ? [.xSmall, .large, .xxxLarge, .accessibility1, .accessibility5] : textSizes)
    let update = await session.update(cards.context(.expanded, .light, .large, reason: .launch))
    let rows =
      if case .failed(let failure, _) = update { await cards.make(after: failure) } else { await cards.make(after: nil) }
    let name = rows.first?.cells.first?.snapshot.widget.name ?? script.stem
    let sheet = PreviewSheet(
      title: name, rows: rows, images: cards.images, clock: root.clock, locale: configuration.locale,
      timeZone: configuration.timeZone,
      isRedacted: rendering.isRedacted)
    let path = output ?? "\(script.stem).preview.png"
    let bytes =
      if let format {
        try PainterOutput(
          request: .sheet(sheet.request(as: format, scale: rendering.pixelsPerPoint, fonts: rendering.fonts.fonts)),
          environment: root.environment,
          isQuiet: isQuiet
        ).bytes()
      } else { page(sheet, root.environment) }
    await session.close()
    try OutputFile.write(bytes, to: path)
    if !isQuiet {
      try Console.standardOutput.print("\(terminalSafe(path)): \(rows.reduce(0) { $0 + $1.cells.count }) cards\n")
    }
    guard let failure = cards.failure else { return }
    if !isQuiet { Console.standardError.write(FailureReport(failure: failure, script: script).message) }
    throw Exit(failure)
  }

  private func page(_ sheet: PreviewSheet, _ environment: [String: String]) -> [UInt8] {
    let output = PlacedOutput(environment: environment, isQuiet: isQuiet)
    defer { output.stop() }
    return sheet.page(output, fonts: rendering.fonts.fonts, isQuiet: isQuiet)
  }

  /// The format for the file's extension; nil for a page.
  private func sheetFormat() throws -> OutputFormat? {
    guard let output else { return .png }
    let format = OutputFormat.fileExtension(of: output).flatMap { OutputFormat(fileExtension: $0) }
    if format == .html { return nil }
    if let format, format.needsPainter { return format }
    throw CommandFailure("--output needs a file ending in .png, .svg, .pdf or .html, got \"\(terminalSafe(output))\"")
  }
}
