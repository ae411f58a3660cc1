import WidgetSystem

/// The name of a process that holds leases, by which others find out whether it lives and where its socket is.
enum LeaseOwner {
  static func make() -> String {
    "\(getpid())-\(String(UInt64.random(in: .min ... .max), radix: 36))"
  }

  /// Whether a process still runs. When in doubt, yes: its leases expire anyway.
  static func isAlive(_ owner: String, in folder: RuntimeFolder) -> Bool {
    do throws(SystemError) {
      close(try LocalSocket.connection(to: folder.socket(of: owner)))
      return true
    } catch {
      switch error.code {
      // No process listens: the process was killed and its socket stayed.
      case ECONNREFUSED: return false
      // A one-shot run has no socket.
      case ENOENT, ENOTDIR:
        guard let process = owner.split(separator: "-").first.flatMap({ pid_t($0) }), process > 0 else { return true }
        return kill(process, 0) == 0 || errno == EPERM
      default: return true
      }
    }
  }
}
