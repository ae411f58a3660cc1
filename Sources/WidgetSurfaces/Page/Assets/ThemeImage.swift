import WidgetGraphics
import WidgetModel
import WidgetServices
import WidgetSystem

/// The background image of a theme, as served to the board's pages.
struct ThemeImage: Sendable, Equatable {
  /// Why an image can't be shown.
  struct Problem: Error, Equatable {
    var reason: String
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
