import WidgetHelpers
public import WidgetModel
import WidgetServices
import WidgetSystem

/// A widget's main file and the folder of its modules and resources.
public struct WidgetScript: Sendable, Equatable {
  /// Bytes per script.
  public static let maximumSize = 64 << 10

  /// Absolute path of the `.lua` file.
  public var path: String
  /// The name in error messages: `flight.lua`, or `flight/main.lua` for a folder.
  public var chunkName: String
  public var source: [UInt8]
  public var resources: ResourceFolder
  /// The file's stem or the folder's name: names a widget without a name of its own.
  public var stem: String

  /// Reads a widget.
  ///
  /// - Parameter path: A `.lua` file, or a folder with `main.lua`.
  /// - Throws: ``Failure`` of kind `missing` or `unreadable`, before any of the file runs.
  public init(path: String) throws(Failure) {
    guard !path.isEmpty else {
      throw Failure(.missing, "the path to the widget is empty", remedy: "name a .lua file, or a folder with main.lua")
    }
    guard let real = realpath(path, nil) else {
      throw Self.unopened(SystemError.current, path)
    }
    defer { free(real) }
    let resolved = String(cString: real)
    let name = resolved.split(separator: "/").last.map(String.init) ?? resolved
    if (try? FileStatus(path: resolved))?.kind == .directory {
      guard (try? FileStatus(path: resolved + "/main.lua"))?.kind == .regular else {
        throw Failure(
          .unreadable, "\(path) is a folder without main.lua", remedy: "name a .lua file, or put the widget in \(path)/main.lua")
      }
      self.path = resolved + "/main.lua"
      chunkName = name + "/main.lua"
      stem = name
      resources = ResourceFolder(path: resolved, chunkPrefix: name)
    } else {
      self.path = resolved
      chunkName = name
      stem = name.hasSuffix(".lua") && name.count > 4 ? String(name.dropLast(4)) : name
      let folder = resolved.hasSuffix(".lua") ? String(resolved.dropLast(4)) : resolved + ".resources"
      resources = ResourceFolder(path: folder, chunkPrefix: stem)
    }
    source = try Self.read(self.path, shown: path)
  }

  /// A widget from text, without files, for tests and for the last good text in `--watch`.
  public init(source: String, name: String = "widget.lua", resources: ResourceFolder? = nil) {
    path = "/" + name
    chunkName = name
    self.source = Array(source.utf8)
    stem = name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
    self.resources = resources ?? ResourceFolder(path: "", chunkPrefix: stem)
  }

  /// The source of the widget's main file or of a module, by chunk name; nil for other files.
  public func source(of file: String) -> [UInt8]? {
    if file == chunkName { return source }
    let prefix = resources.chunkPrefix + "/"
    guard file.hasPrefix(prefix) else { return nil }
    let bytes = try? resources.read(String(file.dropFirst(prefix.count)), limit: ResourceFolder.maximumModuleSize)
    return bytes.map(SourceEncoding.normalized)
  }

  private static func read(_ path: String, shown: String) throws(Failure) -> [UInt8] {
    let bytes: [UInt8]
    do {
      bytes = try RegularFile.read(path, limit: maximumSize)
    } catch {
      switch error {
      case .system(let error):
        throw unopened(error, shown)
      case .notRegular, .severalLinks: throw Failure(.unreadable, "\(shown) is \(RegularFile.refusal)")
      case .tooLarge(let size):
        throw Failure(
          .unreadable, "\(shown) has \(size) bytes; a widget may have \(maximumSize)",
          remedy: "move parts into modules (require) or data into resources (fetch)")
      }
    }
    if bytes.isEmpty {
      throw Failure(.unreadable, "\(shown) is empty", remedy: "begin with function content() return ui.text \"Hello\" end")
    }
    if bytes.starts(with: [0x1B, 0x4C, 0x75, 0x61]) {
      throw Failure(.unreadable, "\(shown) is compiled Lua bytecode", remedy: "a widget is Lua source text; give the .lua file")
    }
    if let problem = SourceEncoding.problem(with: bytes) { throw Failure(.unreadable, "\(shown) \(problem)") }
    // Before the encoding: an image or a program has none.
    if bytes.contains(0) {
      throw Failure(
        .unreadable, "\(shown) is not a text file (it contains NUL bytes)",
        remedy: "a widget is Lua source text; give the .lua file")
    }
    if let problem = SourceEncoding.problem(withMain: bytes) { throw Failure(.unreadable, "\(shown) \(problem)") }
    return SourceEncoding.normalized(bytes)
  }

  private static func unopened(_ error: SystemError, _ path: String) -> Failure {
    switch error.code {
    case ENOENT where isAddress(path): address(path)
    case ENOENT where InstalledFiles.folders.allSatisfy({ access("\($0)/widgets", F_OK) != 0 }):
      // Its own widgets, which boards name without a path, can't be found either.
      Failure(
        .missing, "\(path): \(error)",
        remedy: "check the path; if it's a widget of luawidget's own, \(HelperProgram.installation)")
    case ENOENT:
      Failure(.missing, "\(path): \(error)", remedy: "check the path; a widget is a .lua file or a folder with main.lua")
    case ENOTDIR: Failure(.missing, "\(path): \(error)", remedy: "check the path: a part of it is a file, not a folder")
    case EACCES: Failure(.unreadable, "\(path): \(error)", remedy: "make the file readable: chmod u+r \(path)")
    default: Failure(.unreadable, "\(path): \(error)")
    }
  }

  private static func isAddress(_ path: String) -> Bool { path.hasPrefix("https:/") || path.hasPrefix("http:/") }

  private static func address(_ url: String) -> Failure {
    let path = url.prefix { $0 != "?" && $0 != "#" }
    let name = path.split(separator: "/").dropFirst(2).last.flatMap { $0.hasSuffix(".lua") ? String($0) : nil } ?? "widget.lua"
    return Failure(
      .missing, "\(url) is on the web; luawidget runs only files",
      remedy: "save it, read it, then run ./\(name): curl -o \(name) \(ShellWord.quoted(url))")
  }
}
