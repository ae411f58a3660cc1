import WidgetSystem

/// The user's language and time zone, as the environment and the system give them.
struct UserLocale {
  /// BCP 47: `en-GB`.
  var identifier: String
  /// A name of the tz database.
  var timeZone: String

  init(environment: [String: String]) {
    let posix = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    let name = posix.prefix { $0 != "." && $0 != "@" }
    identifier = name == "C" || name == "POSIX" || name.isEmpty ? "en-US" : name.split(separator: "_").joined(separator: "-")
    timeZone = Self.zone(environment["TZ"])
  }

  private static func zone(_ variable: String?) -> String {
    if let variable, !variable.isEmpty {
      let name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
      return name.hasPrefix("/") ? name.split(separator: "zoneinfo/").last.map(String.init) ?? "UTC" : name
    }
    guard let path = realpath("/etc/localtime", nil) else { return "UTC" }
    defer { free(path) }
    let marker = "/zoneinfo/"
    let text = String(cString: path)
    guard let range = text.range(ofText: marker) else { return "UTC" }
    return String(text[range...])
  }
}

extension String {
  /// The index behind the first occurrence of a text.
  fileprivate func range(ofText text: String) -> Index? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(text) { return self.index(index, offsetBy: text.count) }
      index = self.index(after: index)
    }
    return nil
  }
}
