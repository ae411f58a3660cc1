import ArgumentParser
import WidgetCommands
import WidgetHost
import WidgetRendering
import WidgetServices
import WidgetSystem

/// `luawidget container list|put|get|remove`
struct ContainerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "container", abstract: "Exchange files with widgets: each group has a container shared by its widgets.",
    discussion: "A path has up to 8 names of letters, digits, ., _ and -, separated by /.",
    subcommands: [List.self, Put.self, Get.self, Remove.self])

  struct List: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List a folder, one name per line; folder names end with /.")

    @Argument(help: .group) var group: String
    @Argument(help: "A folder of the container; without one, all of it.") var path: String?

    func run(in root: CompositionRoot) async throws {
      let names = try explained { () throws(ContainerError) in try root.stores.containers.list(path, in: group) }
      if names.isEmpty { try checkGroup(group, root) }
      if let path, names.isEmpty {
        let exists = try explained { () throws(ContainerError) in try root.stores.containers.exists(path, in: group) }
        guard exists else { throw try missing(path, in: group, root) }
      }
      try Console.standardOutput.print(names.map { terminalSafe($0) + "\n" }.joined())
    }
  }

  struct Put: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "put", abstract: "Create or replace a file. Readers see either the old content or the new.")

    @Argument(help: .group) var group: String
    @Argument(help: .containerPath) var path: String
    @Argument(help: "The file to copy; without one, standard input.", completion: .file()) var file: String?

    func run(in root: CompositionRoot) async throws {
      let limit = ContainerLimits().file
      let bytes: [UInt8]
      if let file {
        do throws(RegularFile.Problem) { bytes = try RegularFile.read(file, limit: limit) } catch {
          throw CommandFailure(terminalSafe("\(file): \(error.words(limit: limit))"), .failed)
        }
      } else {
        do throws(SystemError) { bytes = try FileDescriptor(rawValue: 0).readAll(limit: limit + 1) } catch {
          throw CommandFailure("standard input: \(error)", .failed)
        }
      }
      let known = try explained { () throws(ContainerError) in try root.stores.containers.names() }
      try explained { () throws(ContainerError) in try root.stores.containers.write(bytes, to: path, in: group) }
      Absence.noteNew("the container", group, besides: known)
    }
  }

  struct Get: RootedCommand {
    static let configuration = CommandConfiguration(commandName: "get", abstract: "Write a file to standard output.")

    @Argument(help: .group) var group: String
    @Argument(help: .containerPath) var path: String

    func run(in root: CompositionRoot) async throws {
      let bytes = try explained { () throws(ContainerError) in try root.stores.containers.read(path, in: group) }
      guard let bytes else { throw try missing(path, in: group, root) }
      try Console.standardOutput.print(bytes)
    }
  }

  struct Remove: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove a file, or a folder with its files.")

    @Argument(help: .group) var group: String
    @Argument(help: "A path in the container; without one, everything in it.") var path: String?

    func run(in root: CompositionRoot) async throws {
      let count = try explained { () throws(ContainerError) in
        try remove(path.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }, in: root.stores.containers)
      }
      if let path, count == nil { throw try missing(path, in: group, root) }
      let files = count ?? 0
      if files == 0 { try checkGroup(group, root) }
      try Console.standardOutput.print("\(files) file\(files == 1 ? "" : "s") removed\n")
    }

    /// - Returns: The number of removed files; nil if there's nothing at the path.
    private func remove(_ path: String?, in store: any ContainerStore) throws(ContainerError) -> Int? {
      if let path, !(try isFolder(path, in: store)) { return try store.remove(path, in: group) ? 1 : nil }
      var count = 0
      for name in try store.list(path, in: group) {
        let inner = (path.map { $0 + "/" } ?? "") + (name.hasSuffix("/") ? String(name.dropLast()) : name)
        count += try remove(inner, in: store) ?? 0
      }
      if let path { _ = try store.remove(path, in: group) }
      return count
    }

    private func isFolder(_ path: String, in store: any ContainerStore) throws(ContainerError) -> Bool {
      let segments = path.split(separator: "/")
      let parent = segments.count > 1 ? segments.dropLast().joined(separator: "/") : nil
      guard ContainerName.segments(of: path) != nil else { throw .badPath(path) }
      return try store.list(parent, in: group).contains("\(segments.last ?? "")/")
    }
  }
}

/// Performs an operation on a container; its error ends the command.
private func explained<Result>(_ operation: () throws(ContainerError) -> Result) throws(CommandFailure) -> Result {
  do throws(ContainerError) { return try operation() } catch {
    switch error {
    case .badName, .badPath: throw CommandFailure(terminalSafe("\(error)"))
    case .store(let error): throw CommandFailure(error) ?? CommandFailure(terminalSafe("\(error)"), .internalError)
    default: throw CommandFailure(terminalSafe("\(error)"), .failed)
    }
  }
}

/// - Throws: ``CommandFailure`` if the group has no container.
private func checkGroup(_ group: String, _ root: CompositionRoot) throws(CommandFailure) {
  let known = try explained { () throws(ContainerError) in try root.stores.containers.names() }
  guard !known.contains(group) else { return }
  throw Absence.failure("there is no container \"\(group)\"", group, among: known, none: "there are no others either")
}

private func missing(_ path: String, in group: String, _ root: CompositionRoot) throws(CommandFailure) -> CommandFailure {
  try checkGroup(group, root)
  let segments = path.split(separator: "/")
  let parent = segments.count > 1 ? segments.dropLast().joined(separator: "/") : nil
  let names = (try? root.stores.containers.list(parent, in: group)) ?? []
  return Absence.failure(
    "the container of \(group) has no \"\(path)\"", path, among: names.map { (parent.map { $0 + "/" } ?? "") + $0 })
}

extension RegularFile.Problem {
  fileprivate func words(limit: Int) -> String {
    switch self {
    case .system(let error): "\(error)"
    case .notRegular: "it is \(RegularFile.refusal)"
    case .severalLinks: "it has several names"
    case .tooLarge(let size): "it has \(size) bytes; a file in a container must not exceed \(limit)"
    }
  }
}
