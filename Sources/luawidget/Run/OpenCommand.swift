import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetSystem

/// `luawidget open URL`
struct OpenCommand: Command {
  var arguments: OpenArguments

  /// The longest link in bytes.
  private static let maximumLength = 8192

  var serviceOptions: ServiceOptions { get throws { try arguments.run.serviceOptions() } }
  var isQuiet: Bool { arguments.run.widget.isQuiet }

  func run(in root: CompositionRoot, on executor: CallingThreadExecutor) async throws -> Exit {
    let url = arguments.url
    guard let scheme = URLScheme.of(url), url.utf8.count <= Self.maximumLength else {
      throw CommandFailure("\"\(terminalSafe(url, limit: 100))\" is not a link such as myflight://LY315")
    }
    var run = RunCommand(arguments: arguments.run)
    let file = try await file(for: scheme, in: root)
    run.arguments.widget.file = arguments.widget == nil ? Self.entry(for: file, in: root) ?? file : file
    return try await run.run(in: root, on: executor, opening: url)
  }

  /// The file of the only widget declaring a scheme.
  private func file(for scheme: String, in root: CompositionRoot) async throws -> String {
    if let widget = arguments.widget {
      let audit = try await WidgetAudit(widget, in: root)
      let declared = audit.manifest.urlSchemes
      guard declared.contains(scheme) else {
        let known = declared.isEmpty ? "it declares none" : "it declares \(declared.joined(separator: ", "))"
        throw CommandFailure(terminalSafe("\(widget) does not declare the scheme \(scheme) in url_schemes; \(known)"), .failed)
      }
      // Naming the widget is a choice for later links too. Even without a store the link is opened.
      let path = audit.script.path
      if try root.stores.linkChoices.widget(for: scheme) != path { try? root.stores.linkChoices.choose(path, for: scheme) }
      return widget
    }
    var files: [String] = []
    var schemes: Set<String> = []
    let choice = try root.stores.linkChoices.widget(for: scheme)
    let paths = Set(
      try root.stores.snapshots.list().compactMap(\.widget.path) + [choice].compactMap(\.self)
        + Self.entries(in: root).map(\.path))
    for path in paths.sorted() {
      // A widget that is broken or gone has no links.
      guard let script = try? WidgetScript(path: path), let declared = try? await root.manifest(of: script).urlSchemes else {
        continue
      }
      if declared.contains(scheme) { files.append(path) }
      schemes.formUnion(declared)
    }
    guard let file = files.first else {
      let failure = Absence.failure(
        "no known widget handles the scheme \"\(scheme)\"", scheme, among: schemes.sorted(),
        none: nil)
      throw CommandFailure(
        failure.message + "\n  try: luawidget open --widget FILE.lua \(terminalSafe(ShellWord.quoted(arguments.url)))", .failed)
    }
    if let choice, files.contains(choice) { return choice }
    if files.count > 1, let chosen = LinkChooser.ask(for: scheme, among: files) {
      try root.stores.linkChoices.choose(chosen, for: scheme)
      return chosen
    }
    guard files.count == 1 else {
      let list = files.map { "  luawidget open --widget \(ShellWord.quoted($0)) \(ShellWord.quoted(arguments.url))" }.joined(
        separator: "\n")
      throw CommandFailure(
        terminalSafe("several widgets declare the scheme \"\(scheme)\"; choose one:\n\(list)", multiline: true))
    }
    return file
  }

  /// The entries of all boards and their widgets' files. An unusable board has none.
  private static func entries(in root: CompositionRoot) -> [(id: String, path: String)] {
    let library = WidgetLibrary(environment: root.environment)
    return BoardLocation.all(environment: root.environment).flatMap { location -> [(id: String, path: String)] in
      guard let board = try? BoardFile(reading: location.path) else { return [] }
      return board.entries.compactMap { entry in
        let path = board.path(of: entry, in: library)
        return (try? WidgetScript(path: path)).map { (entry.id, $0.path) }
      }
    }
  }

  /// The id of a widget's only entry: the link is opened with its settings.
  private static func entry(for file: String, in root: CompositionRoot) -> String? {
    let ids = entries(in: root).filter { $0.path == file }.map(\.id)
    guard ids.count == 1, let id = ids.first else { return nil }
    let found = WidgetFile.find(id, environment: root.environment)
    return found.entry != nil && (try? found.script())?.path == file ? id : nil
  }
}

/// Asks the user at the terminal which of several widgets should open a scheme's links.
enum LinkChooser {
  /// - Returns: nil without a terminal, or if the user chooses none.
  static func ask(for scheme: String, among files: [String]) -> String? {
    guard PermissionPrompter.isPossible else { return nil }
    let console = Console.standardError
    console.write("Several widgets open \(terminalSafe(scheme)) links:\n")
    for (index, file) in files.enumerated() { console.write("  \(index + 1)  \(terminalSafe(file))\n") }
    while true {
      console.write("Which one, from now on? [1-\(files.count)] ")
      tcflush(0, TCIFLUSH)
      guard let line = readLine(), !line.allSatisfy(\.isWhitespace) else { return nil }
      if let number = Int(line.filter { !$0.isWhitespace }), files.indices.contains(number - 1) { return files[number - 1] }
      console.write("Please type a number from 1 to \(files.count).\n")
    }
  }
}
