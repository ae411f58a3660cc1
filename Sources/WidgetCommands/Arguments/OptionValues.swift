package import WidgetGraphics
package import WidgetHost
package import WidgetModel
package import WidgetRendering
import WidgetRuntime
package import WidgetServices
package import WidgetSurfaces

/// `--format`
extension OutputFormat: ArgumentValue {
  /// The format for a file's extension; nil for a file without one.
  ///
  /// - Throws: ``CommandFailure`` for an unknown extension.
  package init?(file: String) throws {
    guard let suffix = Self.fileExtension(of: file) else { return nil }
    guard let format = OutputFormat(fileExtension: suffix) else {
      let known = OutputFormat.allCases.compactMap(\.fileExtensions.first).joined(separator: ", ")
      throw CommandFailure(
        "--output has the unknown extension .\(terminalSafe(suffix.lowercased())); give --format, or use \(known)")
    }
    self = format
  }

  /// A file's extension; nil for a file without one, such as `.png`.
  package static func fileExtension(of file: String) -> Substring? {
    guard let name = file.split(separator: "/").last, let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    return name[name.index(after: dot)...]
  }
}

/// `--fonts`
package enum FontsArgument: String, CaseIterable, ArgumentValue {
  case user
  case own

  package var fonts: FontSet { self == .own ? .standard : .user }
}

extension ColorScheme: ArgumentValue {}
extension TextSize: ArgumentValue {}
extension IconStyle: ArgumentValue {}
extension WidgetFamily: ArgumentValue {}
extension DisplayMode: ArgumentValue {}
extension GraphicsPreference: ArgumentValue {}
extension PopupPlace: ArgumentValue {}

/// The value of `--allow`, and of the permission arguments.
package enum PermissionArgument {
  /// - Throws: ``CommandFailure`` for anything no manifest could request.
  package static func permission(_ text: String) throws -> Permission {
    do throws(PermissionSyntaxError) {
      return try PermissionSyntax.permission(text)
    } catch {
      let shown = terminalSafe(text, limit: 100)
      switch error {
      case .unknown: throw CommandFailure(PermissionSyntaxError.notPermission(shown))
      case .impossible(let reason): throw CommandFailure("\(shown): \(terminalSafe(reason))")
      }
    }
  }
}

/// The value of `--board`.
package enum BoardArgument {
  /// - Throws: ``CommandFailure`` for an invalid name, or without a folder for boards.
  package static func location(_ name: String, environment: [String: String]) throws -> BoardLocation {
    guard BoardLocation.isValid(name) else {
      throw CommandFailure(
        "--board takes a name of letters, digits, hyphens, underscores and points, got \"\(terminalSafe(name, limit: 100))\"")
    }
    guard let location = BoardLocation(name: name, environment: environment) else {
      throw CommandFailure("there is no folder for boards: set HOME or XDG_CONFIG_HOME", .internalError)
    }
    return location
  }

  /// The location of a board that exists. The default board does even without a file: it's empty then.
  ///
  /// - Parameter needsFile: Whether the default board needs one too.
  /// - Throws: ``CommandFailure``, with the nearest name, if there's no such board.
  package static func existing(
    _ name: String, environment: [String: String], needsFile: Bool = false
  ) throws -> BoardLocation {
    let location = try location(name, environment: environment)
    guard !location.hasFile, needsFile || name != BoardLocation.defaultName else { return location }
    let known = BoardLocation.all(environment: environment).map(\.name)
    let failure = Absence.failure("there is no board \"\(name)\"", name, among: known, none: "there are no others either")
    throw CommandFailure("\(failure.message)\n  try: \(location.addCommand) makes it", failure.exit)
  }
}
