import Synchronization
package import WidgetSystem

/// A child process. Any thread can kill it, and it's always reaped exactly once.
package final class SpawnedProcess: Sendable {
  package let pid: pid_t
  private let death = Mutex<WorkerDeath?>(nil)
  private let end = Mutex<ProcessEnd?>(nil)

  package init(pid: pid_t) { self.pid = pid }

  /// Ends the process now. No script code runs after this.
  package func kill() {
    // Under the lock, because a reaped process's id may already belong to another one.
    death.withLock { if $0 == nil { _ = Libc.kill(pid, SIGKILL) } }
  }

  /// Asks the process to end by itself.
  package func terminate() {
    death.withLock { if $0 == nil { _ = Libc.kill(pid, SIGTERM) } }
  }

  /// Waits until the process has ended. Call this only once it's been killed or has closed its socket.
  package func wait() -> WorkerDeath {
    death.withLock { death in
      if let death { return death }
      var status: Int32 = 0
      while waitpid(pid, &status, 0) == -1 {
        guard errno == EINTR else {
          // Reaped elsewhere in this process; its status is lost.
          death = .exited(status: -1)
          return .exited(status: -1)
        }
      }
      let signal = status & 0x7F
      let found: WorkerDeath = signal == 0 ? .exited(status: (status >> 8) & 0xFF) : .signalled(signal)
      death = found
      return found
    }
  }

  /// Reaps the process as soon as it has ended, even if another program ended it. For long-running programs: without a further
  /// call it would remain a zombie.
  package func reapWhenEnded() {
    end.withLock { end in
      if end == nil { end = ProcessEnd(of: pid) { [weak self] in _ = self?.wait() } }
    }
  }

  /// Whether the process has ended. Doesn't wait, and leaves reaping to ``wait()``.
  package var hasEnded: Bool {
    death.withLock { death in
      if death != nil { return true }
      var info = siginfo_t()
      guard waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 else { return true }
      return info.si_signo == SIGCHLD
    }
  }

  /// Whether the process would run if a processor were free, and the processor time it has used, in seconds (proc(5)); nil if the
  /// system doesn't say.
  package var demand: (isRunnable: Bool, seconds: Double)? {
    guard let bytes = try? RegularFile.read("/proc/\(pid)/stat", limit: 4096) else { return nil }
    // The program's name, in parentheses, may contain anything.
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return nil }
    return (fields[0] == "R", (user + system) / Double(sysconf(Int32(_SC_CLK_TCK))))
  }

  /// Like ``wait()``, but kills a process that has closed its socket and doesn't end.
  package func waitOrKill(after seconds: Double) -> WorkerDeath {
    let deadline = MonotonicTime.now() + seconds
    while true {
      let found: WorkerDeath? = death.withLock { death in
        if let death { return death }
        var info = siginfo_t()
        // Peeks (WNOWAIT), so only `wait` reaps.
        guard waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 else { return .exited(status: -1) }
        return info.si_signo == SIGCHLD ? .exited(status: 0) : nil
      }
      if found != nil { return wait() }
      if MonotonicTime.now() > deadline {
        kill()
        return wait()
      }
      usleep(500)
    }
  }

  deinit {
    kill()
    _ = wait()
  }
}

/// How a process ended.
public enum WorkerDeath: Sendable, Equatable {
  case exited(status: Int32)
  case signalled(Int32)
}
