package import WidgetModel
import WidgetSurfaces

/// The warning about a board's theme, on standard error.
package enum ThemeWarning {
  /// Says that the theme's image is missing or unusable.
  package static func write(_ theme: Theme, environment: [String: String]) {
    guard let problem = ThemeImage.problem(of: theme, environment: environment) else { return }
    Console.standardError.write("warning: \(problem)\n")
  }
}
