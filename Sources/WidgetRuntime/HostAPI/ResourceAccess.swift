/// The files of the widget's own folder.
struct ResourceAccess {
  private let session: HostSession

  init(_ session: HostSession) { self.session = session }

  /// Reads a resource, which is watched from now on.
  func read(_ name: String, limit: Int = ResourceFolder.maximumSize) throws(ResourceFolder.Problem) -> [UInt8] {
    session.noteRead(session.script.resources.path + "/" + name)
    return try session.script.resources.read(name, limit: limit)
  }

  /// The files a module can be in: `times.lua` or `times/init.lua`.
  func moduleFiles(_ name: String) -> [String] {
    let path = name.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "/")
    return ["\(path).lua", "\(path)/init.lua"]
  }

  func chunkName(of file: String) -> String { "\(session.script.resources.chunkPrefix)/\(file)" }

  /// A module's source and chunk name; nil if there's no such module.
  func module(_ name: String) throws(HostError) -> (source: [UInt8], chunk: String)? {
    for file in moduleFiles(name) {
      if let source = try source(of: file) { return (source, chunkName(of: file)) }
    }
    return nil
  }

  private func source(of file: String) throws(HostError) -> [UInt8]? {
    let folder = session.script.resources
    session.noteRead(folder.path + "/" + file)
    let bytes: [UInt8]
    do throws(ResourceFolder.Problem) {
      bytes = try folder.read(file, limit: ResourceFolder.maximumModuleSize)
    } catch {
      switch error {
      case .notFound, .badName: return nil
      case .tooLarge(let size):
        throw HostError("require: \(file) has \(size) bytes; a module may have \(ResourceFolder.maximumModuleSize)")
      case .unreadable(let reason): throw HostError("require: \(file): \(reason)")
      }
    }
    if let problem = SourceEncoding.problem(with: bytes) { throw HostError("require: \(file) \(problem)") }
    return SourceEncoding.normalized(bytes)
  }
}
