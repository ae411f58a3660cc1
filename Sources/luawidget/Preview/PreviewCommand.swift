import ArgumentParser
import WidgetEngine
import WidgetHost
import WidgetModel
import WidgetPainting
import WidgetRendering
import WidgetRuntime
import WidgetServices

/// `luawidget preview FILE`
struct PreviewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Write one sheet with the widget in every family, appearance and some text sizes.",
    discussion: """
      The widget is updated once, and its content asked for each card. Nothing is stored but what it keeps itself. A card whose \
      content fails shows why. Ends like run.
      """)

  @OptionGroup var widget: WidgetArguments

  @Option(help: "The sheet: a .png, .svg, .pdf or .html file. (default: NAME.preview.png)", completion: .file())
  var output: String?

  @Option(
    name: .customLong("text-size"),
    help: "A text size to show; may be repeated. (default: xSmall, large and accessibility1)")
  var textSizes: [TextSizeArgument] = []

  @Option(help: "light or dark. (default: both)")
  var appearance: AppearanceArgument?

  @Option(help: "Pixels of a PNG for each point, 0.25 to 8.")
  var scale: Double = 2

  @Option(help: "Fonts of a picture: own (the program's, the same on every machine), or user.")
  var fonts: FontsArgument = .user

  @Flag(help: "Hide what the widget marked as private.")
  var redact = false

  func run() async throws {
    guard (0.25...8).contains(scale) else { throw CommandFailure("--scale takes 0.25 to 8, got \(scale)") }
    let environment = ProcessEnvironment.current
    let format = try sheetFormat()
    let configuration = try widget.configuration(environment)
    let script = try widget.script()
    let services = try widget.services(environment)
    let session = WidgetSession(script: script, services: services, configuration: configuration, storesSnapshots: false)
    let console = ConsolePrinter(quiet: widget.quiet, verbose: false)
    let lines = Task {
      for await event in session.events {
        if case .console(let line) = event { console.print(line) }
      }
    }
    var cards = PreviewCards(
      session: session, configuration: configuration, surface: format == nil ? .page : .picture,
      schemes: appearance.map { [$0.scheme] } ?? [.light, .dark],
      textSizes: textSizes.isEmpty ? [.xSmall, .large, .accessibility1] : textSizes.map(\.size))
    let update = await session.update(cards.context(.panel, .light, .large, reason: .launch))
    let rows = await cards.make()
    let name = rows.first?.cells.first?.snapshot.widget.name ?? script.stem
    let drawing = PreviewSheet(
      title: name, rows: rows, pictures: cards.pictures, clock: services.clock, timeZone: configuration.timeZone,
      isRedacted: redact)
    let path = output ?? "\(script.stem).preview.png"
    let bytes =
      if let format {
        try PictureDrawing(
          request: .sheet(drawing.request(as: format, scale: scale, fonts: fonts.fonts)), environment: environment,
          quiet: widget.quiet
        ).bytes()
      } else { drawing.page(quiet: widget.quiet) }
    await session.close()
    await lines.value
    try OutputFile.write(bytes, to: path)
    if !widget.quiet { Console.standardOutput.write("\(terminalSafe(path)): \(rows.reduce(0) { $0 + $1.cells.count }) cards\n") }
    var failure = cards.failure
    if case .failed(let reason, _) = update { failure = reason }
    guard let failure else { return }
    if !widget.quiet { Console.standardError.write(FailureReport(failure: failure, script: script).text) }
    throw Exit(failure)
  }

  /// By the name of the file.
  ///
  /// - Returns: nil for a page.
  private func sheetFormat() throws -> RenderingFormat? {
    guard let output else { return .png }
    let suffix = output.split(separator: "/").last.flatMap { name in
      name.contains(".") ? name.split(separator: ".").last.map { $0.lowercased() } : nil
    }
    if suffix == "html" || suffix == "htm" { return nil }
    if let format = suffix.flatMap(RenderingFormat.init) { return format }
    throw CommandFailure("--output takes a file that ends in .png, .svg, .pdf or .html, got \"\(terminalSafe(output))\"")
  }
}
