import CGtk
import WidgetGraphics
import WidgetPainter
import WidgetSystem

/// The arguments of `luawidget-desktop`.
package enum WindowsCommand {
  /// Shows the cards from the host on standard input, and ends when it's gone. With the argument `--check`, instead prints what
  /// the display supports.
  package static func run(arguments: [String]) -> Never {
    signal(SIGPIPE, SIG_IGN)
    #if os(Linux)
      Libc.limit(RLIMIT_CORE, to: 0)
    #endif
    // Nothing is drawn with OpenGL, whose libraries take 40 MB.
    setenv("GDK_GL", "disable", 1)
    // Before GTK looks for fonts.
    CardRenderer.prepareFonts()
    let isReady = gtk_init_check(nil, nil) != 0
    if arguments.first == "--check" {
      print(DisplayServer.report(isReady: isReady), terminator: "")
      // _exit discards whatever a pipe hasn't received yet.
      fflush(nil)
      _exit(isReady ? 0 : 1)
    }
    if isReady, DisplayServer.isWaylandWithoutLayers { DisplayServer.useX11Instead() }
    guard let inbox = try? HostInbox(descriptor: 0) else { _exit(1) }
    let program = WindowsProgram(inbox)
    do throws(SystemError) { try inbox.start(program) } catch { _exit(1) }
    inbox.send(.ready(version: WindowProtocol.version))
    if let problem = DisplayServer.problem(isReady: isReady) {
      inbox.send(.failed(problem))
      // The host ends this process.
      while true { sleep(60) }
    }
    program.start()
    gtk_main()
    _exit(0)
  }
}
