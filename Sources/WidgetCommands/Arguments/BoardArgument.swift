package import WidgetHost
import WidgetRendering

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
}
