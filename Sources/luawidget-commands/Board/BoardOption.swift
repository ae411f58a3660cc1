import ArgumentParser
import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetSystem

/// `--board`, and what commands do with the board.
struct BoardOption: ParsableArguments {
  @Option(name: .customLong("board"), help: "The name of a board.", completion: BoardCompletion.boards)
  var name = BoardLocation.defaultName

  /// The arguments that name this board in other commands.
  var arguments: [String] { name == BoardLocation.defaultName ? [] : ["--board", name] }

  /// - Parameter creating: Whether the command makes a new board.
  /// - Throws: ``CommandFailure`` for an invalid name, and for an unknown one.
  func location(_ root: CompositionRoot, creating: Bool = false) throws -> BoardLocation {
    creating
      ? try BoardArgument.location(name, environment: root.environment)
      : try BoardArgument.existing(name, environment: root.environment)
  }

  /// - Throws: ``CommandFailure`` for a name that can't be a heading.
  static func group(_ name: String) throws -> String {
    guard BoardEntry.isValidGroup(name) else { throw CommandFailure("--group takes \(BoardEntry.groupRule)") }
    return name
  }

  func file(_ root: CompositionRoot, creating: Bool = false) throws -> BoardFile {
    try BoardFile(reading: location(root, creating: creating).path)
  }

  /// Changes the file.
  ///
  /// - Returns: The new board.
  @discardableResult
  func apply(_ edits: [BoardEdit], _ root: CompositionRoot, creating: Bool = false) throws -> BoardFile {
    var file = BoardFile(path: try location(root, creating: creating).path, entries: [])
    try file.apply(edits)
    return file
  }

  /// The id named by an argument: an id, or the file of its only entry.
  ///
  /// - Throws: ``CommandFailure`` for a file without an entry or with several.
  func id(_ argument: String, _ root: CompositionRoot) throws -> String {
    guard argument.contains("/") || argument.hasSuffix(".lua") else { return argument }
    let board = try file(root)
    let library = WidgetLibrary(environment: root.environment)
    let wanted = (try? WidgetScript(path: argument))?.path
    let ids = board.entries.filter { entry in
      entry.file == argument || (wanted != nil && (try? WidgetScript(path: board.path(of: entry, in: library)))?.path == wanted)
    }.map(\.id)
    guard ids.count <= 1 else {
      throw CommandFailure(
        terminalSafe("\(argument) is on the board \"\(name)\" several times; name one: \(ids.joined(separator: ", "))"))
    }
    guard let id = ids.first else {
      let files = board.entries.map(\.file)
      throw Absence.failure("\(argument) is not on the board \"\(name)\"", argument, among: files, none: "the board is empty")
    }
    return id
  }

  /// The offset of a position given as a number from 1, `first` or `last`.
  static func position(_ text: String, count: Int) throws -> Int {
    switch text {
    case "first": return 0
    case "last": return max(0, count - 1)
    default:
      guard let number = Int(text), number >= 1 else {
        throw CommandFailure("a position is a number from 1, first or last, got \"\(terminalSafe(text, limit: 100))\"")
      }
      return number - 1
    }
  }

  /// Reads `--refresh`: `5m`, `never`, or the five fields of crontab(5).
  static func refresh(_ text: String) throws -> Refresh {
    if let schedule = CronSchedule(text) { return .cron(schedule.text) }
    do {
      return try ManifestDecoder.decode(["refresh": .string(text)]).refresh
    } catch {
      throw CommandFailure(terminalSafe("--refresh \(error.message), or a schedule such as \"0 7 * * *\""))
    }
  }

  static func assignment(_ text: String) throws -> Assignment {
    guard let assignment = Assignment(argument: text) else {
      throw CommandFailure("a setting is written as name=value, got \"\(terminalSafe(text, limit: 100))\"")
    }
    return assignment
  }

  /// Additions to lists (see ``Assignment/additions(_:)``).
  static func additions(_ texts: [String]) throws -> [Assignment] { Assignment.additions(try texts.map(assignment)) }

  /// - Throws: ``CommandFailure`` if the widget has no view for the family.
  static func check(_ family: WidgetFamily?, _ audit: WidgetAudit) throws {
    guard let family, !family.isAccessory, !audit.manifest.families.contains(family) else { return }
    let known = audit.manifest.families.map(\.rawValue).joined(separator: ", ")
    throw CommandFailure(
      terminalSafe("\(audit.script.chunkName) has no view for the family \(family.rawValue); it supports \(known)"))
  }
}

extension ArgumentHelp {
  static let listAddition = ArgumentHelp(
    "Add an element to a setting that is a list; may be repeated. A table is written in JSON.", valueName: "name=value")
}

/// The completions a shell offers for boards and their widgets.
enum BoardCompletion {
  /// The ids on the board named on the command line, or else on all boards.
  static let ids = CompletionKind.custom { words, _, _ in ids(words) }

  /// The ids on the boards, the names found in folders of widgets, and the files in the working folder or the one being typed.
  static let widgets = CompletionKind.custom { words, _, typed in
    let choices = WidgetLibrary(environment: ProcessEnvironment.current).choices(
      for: typed, workingFolder: AbsolutePath.workingFolder)
    let known = ids(words)
    return known + choices.map(\.text).filter { !known.contains($0) }
  }

  private static func ids(_ words: [String]) -> [String] {
    let environment = ProcessEnvironment.current
    let locations = named(words, environment).map { [$0] } ?? BoardLocation.all(environment: environment)
    var ids: [String] = []
    for location in locations {
      for entry in (try? BoardFile(reading: location.path))?.entries ?? [] where !ids.contains(entry.id) { ids.append(entry.id) }
    }
    return ids
  }

  static let boards = CompletionKind.custom { _, _, _ in
    BoardLocation.all(environment: ProcessEnvironment.current).map(\.name)
  }

  private static func named(_ words: [String], _ environment: [String: String]) -> BoardLocation? {
    for (index, word) in words.enumerated() {
      if word.hasPrefix("--board=") { return BoardLocation(name: String(word.dropFirst(8)), environment: environment) }
      if word == "--board", words.indices.contains(index + 1) {
        return BoardLocation(name: words[index + 1], environment: environment)
      }
    }
    return nil
  }
}
