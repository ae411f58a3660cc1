import WidgetModel
import WidgetServices
import WidgetSystem

private let folder = HostField("folder", .string, "a setting of type `folder`")
private let path = HostField("path", .string, "names separated by `/`, none of them hidden")
private let entry = HostType.record([
  HostField("name", .string), HostField("kind", .choice(["file", "folder"])),
  HostField("size", .integer, "bytes; 0 for a folder"),
  HostField("modified", .number, "seconds since 1970"),
])

extension HostModule {
  static let files = HostModule(
    "files",
    """
    Files in a folder that the user has chosen with a setting of type `folder`. Hidden files, links and what isn't a regular file don't \
    exist there. Changes arrive with `subscribe { folder = settings.NAME }`. See `docs/capabilities.md`.
    """,
    [
      HostFunction(
        "files.list",
        """
        Returns what's in the folder, or in one below it, sorted by name. Returns nil if there's no such folder, and nil and an error, \
        of kind `unavailable` if the user's folder isn't there.
        """,
        folder, .optional("path", .string, "a folder in it", default: "the folder itself"),
        returns: [HostField("entries", .optional(.list(entry))), .error], requires: .files,
        limits: "\(FolderFiles.maximumEntries) entries"
      ).implemented(using: \.folders) { call, folders throws(HostError) in
        try folders.list(call.text(0), call[1].isNull ? nil : call.text(1))
      },
      HostFunction(
        "files.read",
        """
        Returns a file's content. Returns nil if there's no such file, and nil and an error, of kind `too_large`, or `denied` if it's \
        not a regular file.
        """,
        folder, path, returns: [HostField("bytes", .optional(.string)), .error], requires: .files, limits: "4 MiB"
      ).implemented(using: \.folders) { call, folders throws(HostError) in try folders.read(call.text(0), call.text(1)) },
      HostFunction(
        "files.write",
        """
        Creates or replaces a file, with the folders it's in; a reader sees the old content or the new one. Needs a setting with \
        `access = "write"`. Returns true, or nil and an error, of kind `denied` for what could be run: programs, scripts, and files with \
        such names.
        """,
        folder, path, HostField("bytes", .string), returns: [HostField("written", .optional(.boolean)), .error], requires: .files,
        arguments: .storedOrShown, long: .argument(3), limits: "4 MiB"
      ).implemented(using: \.folders) { call, folders throws(HostError) in
        try folders.write(call[2].stringBytes ?? [], call.text(0), call.text(1))
      },
    ])
}

/// The folders the user has chosen for the widget.
struct FolderFileAccess {
  private let session: HostSession

  init(_ session: HostSession) { self.session = session }

  /// The folder a text of the script stands for, if the widget may read it.
  func folder(
    _ text: String, _ function: String, as example: String, _ access: FolderAccess = .read
  ) throws(HostError) -> ChosenFolderAccess {
    guard let name = FolderSetting.name(of: text), let folder = session.folders[name] else {
      throw HostError("\(function): the folder must be a setting of type folder, as in \(example)")
    }
    guard access == .read || folder.access == .write else {
      throw HostError("\(function): the setting \(name) is for reading; add access = \"write\" to it")
    }
    let permission = Permission.files(access, folder.path)
    do throws(HostError) { try session.permit(permission) } catch {
      // The script doesn't get the path; the user sees it.
      throw HostError("permission denied: \(function): the folder of the setting \(name)", cause: error.cause)
    }
    session.auditUse(of: permission)
    return folder
  }

  func list(_ folder: String, _ path: String?) throws(HostError) -> LuaValue {
    try use(folder, path, "files.list", "files.list(settings.notes)") { files throws(FolderFileProblem) in
      try files.list(path).map { entries in
        .array(
          entries.map {
            [
              "name": .string($0.name), "kind": $0.isFolder ? "folder" : "file", "size": .integer(Int64($0.size)),
              "modified": .number($0.modified),
            ]
          })
      } ?? .null
    }
  }

  func read(_ folder: String, _ path: String) throws(HostError) -> LuaValue {
    try use(folder, path, "files.read", "files.read(settings.notes, \"today.md\")") { files throws(FolderFileProblem) in
      try files.read(path).map(LuaValue.init(stringBytes:)) ?? .null
    }
  }

  func write(_ bytes: [UInt8], _ folder: String, _ path: String) throws(HostError) -> LuaValue {
    try use(folder, path, "files.write", "files.write(settings.notes, \"today.md\", text)", .write) {
      files throws(FolderFileProblem) in
      try files.write(bytes, to: path)
      return true
    }
  }

  /// - Returns: `{ value = v }` or `{ error = err }`.
  private func use(
    _ text: String, _ path: String?, _ function: String, _ example: String, _ access: FolderAccess = .read,
    _ operation: (FolderFiles) throws(FolderFileProblem) -> LuaValue
  ) throws(HostError) -> LuaValue {
    let folder = try folder(text, function, as: example, access)
    // A rule may deny a folder in the chosen one.
    if let path, session.grants.rules.denies(.files(access, "\(folder.path)/\(path)")) {
      return session.returned(function, kind: FetchError.Kind.denied.rawValue, "\(path): denied by config.toml")
    }
    do throws(FolderFileProblem) {
      let value = try operation(FolderFiles(folder.path, UserFolders(environment: session.services.environment)))
      // A null in a table would be json.null in Lua.
      return value.isNull ? .table([:]) : ["value": value]
    } catch {
      switch error {
      case .badPath: throw HostError("\(function): \(error)")
      case .refused: return session.returned(function, kind: FetchError.Kind.denied.rawValue, "\(error)")
      case .tooLarge: return session.returned(function, kind: FetchError.Kind.tooLarge.rawValue, "\(error)")
      case .unavailable, .failed: return session.returned(function, kind: ServiceError.unavailableKind, "\(error)")
      }
    }
  }
}
