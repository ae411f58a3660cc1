public import WidgetModel
import WidgetRendering
public import WidgetRuntime
public import WidgetServices

/// Permissions in words, safe to draw: for prompts, pages and lists.
public enum PermissionText {
  /// The question to ask the user about one permission.
  public static func question(
    _ permission: Permission, in request: PermissionRequest, _ words: HostWords = .english
  ) -> String {
    let text = description(of: permission, words)
    switch permission {
    case .run(let name):
      let path = request.programs[name]
      // `editor` may be a link to one.
      let isOpenEnded = OpenEndedProgram.contains(name) || path.map(OpenEndedProgram.contains) == true
      return text + (path.map { " (\(safe($0)))" } ?? " " + words("(not installed)"))
        + (isOpenEnded ? "\n  " + words("Careful: this program can run arbitrary commands as you.") : "")
    case .group(let name):
      let users = (request.groupUsers[name] ?? []).map(safe).joined(separator: ", ")
      return users.isEmpty ? text : words("{what}, also used by {users}", ["what": .string(text), "users": .string(users)])
    case .device, .service, .unit, .files(.read, _):
      // Without one there's no question.
      let ways =
        request.waysOut.prefix(3).map { description(of: $0, words) } + (request.waysOut.count > 3 ? [words("more")] : [])
      guard !ways.isEmpty else { return text }
      return "\(text)\n  "
        + words("The widget could pass on what it reads by {ways}", ["ways": .string(ways.joined(separator: ", "))])
    default: return text
    }
  }

  /// A description of a permission for questions and lists.
  public static func description(of permission: Permission, _ words: HostWords = .english) -> String {
    let value: [String: LuaValue] = ["value": .string(permission.value.map { "\"\(safe($0))\"" } ?? "")]
    switch permission {
    case .net: return words("fetching from {value}", value)
    case .privateNet: return words("fetching from the private address {value}", value)
    case .device("*"): return words("reading all system metrics")
    case .device: return words("reading the system metric {value}", value)
    case .service(let service, let level):
      return description(of: service, isControl: level == AccessLevel.control.rawValue, words)
    case .unit: return words("seeing the state of the unit {value}, starting and stopping it", value)
    case .env: return words("reading the environment variable {value}", value)
    case .run: return words("running the program {value}", value)
    case .group: return words("sharing data with the group {value}", value)
    case .files(.read, let path): return words("reading the files in {value}", ["value": .string("\"\(safe(path))\"")])
    case .files(.write, let path): return words("writing and replacing files in {value}", ["value": .string("\"\(safe(path))\"")])
    case .openURL: return words("opening {value} URLs when you tap", value)
    case .clipboard: return words("putting text onto your clipboard when you tap")
    case .notify: return words("showing notifications")
    }
  }

  private static func description(of service: MachineService, isControl: Bool, _ words: HostWords) -> String {
    switch (service, isControl) {
    case (.media, false): words("reading what your media players play")
    case (.media, true): words("controlling your media players")
    case (.audio, false): words("reading the volume and the names of your speakers and microphones")
    case (.audio, true): words("changing the volume, and which speakers and microphone are used")
    case (.power, false): words("reading the state of your batteries and the power profile")
    case (.brightness, false): words("reading the brightness of your screen")
    case (.brightness, true): words("changing the brightness of your screen")
    case (.network, _): words("reading your network connections, with the names of Wi-Fi networks")
    case (.power, true): words("changing the power profile and keeping this machine awake")
    }
  }

  private static func safe(_ text: String) -> String {
    let safe = terminalSafe(text)
    // The end of a name can matter as much as its start.
    return safe.count <= 80 ? safe : "\(safe.prefix(38))…\(safe.suffix(38))"
  }
}
