import WidgetHelpers
import WidgetSystem

/// What `luawidget-fetcher` does with its arguments.
package enum FetcherCommand {
  /// Serves the broker on standard input and ends the process when it is gone. With the argument `--sandbox`, prints what the sandbox
  /// allows instead; further arguments are files that it tries to read.
  package static func run(arguments: [String]) {
    if arguments.first == "--sandbox" {
      print(
        SandboxProbe.report(
          SandboxProbe.common + [
            ("open a local socket", SandboxProbe.opensSocket(AF_UNIX)), ("listen", SandboxProbe.listens()),
            ("outlive luawidget", FetcherSandbox.outlivesParent),
          ], reading: arguments.dropFirst()),
        terminator: "")
      return
    }
    // At once: exchanges that are running end with the broker.
    _exit((try? FetcherService(descriptor: 0).run()) ?? 1)
  }
}
