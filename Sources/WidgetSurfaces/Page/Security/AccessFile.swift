package import WidgetServices
import WidgetSystem

/// The file for ``AccessKeys``: browsers stay signed in when luawidget restarts. It contains nothing but digests.
package struct AccessFile: Sendable {
  private let file: ServerFile

  /// `$XDG_STATE_HOME/luawidget/serve/BOARD.access`.
  ///
  /// - Returns: nil without a home folder.
  package init?(board: String, environment: [String: String]) {
    guard let file = ServerFile("\(board).access", environment: environment) else { return nil }
    self.file = file
  }

  /// Whether the page has a key of its own.
  package func hasPictureKey() throws(StoreError) -> Bool {
    AccessKeys(text: try file.read() ?? "", now: 0).pictureKey != nil
  }

  /// Reads the file. One that can't be read is empty: the user opens a new address.
  func read(now: Double) -> AccessKeys {
    guard let text = (try? file.read()) ?? nil else { return AccessKeys() }
    return AccessKeys(text: text, now: now)
  }

  /// Writes the file. Without it, browsers are signed in until luawidget ends.
  func write(_ keys: AccessKeys) throws(StoreError) {
    do throws(SystemError) { try file.write(keys.text, in: try file.makeFolder()) } catch { throw file.failure(error) }
  }
}

/// A file of a board's server: text of at most 64 KiB, for the user alone.
struct ServerFile: Sendable {
  private static let sizeLimit = 64 << 10
  let folder: String
  let name: String
  var path: String { "\(folder)/\(name)" }

  /// A file in `$XDG_STATE_HOME/luawidget/serve`.
  ///
  /// - Returns: nil without a home folder.
  init?(_ name: String, environment: [String: String]) {
    guard let state = UserFolders(environment: environment).state else { return nil }
    folder = "\(state)/luawidget/serve"
    self.name = name
  }

  private var location: StoreLocation {
    let word = ShellWord.quoted(path)
    return StoreLocation(path, replacement: "move \(word) away", writeAccess: "make \(word) and its folder writable")
  }

  /// - Returns: nil if there's no such file.
  func read() throws(StoreError) -> String? {
    do throws(RegularFile.Unreadable) {
      let bytes = try RegularFile.readIfPresent(path, limit: Self.sizeLimit, followsLinks: false)
      return bytes.map { String(decoding: $0, as: UTF8.self) }
    } catch {
      throw .unavailable(location, reason: error.reason)
    }
  }

  func makeFolder() throws(SystemError) -> Directory { try Directory.make(folder) }

  func write(_ text: String, in directory: Directory) throws(SystemError) {
    try AtomicFile.write(Array(text.utf8), to: name, in: directory, permissions: 0o600)
  }

  func failure(_ error: SystemError) -> StoreError { StoreError(errno: error.code, at: location) }
}
