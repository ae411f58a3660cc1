package import WidgetModel
import WidgetRendering
package import WidgetRuntime
import WidgetSystem

/// Finds the file of a widget by what the user typed.
package enum WidgetFile {
  /// The folder of widgets that is searched below the working folder.
  private static let folder = "widgets/"

  /// `weather` finds `weather.lua`, even beside the folder `weather` of its resources, then `widgets/weather.lua` or `widgets/weather/main.lua`. Everything else is a path.
  package static func path(_ argument: String) -> String {
    guard isName(argument), !exists(argument) || isResourceFolder(argument) else { return argument }
    let (file, inFolder) = (argument + ".lua", folder + argument)
    if exists(file) { return file }
    if exists(inFolder + ".lua") { return inFolder + ".lua" }
    return exists(inFolder + "/main.lua") ? inFolder : argument
  }

  /// - Throws: `Failure`, for a missing file with the nearest name in its folder.
  package static func script(_ argument: String) throws(Failure) -> WidgetScript {
    do throws(Failure) {
      return try WidgetScript(path: path(argument))
    } catch {
      var failure = error
      if let nearest = nearest(argument) { failure.remedy = CommandText.current(replacing: argument, with: nearest) }
      throw failure
    }
  }

  private static func isName(_ argument: String) -> Bool { !argument.contains("/") && !argument.hasSuffix(".lua") }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0
  }

  /// Whether a path is the folder of the resources of the `.lua` file in the same folder, and not a widget.
  private static func isResourceFolder(_ path: String) -> Bool {
    (try? FileStatus(path: path))?.kind == .directory && !exists(path + "/main.lua") && exists(path + ".lua")
  }

  /// The widget in the same folder, or in `widgets`, whose name is most similar to a missing one.
  private static func nearest(_ argument: String) -> String? {
    if isResourceFolder(argument) { return argument + ".lua" }
    // A link that leads nowhere is there: its own name is no advice.
    var status = stat()
    guard lstat(argument, &status) != 0 else { return nil }
    let slash = argument.lastIndex(of: "/").map { argument.index(after: $0) } ?? argument.startIndex
    let folder = String(argument[..<slash])
    let name = String(argument[slash...])
    let wanted = name.hasSuffix(".lua") ? name : name + ".lua"
    let folders = folder.isEmpty ? ["", Self.folder] : [folder]
    for folder in folders {
      let names = ((try? Directory.names(at: folder.isEmpty ? "." : folder)) ?? []).filter {
        $0.hasSuffix(".lua") && !$0.hasPrefix(".")
      }
      if names.contains(wanted) { return folder + wanted }
      if let nearest = NearestName.of(wanted, among: names) { return folder + nearest }
    }
    return nil
  }
}
