import CSystemd
import WidgetSystem

/// Why a call on D-Bus failed.
struct BusError: Error, Equatable {
  /// The name of the D-Bus error; nil for an error of the system.
  var name: String?
  var message: String

  init(name: String? = nil, message: String) {
    self.name = name
    self.message = message
  }

  /// - Parameter code: A negative errno.
  init(code: Int32) { self.init(message: SystemError(code: -code).description) }

  /// Whether no program provides the service, so that another channel may be used.
  var isMissingService: Bool {
    ["ServiceUnknown", "NameHasNoOwner", "NoReply", "Disconnected"].contains { name == "org.freedesktop.DBus.Error.\($0)" }
      || name?.hasPrefix("org.freedesktop.DBus.Error.Spawn.") == true
  }
}
