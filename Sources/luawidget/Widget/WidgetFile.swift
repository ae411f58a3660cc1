import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetSystem

/// Finds the file of a widget by what the user typed.
enum WidgetFile {
  /// `weather` finds `weather.lua` in the working folder. Everything else is a path.
  static func path(_ argument: String) -> String {
    var status = stat()
    guard isName(argument), stat(argument, &status) != 0, stat(argument + ".lua", &status) == 0 else { return argument }
    return argument + ".lua"
  }

  /// - Throws: `Failure`, for a missing file with the nearest name in its folder.
  static func script(_ argument: String) throws(Failure) -> WidgetScript {
    do throws(Failure) {
      return try WidgetScript(path: path(argument))
    } catch {
      var failure = error
      if let nearest = nearest(argument) { failure.remedy = "did you mean \(terminalSafe(nearest))?" }
      throw failure
    }
  }

  private static func isName(_ argument: String) -> Bool { !argument.contains("/") && !argument.hasSuffix(".lua") }

  /// The widget in the same folder whose name is most similar to a missing one.
  private static func nearest(_ argument: String) -> String? {
    var status = stat()
    guard stat(argument, &status) != 0 else { return nil }
    let slash = argument.lastIndex(of: "/").map { argument.index(after: $0) } ?? argument.startIndex
    let folder = String(argument[..<slash])
    let name = String(argument[slash...])
    let wanted = name.hasSuffix(".lua") ? name : name + ".lua"
    let names = ((try? Directory.names(at: folder.isEmpty ? "." : folder)) ?? []).filter {
      $0.hasSuffix(".lua") && !$0.hasPrefix(".")
    }
    return NearestName.of(wanted, among: names).map { folder + $0 }
  }
}
