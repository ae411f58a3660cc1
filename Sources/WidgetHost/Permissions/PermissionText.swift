import WidgetModel
import WidgetRendering
public import WidgetRuntime
public import WidgetServices

/// Permissions in words, safe to draw: for prompts, pages and lists.
public enum PermissionText {
  /// The question to ask the user about one permission.
  public static func question(_ permission: Permission, in request: PermissionRequest) -> String {
    let text = description(of: permission)
    switch permission {
    case .run(let name):
      let path = request.programs[name].map { " (\(safe($0)))" } ?? " (not installed)"
      return text + path
        + (OpenEndedProgram.contains(name) ? "\n  Careful: this program can run arbitrary commands as you." : "")
    case .group(let name):
      let users = (request.groupUsers[name] ?? []).map(safe).joined(separator: ", ")
      return users.isEmpty ? text : "\(text), also used by \(users)"
    case .device, .service, .unit:
      // Without one there's no question.
      let ways = request.waysOut.prefix(3).map(description) + (request.waysOut.count > 3 ? ["more"] : [])
      return ways.isEmpty ? text : "\(text)\n  The widget could pass on what it reads by \(ways.joined(separator: ", "))"
    default: return text
    }
  }

  /// A description of a permission for questions and lists.
  public static func description(of permission: Permission) -> String {
    let value = permission.value.map { "\"\(safe($0))\"" } ?? ""
    switch permission {
    case .net: return "fetching from \(value)"
    case .privateNet: return "fetching from the private address \(value)"
    case .device("*"): return "reading all system metrics"
    case .device: return "reading the system metric \(value)"
    case .service(let service, let level): return description(of: service, isControl: level == AccessLevel.control.rawValue)
    case .unit: return "seeing the state of the unit \(value), starting and stopping it"
    case .env: return "reading the environment variable \(value)"
    case .run: return "running the program \(value)"
    case .group: return "sharing data with the group \(value)"
    case .openURL: return "opening \(value) URLs when you tap"
    case .notify: return "showing notifications"
    }
  }

  private static func description(of service: MachineService, isControl: Bool) -> String {
    switch (service, isControl) {
    case (.media, false): "reading what your media players play"
    case (.media, true): "controlling your media players"
    case (.power, false): "reading the state of your batteries and the power profile"
    case (.brightness, false): "reading the brightness of your screen"
    case (.brightness, true): "changing the brightness of your screen"
    case (.network, _): "reading your network connections, with the names of Wi-Fi networks"
    case (.power, true): "changing the power profile and keeping this machine awake"
    }
  }

  private static func safe(_ text: String) -> String {
    let safe = terminalSafe(text)
    // The end of a name can matter as much as its start.
    return safe.count <= 80 ? safe : "\(safe.prefix(38))…\(safe.suffix(38))"
  }
}
