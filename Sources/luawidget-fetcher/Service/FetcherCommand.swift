import CLinux
import WidgetHelpers
import WidgetSystem

/// The command line of `luawidget-fetcher`.
package enum FetcherCommand {
  /// Serves the broker on standard input and ends the process when it's gone. With the argument `--sandbox`, instead prints what
  /// the sandbox allows; further arguments are files to try to read.
  package static func run(arguments: [String]) {
    if arguments.first == "--sandbox" {
      print(
        SandboxProbe.report(
          SandboxProbe.common + [
            SandboxProbe.localSocket, SandboxProbe.listening, ("outlive luawidget", outlivesParent),
          ], reading: arguments.dropFirst()),
        terminator: "")
      return
    }
    // At once: running exchanges end with the broker.
    _exit((try? FetcherService(descriptor: 0).run()) ?? 1)
  }

  /// Enters the sandbox before reading requests or starting threads, because a parser may have defects.
  package static func enterSandbox() {
    // Threads reserve much more address space than they use.
    HelperLimits.enter(openFiles: 1024, addressSpace: 4 << 30)
    #if os(Linux)
      lw_enter_helper_sandbox(lw_fetcher_policy(), nil, 0)
    #endif
  }

  /// Whether it could stay after luawidget has ended, found out by trying.
  private static var outlivesParent: Bool {
    #if os(Linux)
      lw_prctl(PR_SET_PDEATHSIG, 0) == 0
    #else
      true
    #endif
  }
}
