import CLinux
import WidgetHelpers
import WidgetSystem

/// The command line of `luawidget-server`.
package enum ServerCommand {
  /// Serves the host on standard input and ends the process when it's gone. With the argument `--sandbox`, instead prints what
  /// the sandbox allows; further arguments are files to try to read.
  package static func run(arguments: [String]) {
    if arguments.first == "--sandbox" {
      print(
        SandboxProbe.report(
          SandboxProbe.common + [
            SandboxProbe.localSocket, ("open a network socket", SandboxProbe.opensSocket(AF_INET)),
          ], reading: arguments.dropFirst()),
        terminator: "")
      return
    }
    _exit((try? ServerService(descriptor: 0).run()) ?? 1)
  }

  /// Enters the sandbox before reading requests or starting threads, because a parser may have defects.
  package static func enterSandbox() {
    // Threads reserve much more address space than they use.
    HelperLimits.enter(openFiles: 1024, addressSpace: 4 << 30)
    #if os(Linux)
      lw_enter_helper_sandbox(lw_server_policy(), nil, 0)
    #endif
  }
}
