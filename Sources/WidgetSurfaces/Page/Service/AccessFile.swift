import WidgetGraphics
import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetSystem

/// The file of ``AccessKeys``: a browser stays signed in when luawidget starts again. It contains digests only.
package struct AccessFile: Sendable {
  private static let sizeLimit = 64 << 10
  private let path: String

  package init(path: String) { self.path = path }

  /// `$XDG_STATE_HOME/luawidget/serve/BOARD.access`.
  ///
  /// - Returns: nil without a home folder.
  package init?(board: String, environment: [String: String]) {
    guard let state = UserFolders(environment: environment).state else { return nil }
    self.init(path: "\(state)/luawidget/serve/\(board).access")
  }

  /// A file that cannot be read is empty: the user opens a new address.
  func read(now: Double) -> AccessKeys {
    guard let bytes = try? RegularFile.read(path, limit: Self.sizeLimit) else { return AccessKeys() }
    return AccessKeys(text: String(decoding: bytes, as: UTF8.self), now: now)
  }

  /// Without the file, browsers are signed in until luawidget ends.
  func write(_ keys: AccessKeys) {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += "/" + part
      mkdir(folder, 0o700)
    }
    try? AtomicFile.write(Array(keys.text.utf8), to: path, permissions: 0o600)
  }
}
