import WidgetGraphics
package import WidgetModel
import WidgetRendering
import WidgetServices
import WidgetSystem

/// The background image of a theme, as served to the board's pages.
package struct ThemeImage: Sendable, Equatable {
  /// Why a theme's image isn't shown, as a sentence that is safe for a terminal; nil if it is, or if the theme has none.
  package static func problem(of theme: Theme, environment: [String: String]) -> String? {
    guard case .image(let path)? = theme.background else { return nil }
    do throws(Problem) { _ = try ThemeImage(path: path, environment: environment) } catch {
      return error.sentence(about: path)
    }
    return nil
  }

  /// Why an image can't be shown.
  struct Problem: Error, Equatable {
    var reason: String

    func sentence(about path: String) -> String {
      terminalSafe("The theme's image \(path) isn't shown: \(reason).", limit: 400)
    }
  }

  var type: ImageType
  var bytes: [UInt8]
  /// Made from the content, so browsers keep it as long as it's current.
  var name: String

  var address: String { Route.grounds + name }

  /// - Parameter path: Absolute, or below `~/`.
  init(path: String, environment: [String: String]) throws(Problem) {
    var path = path
    if path.hasPrefix("~/"), let home = UserFolders(environment: environment).home { path = home + path.dropFirst() }
    let file: [UInt8]?
    do { file = try RegularFile.readIfPresent(path, limit: ImageHeader.mostBytes) } catch {
      throw Problem(reason: error.reason)
    }
    guard let file else { throw Problem(reason: "there's no such file") }
    do throws(ImageProblem) { type = try ImageHeader(file).type } catch { throw Problem(reason: "\(error)") }
    bytes = file
    name = SHA256.hash(file).bytes.prefix(12).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
