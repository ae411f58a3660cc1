import ArgumentParser
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices

/// `luawidget open URL`
struct OpenCommand: RootedCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Open a link to a widget: myflight://LY315.",
    discussion: """
      Finds the widget that declares the scheme in url_schemes, among the widgets that have been run, calls its on_open(url), and shows \
      its view. The options and the exit status are those of run, without --watch.
      """)

  @Argument(help: "A link. Its scheme is declared by a widget.")
  var url: String

  @Option(help: "The widget, if it has not been run or several declare the scheme.", completion: .file(extensions: ["lua"]))
  var widget: String?

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("Options of run, such as --format png.", valueName: "options"))
  var options: [String] = []

  /// The longest link in bytes.
  private static let maximumLength = 8192

  var serviceOptions: ServiceOptions { get throws { try run(of: "link").serviceOptions } }
  var isQuiet: Bool { (try? run(of: "link").isQuiet) ?? false }

  func run(in root: CompositionRoot) async throws {
    guard let scheme = URLScheme.of(url), url.utf8.count <= Self.maximumLength else {
      throw CommandFailure("\"\(terminalSafe(url, limit: 100))\" is not a link such as myflight://LY315")
    }
    let file = try await file(for: scheme, in: root)
    let run = try run(of: file)
    guard !run.watch else { throw CommandFailure("open shows the widget once; it excludes --watch") }
    try await run.run(in: root, opening: url)
  }

  private func run(of file: String) throws -> RunCommand {
    // After `--`, a name that begins with a hyphen is a file.
    try RunCommand.parse(options + ["--", file])
  }

  /// The file of the only widget that declares a scheme.
  private func file(for scheme: String, in root: CompositionRoot) async throws -> String {
    if let widget {
      let declared = try await WidgetAudit(widget, in: root).manifest.urlSchemes
      guard declared.contains(scheme) else {
        let known = declared.isEmpty ? "it declares none" : "it declares \(declared.joined(separator: ", "))"
        throw CommandFailure(terminalSafe("\(widget) does not declare the scheme \(scheme) in url_schemes; \(known)"), .failed)
      }
      return widget
    }
    var files: [String] = []
    var schemes: Set<String> = []
    let paths = Set(try root.stores.snapshots.list().compactMap(\.widget.path))
    for path in paths.sorted() {
      // A widget that is broken or gone has no links.
      guard let declared = try? await WidgetAudit(path, in: root).manifest.urlSchemes else { continue }
      if declared.contains(scheme) { files.append(path) }
      schemes.formUnion(declared)
    }
    guard let file = files.first else {
      let failure = Absence.failure(
        "no widget that has been run declares the scheme \"\(scheme)\"", scheme, among: schemes.sorted())
      throw CommandFailure(
        failure.message + "\n  try: luawidget open --widget FILE.lua \(terminalSafe(ShellWord.quoted(url)))", .failed)
    }
    guard files.count == 1 else {
      let list = files.map { "  luawidget open --widget \(ShellWord.quoted($0)) \(ShellWord.quoted(url))" }.joined(
        separator: "\n")
      throw CommandFailure(
        terminalSafe("several widgets declare the scheme \"\(scheme)\"; choose one:\n\(list)", multiline: true))
    }
    return file
  }
}
