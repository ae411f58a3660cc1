public import Foundation
import Synchronization
import WidgetSystem

extension Process {
  private static let isStarting = Mutex(())

  /// Starts the process while no other one starts.
  ///
  /// Foundation learns of the end of a process by a socket whose other end only that process should have. A process that starts at the same
  /// moment inherits it as well, and the first then seems to run until the second has ended.
  public func start() throws { try Self.isStarting.withLock { _ in try run() } }

  /// Whether the process has ended, as the system says: on a busy machine Foundation may learn of it much later.
  public var hasEnded: Bool { status(WEXITED | WNOHANG | WNOWAIT) != nil }

  /// Waits until the process has ended.
  ///
  /// - Returns: The exit status, or the negative number of the signal that ended the process.
  @discardableResult
  public func end() -> Int32 {
    while true {
      if let status = status(WEXITED | WNOWAIT) { return status }
    }
  }

  /// - Returns: nil while the process runs.
  private func status(_ options: Int32) -> Int32? {
    var information = siginfo_t()
    guard waitid(P_PID, id_t(processIdentifier), &information, options) == 0 else {
      if errno == EINTR { return nil }
      // Foundation has seen the end.
      waitUntilExit()
      return terminationReason == .uncaughtSignal ? -terminationStatus : terminationStatus
    }
    guard information.si_signo == SIGCHLD else { return nil }
    #if os(Linux)
      let status = information._sifields._sigchld.si_status
    #else
      let status = information.si_status
    #endif
    return information.si_code == CLD_EXITED ? status : -status
  }
}
