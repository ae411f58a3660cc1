import WidgetSystem

/// Secrets in files readable only by the user: `secrets/ID/NAME`, mode 0600, in folders of mode 0700.
public struct FileSecretStore: SecretStore {
  private let root: StorePath

  /// - Parameter root: Created when the first secret is stored.
  public init(root: StorePath) { self.root = root }

  public func secret(_ name: String, of widget: String) throws(SecretError) -> StoredSecret? {
    guard case .file = root else { return nil }
    let path = try path(name, widget)
    return try SecretFile.read(path).map { StoredSecret($0, in: StoreLocation(path)) }
  }

  public func set(_ value: String, _ name: String, of widget: String) throws(SecretError) -> StoreLocation {
    let path = try path(name, widget)
    let folder = StoreFolder(of: path)
    do throws(StoreError) { try folder.create() } catch { throw SecretFile.unavailable(folder.path, error.message) }
    for privateFolder in [StoreFolder(of: folder.path).path, folder.path] where chmod(privateFolder, 0o700) != 0 {
      throw SecretFile.unavailable(privateFolder, String(cString: strerror(errno)))
    }
    try SecretFile.write(value, to: path)
    return StoreLocation(path)
  }

  public func clear(_ name: String, of widget: String) throws(SecretError) -> Bool {
    guard case .file = root else { return false }
    let path = try path(name, widget)
    if unlink(path) == 0 {
      // The folder is removed with its last secret.
      rmdir(StoreFolder(of: path).path)
      return true
    }
    if errno == ENOENT { return false }
    throw SecretFile.unavailable(path, String(cString: strerror(errno)))
  }

  public func names() throws(SecretError) -> [String: [String]] {
    guard case .file(let root) = root else { return [:] }
    var names: [String: [String]] = [:]
    for widget in try Self.names(in: root) where Self.isName(widget) {
      guard (try? FileStatus(path: "\(root)/\(widget)"))?.kind == .directory else { continue }
      let secrets = try Self.names(in: "\(root)/\(widget)").filter(Self.isName).sorted()
      if !secrets.isEmpty { names[widget] = secrets }
    }
    return names
  }

  /// Empty for a folder that does not exist.
  private static func names(in folder: String) throws(SecretError) -> [String] {
    do throws(SystemError) {
      return try Directory.names(at: folder)
    } catch {
      if error.code == ENOENT { return [] }
      throw SecretFile.unavailable(folder, error.description)
    }
  }

  private func path(_ name: String, _ widget: String) throws(SecretError) -> String {
    guard Self.isName(name), Self.isName(widget) else { throw .invalidName }
    do throws(StoreError) {
      return "\(try root.file())/\(widget)/\(name)"
    } catch {
      throw .notConfigured(reason: error.message)
    }
  }

  private static func isName(_ text: String) -> Bool {
    (1...200).contains(text.utf8.count) && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == 0x5F || $0 == 0x2D }
  }
}
