import WidgetFormats
import WidgetSystem

/// The system's time zone.
public struct SystemTimeZone: Sendable {
  private let localTime: String
  private let nameFile: String
  private let database: String

  /// - Parameters:
  ///   - localTime: A link into the tz database, or a copy of one of its files, as containers and some distributions have.
  ///   - nameFile: The zone's name, on Debian.
  public init(
    localTime: String = "/etc/localtime", nameFile: String = "/etc/timezone", database: String = "/usr/share/zoneinfo"
  ) {
    self.localTime = localTime
    self.nameFile = nameFile
    self.database = database
  }

  var files: Set<String> { [localTime] }

  /// A tz database name; `UTC` if the system has no time zone.
  public var name: String {
    guard let path = realpath(localTime, nil) else { return "UTC" }
    defer { free(path) }
    return Self.name(in: String(cString: path)) ?? copied ?? "UTC"
  }

  /// The zone whose file is the same as a copy.
  private var copied: String? {
    guard let bytes = Self.bytes(of: localTime), bytes.starts(with: "TZif".utf8) else { return nil }
    let named = Self.text(of: nameFile).split(separator: "\n").prefix(1)
    let listed = ["zone1970.tab", "zone.tab"].lazy.map { Self.text(of: database + "/" + $0) }.first { !$0.isEmpty } ?? ""
    let names = listed.split(separator: "\n").compactMap { line in
      line.hasPrefix("#") ? nil : line.split(separator: "\t").dropFirst(2).first
    }
    return (named + ["UTC"] + names).lazy.map { String($0) }.first { name in
      let path = database + "/" + name
      return TimeZoneData.find(name) != nil && (try? FileStatus(path: path))?.size == bytes.count && Self.bytes(of: path) == bytes
    }
  }

  /// The part of a path below a folder of the tz database; nil if it's not in there.
  static func name(in path: String) -> String? {
    for folder in ["/zoneinfo/posix/", "/zoneinfo/"] {
      var rest = path.utf8[...]
      while !rest.isEmpty, !rest.starts(with: folder.utf8) { rest = rest.dropFirst() }
      if let name = String(rest.dropFirst(folder.utf8.count)), !name.isEmpty { return name }
    }
    return nil
  }

  private static func text(of path: String) -> String { String(decoding: bytes(of: path) ?? [], as: UTF8.self) }

  private static func bytes(of path: String) -> [UInt8]? { try? RegularFile.read(path, limit: 256 << 10) }
}
