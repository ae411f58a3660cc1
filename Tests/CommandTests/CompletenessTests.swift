import Foundation
import Testing
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetTesting

/// ARCHITECTURE.md lists what to touch for adding a host function, a view, one of its fields, an output format, a command, an option and
/// a store. These tests read the registry of each and check every place on its list.
@Suite struct CompletenessTests {
  private func text(_ path: String) throws -> String {
    try String(contentsOf: Command.root.appending(path: path), encoding: .utf8)
  }

  /// The files below a folder with names ending in `suffix`, by path.
  private func files(_ folder: String, _ suffix: String = ".swift") throws -> [String: String] {
    let root = Command.root.appending(path: folder)
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(suffix) }
    return try Dictionary(uniqueKeysWithValues: names.map { ("\(folder)/\($0)", try text("\(folder)/\($0)")) })
  }

  /// The man page without escapes.
  private func manual() throws -> String { try text("docs/luawidget.1").replacing("\\-", with: "-") }

  private func examples() throws -> String {
    try [files("examples", ".lua"), files("widgets", ".lua")].flatMap(\.values).joined(separator: "\n")
  }

  // MARK: Host functions

  @Test("every host function has an example and an editor type")
  func hostFunctions() throws {
    let names = APIDocumentation.reference.matches(of: #/(?m)^### `([\w.:]+)/#).map { String($0.1) }.filter {
      !$0.hasPrefix("ui.")
    }
    #expect(names.count > 40)
    let examples = try examples()
    for name in names {
      let short = name.split(whereSeparator: { $0 == "." || $0 == ":" }).last.map(String.init) ?? name
      let uses = try Regex("\(name == short ? "\\b" : "[.:]")\(short)\\b")
      let (hasExample, hasType) = (examples.contains(uses), APIDocumentation.types.contains(short))
      #expect(hasExample, "no example uses \(name)")
      #expect(hasType, "\(name) has no editor type")
    }
  }

  @Test("every module of host functions is in the list of modules")
  func hostModules() throws {
    let list = try text("Sources/WidgetRuntime/HostAPI/HostAPI.swift")
    for (path, source) in try files("Sources/WidgetRuntime/HostAPI") {
      for module in source.matches(of: #/static let (\w+) = HostModule\(/#).map(\.1) {
        let isListed = list.contains(try Regex("[ .]\\.?\(module),"))
        #expect(isListed, "\(path): HostAPI.modules lacks \(module)")
      }
    }
  }

  // MARK: Views

  @Test("every view has an example, an editor type and a page in the reference", arguments: ViewKind.allCases)
  func views(_ kind: ViewKind) throws {
    let name = "ui.\(kind.rawValue)"
    let hasExample = try examples().contains(Regex("\\bui\\.\(kind.rawValue)\\b"))
    let hasType = APIDocumentation.types.contains("function \(name)(")
    let isInReference = APIDocumentation.reference.contains("### `\(name)")
    #expect(hasExample, "no example shows \(name)")
    #expect(hasType && isInReference)
  }

  @Test("every field of any view has a value in the sample, is stored, can be set by a script, and is drawn")
  func styleFields() throws {
    #expect(ViewStyle(stored: ViewStyle.sample.stored) == .sample)
    let fields = try #require(Mirror(reflecting: ViewStyle.sample).descendant("storage", "some", "fields") as? ViewStyleFields)
    let declarations = try files("Sources/WidgetRuntime/View").values.joined()
    let drawing = try [files("Sources/WidgetRendering"), files("Sources/WidgetPainter")].flatMap(\.values).joined()
    for (field, value) in [Mirror(reflecting: fields), Mirror(reflecting: ViewEffects.sample)].flatMap(\.children) {
      let name = try #require(field)
      #expect(Mirror(reflecting: value).children.count == 1, "ViewStyle.sample has no \(name)")
      let property = try Regex("\\.\(name)\\b")
      let (isDeclared, isDrawn) = (declarations.contains(property), drawing.contains(property))
      // The field `mask` makes an overlay, an update replaces `color_of` with the colour, and finds those of images.
      #expect(isDeclared || ["isMasked", "imageColors"].contains(name), "no field of a script sets \(name)")
      #expect(isDrawn || name == "colorOf", "nothing draws \(name)")
    }
  }

  @Test("no switch over views has a default case, so the compiler finds every place that a new view needs")
  func exhaustiveSwitches() throws {
    for (path, source) in try files("Sources") {
      for block in Self.switches(in: source) {
        let lines = block.split(separator: "\n").map { $0.drop { $0 == " " } }
        let labels = lines.filter { $0.hasPrefix("case") }.joined(separator: " ").split { !$0.isLetter && $0 != "." }
        let kinds = Set(ViewKind.allCases.map { ".\($0)" }).intersection(labels.map(String.init))
        // Other enumerations have cases with these names too.
        let isOverViews = !kinds.subtracting([
          ".text", ".icon", ".date", ".group", ".card", ".image", ".link", ".circle", ".path",
        ]).isEmpty
        let hasDefault = isOverViews && lines.contains { $0.hasPrefix("default:") || $0.hasPrefix("@unknown default:") }
        #expect(!hasDefault, "\(path): a switch over \(kinds.sorted()) has a default case")
      }
    }
  }

  /// The bodies of the switch statements in a Swift file.
  private static func switches(in source: String) -> [String] {
    source.matches(of: #/\bswitch [^{\n]*\{/#).map { match in
      var depth = 1
      let body = source[match.range.upperBound...].prefix { character in
        if character == "{" { depth += 1 }
        if character == "}" { depth -= 1 }
        return depth > 0
      }
      return String(body)
    }
  }

  // MARK: Output formats

  @Test("every output format works, is documented, and every SnapshotFormat is one")
  func outputFormats() async throws {
    let (formats, bars) = (
      OutputFormat.allCases.filter { !$0.isForBar }.map(\.rawValue), OutputFormat.allCases.filter { $0.isForBar }.map(\.rawValue)
    )
    // Lines may be broken between them.
    let isDocumented = try manual().contains((formats + bars).joined(separator: "|\\:"))
    #expect(isDocumented, "the man page does not list \(formats)")
    try await withCommand { command in
      let help = try command.run("run", "--help").output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let isInHelp = help.contains("(values: \((formats + bars).joined(separator: ", "))")
      #expect(isInHelp, "\(help)")
      for format in formats {
        let file = command.folder.appending(path: "output.\(format)")
        let example = Command.root.appending(path: "examples/hello.lua").path
        let outcome = try command.run("run", example, "--format", format, "--output", file.path)
        #expect(outcome.status == 0, "\(format): \(outcome)")
        #expect(try Data(contentsOf: file).isEmpty == false, "\(format)")
      }
      for format in bars {
        let outcome = try command.run("run", Command.root.appending(path: "examples/hello.lua").path, "--format", format)
        #expect(outcome.status == 0 && outcome.output.contains("Hello"), "\(format): \(outcome)")
      }
    }
    let selection = try text("Sources/WidgetRendering/OutputFormat.swift")
    for name in try files("Sources/WidgetRendering").values.flatMap({
      $0.matches(of: #/struct (\w+): SnapshotFormat/#).map { String($0.1) }
    }) {
      let isOffered = selection.contains("\(name)(")
      #expect(isOffered, "OutputFormat does not offer \(name)")
    }
  }

  // MARK: Commands

  @Test("every command has a file, a page in the manual and a test")
  func commands() async throws {
    let manual = try manual()
    let sources = try files("Sources/luawidget").merging(files("Sources/luawidget-commands")) { $1 }
    let tables = try files("Sources/WidgetCommands/Arguments").values
    let tests = try files("Tests/CommandTests").values.joined()
    try await withCommand { command in
      let help = try command.run("--help").output
      let names = help.matches(of: #/(?m)^  ([a-z][a-z-]*)  +[A-Z]/#).map { String($0.1) }
      #expect(names.count >= 10 && names.contains("run"))
      let declared = sources.filter { $0.key.hasSuffix("Command.swift") }.flatMap { _, source in
        source.matches(of: #/(?m)^struct \w+: \w*Command \{\n.*\n? *commandName: "([a-z-]+)"/#).map { String($0.1) }
      }
      let inTables = tables.flatMap { $0.matches(of: #/static let name = "([a-z]+)"/#).map { String($0.1) } }
      // Those only other programs run.
      let hidden = sources.values.flatMap { source in
        source.matches(of: #/commandName: "([a-z-]+)".*shouldDisplay: false/#).map { String($0.1) }
      }
      #expect(
        Set(declared + inTables) == Set(names + hidden), "LuaWidgetCommands.swift lists other commands than there are files")
      for name in names {
        let (isDescribed, isTested) = (manual.contains("\n.TP\n.B \(name)\n"), tests.contains("\"\(name)\""))
        let hasFile = sources.contains {
          $0.key.lowercased().hasSuffix("/\(name.replacing("-", with: ""))command.swift")
            && (inTables.contains(name) || $0.value.contains("commandName: \"\(name)\""))
        }
        #expect(isDescribed, "the man page does not describe \(name)")
        #expect(isTested, "no test runs \(name)")
        #expect(hasFile, "\(name) has no file")
        #expect(try command.run(name, "--help").status == 0)
        let subcommands = try command.run("help", name).output.matches(of: #/(?m)^  ([a-z]+)  +[A-Z]/#).map { String($0.1) }
        for subcommand in [nil] + subcommands.map(Optional.some) {
          let help = try command.run(["help", name] + [subcommand].compactMap(\.self)).output
          let options = help.matches(of: #/(?m)^  (?:-[a-zA-Z], )?(--[a-z-]+)/#).map { String($0.1) }
          let missing = options.filter { !["--help", "--version"].contains($0) && !manual.contains($0) }
          #expect(missing.isEmpty, "the man page lacks options of \(name) \(subcommand ?? "")")
        }
      }
    }
  }

  // MARK: Stores

  @Test("every store has a production and an in-memory implementation, a conformance test, and a place in the composition root")
  func stores() throws {
    let services = try files("Sources/WidgetServices").values.joined(separator: "\n")
    let tests = try files("Tests/WidgetServicesTests").values
    let root = try files("Sources/WidgetHost").first { $0.key.hasSuffix("/Stores.swift") }?.value ?? ""
    let declared = services.matches(of: #/public protocol (\w+Store)\b/#).map { String($0.1) }
    let composed = root.matches(of: #/public var \w+: any (\w+)/#).map { String($0.1) }
    // A part of another store is implemented and tested along with it.
    let parts = services.matches(of: #/public protocol \w+Store: (.*) \{/#).flatMap {
      $0.1.split(separator: ", ").map(String.init)
    }
    let names = Set(declared + composed).subtracting(parts).sorted()
    #expect(names.count >= 8)
    for name in names {
      let implementations = services.matches(
        of: try Regex("(?:class|struct) (\\w+): \(name)\\b", as: (Substring, Substring).self)
      )
      .map { String($0.output.1) }
      #expect(implementations.contains("Memory\(name)"), "\(name) has no in-memory implementation")
      let production = implementations.filter { !$0.hasPrefix("Memory") && root.contains("\($0)(") }
      #expect(!production.isEmpty, "the composition root uses no implementation of \(name)")
      let isInMemory = root.contains("Memory\(name)(")
      #expect(isInMemory, "the in-memory composition root has no \(name)")
      let isTested = tests.contains { test in test.contains("Memory\(name)(") && production.contains { test.contains("\($0)(") } }
      #expect(isTested, "no test runs both implementations of \(name)")
    }
  }

  @Test("the man page lists every file of the stores, and doctor checks it")
  func storeFiles() throws {
    let manual = try manual()
    let doctor = try text("Sources/luawidget-commands/Doctor/DoctorCommand.swift")
    let locations = try files("Sources/WidgetServices").first { $0.key.hasSuffix("/StoreLocations.swift") }?.value ?? ""
    let paths = locations.matches(of: #/path\(folders\.\w+, "(XDG_\w+)", "([\w.]+)"\)/#)
    #expect(paths.count >= 5)
    for path in paths {
      let isListed = manual.contains("$\(path.1)/luawidget/\(path.2)")
      #expect(isListed, "the man page does not list \(path.2)")
    }
    for name in locations.matches(of: #/public var (\w+): StorePath/#).map(\.1) {
      let isChecked = ["locations.\(name))", "locations.\(name),"].contains { doctor.contains($0) }
      #expect(isChecked, "doctor does not check the store of \(name)")
    }
  }

  @Test("ARCHITECTURE.md has a list for each")
  func lists() throws {
    let architecture = try text("ARCHITECTURE.md")
    let section = try #require(architecture.split(separator: "## To add something\n").last?.split(separator: "\n## ").first)
    #expect(
      section.matches(of: #/(?m)^- \*\*(.+?)\*\*/#).map { String($0.1) } == [
        "A host function", "A view", "A field of any view", "An output format", "A command", "An option", "A store",
      ])
  }
}
