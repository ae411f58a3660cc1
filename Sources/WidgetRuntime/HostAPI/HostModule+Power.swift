import WidgetModel
import WidgetServices

extension HostModule {
  static let power = HostModule(
    "power",
    """
    The machine's batteries and power profiles, on Linux those of UPower and power-profiles-daemon. Changes arrive with \
    `subscribe { power = true }`. `docs/capabilities.md` says what this can tell about the user.
    """,
    [
      HostFunction(
        "power.battery",
        """
        Returns the charge of all batteries together. Returns nil and an error of kind `unavailable` on a machine without one. \
        Without UPower there are no times.
        """,
        returns: [HostField("battery", .optional(.named("Battery"))), .error], requires: .service(.power, .read)
      ).implemented(using: \.power) { _, power in power.battery() },
      HostFunction(
        "power.profile",
        "Returns the active power profile, such as `\"balanced\"`, or nil and an error, of kind `unavailable` if there are no profiles.",
        returns: [HostField("profile", .optional(.string)), .error], requires: .service(.power, .read)
      ).implemented(using: \.power) { _, power in power.profile() },
      HostFunction(
        "power.profiles",
        "Returns a list of the machine's power profiles, usually `\"power-saver\"`, `\"balanced\"` and `\"performance\"`.",
        returns: [HostField("profiles", .optional(.list(.string))), .error], requires: .service(.power, .read)
      ).implemented(using: \.power) { _, power in power.profiles() },
      HostFunction(
        "power.set_profile",
        """
        Makes another power profile the active one. Returns true, or nil and an error, of kind `unavailable` if there's no such \
        profile and of kind `denied` for a tap on a page in a browser elsewhere.
        """,
        HostField("profile", .string, "one of `power.profiles()`"),
        returns: [HostField("done", .optional(.boolean)), .error], requires: .service(.power, .control)
      ).implemented(using: \.power) { call, power in power.setProfile(call.text(0)) },
      HostFunction(
        "power.inhibit",
        """
        Keeps the machine from going to sleep, and from what it does when nobody uses it, while a host shows the widget. Call it in \
        a tap handler, where it begins at once, and in each `perform_update` that should keep it: an update that doesn't call it \
        ends it. It counts as one of the four streams. Returns true, or nil and an error, of kind `unavailable` without logind.
        """,
        HostField("reason", .string, "shown by programs that list what keeps the machine awake"),
        returns: [HostField("done", .optional(.boolean)), .error], requires: .service(.power, .control),
        arguments: .storedOrShown, limits: "100 bytes of the reason"
      ).implemented(using: \.power) { call, power throws(HostError) in try power.inhibit(call.text(0)) },
      HostFunction(
        "power.release", "Lets the machine sleep again, in a tap handler. An update just doesn't call `power.inhibit`.",
        requires: .service(.power, .control)
      ).implemented(using: \.power) { _, power throws(HostError) in
        _ = try power.release()
        return .null
      },
    ])
}
