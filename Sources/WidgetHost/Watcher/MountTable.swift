#if os(Linux)
  import WidgetSystem

  /// The mounted file systems (`/proc/self/mounts`, proc(5)).
  struct MountTable {
    private let mounts: [(point: String, type: String)]

    /// The kernel doesn't report changes made by other machines on these.
    private static let remoteTypes: Set<String> = [
      "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "vboxsf", "virtiofs", "prl_fs", "afs", "ceph", "glusterfs",
    ]

    init(_ text: String) {
      mounts = text.split(separator: "\n").compactMap { line in
        let fields = line.split(separator: " ")
        return fields.count >= 3 ? (String(fields[1]), String(fields[2])) : nil
      }
    }

    /// Empty if it can't be read. Then no folder counts as remote.
    static func current() -> MountTable {
      let bytes = (try? RegularFile.read("/proc/self/mounts", limit: 16 << 20)) ?? []
      return MountTable(String(decoding: bytes, as: UTF8.self))
    }

    func isRemote(_ folder: String) -> Bool {
      // If two are mounted at one point, the later one is visible.
      let mount = mounts.enumerated()
        .filter { folder == $0.element.point || $0.element.point == "/" || folder.hasPrefix($0.element.point + "/") }
        .max { ($0.element.point.utf8.count, $0.offset) < ($1.element.point.utf8.count, $1.offset) }
      guard let type = mount?.element.type else { return false }
      return Self.remoteTypes.contains(type) || type.hasPrefix("fuse.")
    }
  }
#endif
