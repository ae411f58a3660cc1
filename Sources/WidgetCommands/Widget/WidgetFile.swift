import WidgetHost
package import WidgetModel
import WidgetRendering
package import WidgetRuntime
import WidgetSystem

/// Finds a widget by whatever the user typed.
package enum WidgetFile {
  /// The folder of widgets to search below the working folder.
  private static let folder = "widgets/"

  /// An argument with a slash or the extension `.lua` is a path. Anything else is looked up as an id on a board (the default board first),
  /// in the working folder, in the user's folder of widgets, and among the installed ones and the examples.
  package static func find(
    _ argument: String, environment: [String: String] = ProcessEnvironment.current
  ) -> FoundWidget {
    guard isName(argument) else { return FoundWidget(path: tidied(argument)) }
    let library = WidgetLibrary(environment: environment)
    var problem: BoardFileError?
    for location in BoardLocation.all(environment: environment) {
      do throws(BoardFileError) {
        let board = try BoardFile(reading: location.path)
        guard let entry = board.entry(argument) else { continue }
        return FoundWidget(path: board.path(of: entry, in: library), entry: entry, problem: problem)
      } catch {
        // A board that doesn't mention the name can't have meant it.
        if problem == nil, mentions(argument, location.path) { problem = error }
      }
    }
    return FoundWidget(path: inWorkingFolder(argument) ?? library.path(argument) ?? argument, problem: problem)
  }

  private static func mentions(_ name: String, _ path: String) -> Bool {
    guard let bytes = try? RegularFile.read(path, limit: BoardFile.sizeLimit) else { return true }
    return String(decoding: bytes, as: UTF8.self).contains(name)
  }

  /// `weather` finds `weather.lua`, even next to the folder `weather` with its resources, then `widgets/weather.lua` or
  /// `widgets/weather/main.lua`.
  private static func inWorkingFolder(_ argument: String) -> String? {
    if exists(argument), !isResourceFolder(argument) { return argument }
    let (file, inFolder) = (argument + ".lua", folder + argument)
    if exists(file) { return file }
    if exists(inFolder + ".lua") { return inFolder + ".lua" }
    return exists(inFolder + "/main.lua") ? inFolder : nil
  }

  /// - Throws: `Failure`; for a missing file it suggests the nearest name.
  package static func script(_ argument: String, _ found: FoundWidget) throws(Failure) -> WidgetScript {
    do throws(Failure) {
      return try found.script()
    } catch {
      var failure = error
      guard found.entry == nil else { throw failure }
      let nearest = nearest(isName(argument) ? argument : tidied(argument))
      // Somebody who typed a name didn't mean a path.
      if failure.kind == .missing, isName(argument), found.path == argument, !argument.isEmpty, !isLinkOrFile(argument) {
        let known = nearest == nil ? Array(Set(knownNames(examples: false))) : []
        failure.message = terminalSafe(
          "no widget has the name \"\(argument)\"" + Absence.alternatives(argument, known, nil), limit: 500)
        if !known.isEmpty { failure.remedy = "luawidget list" }
      }
      if let nearest { failure.remedy = CommandText.current(replacing: argument, with: nearest) }
      throw failure
    }
  }

  /// A path as the user typed it, without `.` and empty parts: `./././hw.lua` is `./hw.lua`.
  private static func tidied(_ path: String) -> String {
    guard !isTidy(path) else { return path }
    // A web address has two slashes.
    guard !path.contains("://") else { return path }
    let parts = path.split(separator: "/").filter { $0 != "." }
    guard !parts.isEmpty else { return path }
    let start = path.hasPrefix("/") ? "/" : path.hasPrefix("./") ? "./" : ""
    return start + parts.joined(separator: "/") + (path.hasSuffix("/") ? "/" : "")
  }

  /// Whether a path, as most do, has neither empty parts nor inner ones named `.`. Taking it apart takes 3 percent of a start.
  private static func isTidy(_ path: String) -> Bool {
    let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
    var before: (UInt8, UInt8) = (0, 0)
    for byte in path.utf8 {
      if byte == slash, before.1 == slash || before == (slash, dot) { return false }
      before = (before.1, byte)
    }
    return before != (slash, dot)
  }

  private static func isName(_ argument: String) -> Bool { !argument.contains("/") && !argument.hasSuffix(".lua") }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0
  }

  private static func isLinkOrFile(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether a path is the resource folder of the `.lua` file next to it, and not a widget.
  private static func isResourceFolder(_ path: String) -> Bool {
    (try? FileStatus(path: path))?.kind == .directory && !exists(path + "/main.lua") && exists(path + ".lua")
  }

  /// The widget in the same folder, in `widgets`, on a board or in a folder of widgets whose name is closest to a missing one.
  private static func nearest(_ argument: String) -> String? {
    if isResourceFolder(argument) { return argument + ".lua" }
    // A dangling link exists: its own name is no advice.
    guard !isLinkOrFile(argument) else { return nil }
    let slash = argument.lastIndex(of: "/").map { argument.index(after: $0) } ?? argument.startIndex
    let folder = String(argument[..<slash])
    let name = String(argument[slash...])
    let wanted = name.hasSuffix(".lua") ? name : name + ".lua"
    let folders = folder.isEmpty ? ["", Self.folder] : [folder]
    let stem = String(wanted.dropLast(".lua".count))
    let known = knownNames()
    // `widgets/disk.lua` of a document, without that folder here.
    let isHere = folders.contains { exists($0 + wanted) }
    if !isHere, known.contains(stem) { return stem }
    for folder in folders {
      let names = ((try? Directory.names(at: folder.isEmpty ? "." : folder)) ?? []).filter {
        $0.hasSuffix(".lua") && !$0.hasPrefix(".")
      }
      if names.contains(wanted) { return folder + wanted }
      // An extension that they share makes no names similar.
      if let nearest = NearestName.of(stem, among: names.map { String($0.dropLast(".lua".count)) }) {
        return folder + nearest + ".lua"
      }
    }
    return folder.isEmpty ? NearestName.of(stem, among: known) : nil
  }

  /// The ids on boards, and the names in folders of widgets.
  private static func knownNames(examples: Bool = true) -> [String] {
    let environment = ProcessEnvironment.current
    let ids = BoardLocation.all(environment: environment).flatMap { location in
      (try? BoardFile(reading: location.path))?.entries.map(\.id) ?? []
    }
    let library = WidgetLibrary(environment: environment)
    return ids + (library.items() + (examples ? library.exampleItems() : [])).map(\.name)
  }
}
