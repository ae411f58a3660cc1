import WidgetModel
import WidgetServices

extension HostModule {
  static let display = HostModule(
    "display",
    """
    The brightness of the machine's own screen, such as a laptop's; screens with a cable have none. Changes arrive with \
    `subscribe { brightness = true }`.
    """,
    [
      HostFunction(
        "display.brightness",
        "Returns the brightness, from 0 to 1, or nil and an error, of kind `unavailable` on a machine without such a screen.",
        returns: [HostField("brightness", .optional(.number)), .error], requires: .service(.brightness, .read)
      ).implemented(using: \.display) { _, display in display.brightness() },
      HostFunction(
        "display.set_brightness",
        """
        Sets the brightness, by way of logind. 0 is as dark as a hundredth, so that the screen stays readable. Returns true, or nil and \
        an error, of kind `unavailable` without such a screen or without logind, and of kind `denied` for a tap on a page in a \
        browser elsewhere.
        """,
        HostField("brightness", .numbers(0...1)), returns: [HostField("done", .optional(.boolean)), .error],
        requires: .service(.brightness, .control)
      ).implemented(using: \.display) { call, display in display.setBrightness(call[0].double ?? 1) },
    ])
}

/// The brightness of the machine's own screen.
struct DisplayAccess {
  private let service: ServiceCaller
  private let display: Display

  init(_ session: HostSession) {
    service = ServiceCaller(session, "screens")
    display = Display(session.services.machine, session.services.device)
  }

  func brightness() -> LuaValue {
    let display = display
    return service.read("display.brightness") { () throws(ServiceError) in
      try display.brightness()
    } value: {
      .number($0)
    }
  }

  func setBrightness(_ level: Double) -> LuaValue {
    let display = display
    return service.control("display.set_brightness") { () throws(ServiceError) in try await display.setBrightness(level) }
  }
}
