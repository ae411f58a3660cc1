import WidgetModel

/// The files of the widget's own folder.
struct ResourceAccess {
  private let session: HostSession

  init(_ session: HostSession) { self.session = session }

  /// A resource, which is watched from now on.
  func read(_ name: String) throws(ResourceFolder.Problem) -> [UInt8] {
    session.noteRead(session.script.resources.path + "/" + name)
    return try session.script.resources.read(name)
  }

  /// The source of a module and its chunk name; nil when there is no such module.
  func module(_ name: String) throws(HostError) -> (source: [UInt8], chunk: String)? {
    let folder = session.script.resources
    let file = name.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "/") + ".lua"
    session.noteRead(folder.path + "/" + file)
    do throws(ResourceFolder.Problem) {
      return (try folder.read(file, limit: WidgetScript.maximumSize), folder.chunkPrefix + "/" + file)
    } catch {
      switch error {
      case .notFound, .badName: return nil
      case .tooLarge(let size):
        throw HostError("require: \(file) has \(size) bytes; a module may have \(WidgetScript.maximumSize)")
      case .unreadable(let reason): throw HostError("require: \(file): \(reason)")
      }
    }
  }
}
