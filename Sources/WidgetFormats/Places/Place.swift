public import WidgetModel

/// A point on Earth, with a name and a time zone: the value of a setting of type `location`.
public struct Place: Sendable, Equatable {
  /// The name for people.
  public var name: String
  /// Degrees north.
  public var latitude: Double
  /// Degrees east.
  public var longitude: Double
  /// A tz database name.
  public var timeZone: String

  public init(name: String, latitude: Double, longitude: Double, timeZone: String) {
    self.name = name
    self.latitude = latitude
    self.longitude = longitude
    self.timeZone = timeZone
  }

  /// Why something isn't a place.
  public enum Problem: Error, Sendable, Equatable {
    /// Neither a name, coordinates nor a table of them.
    case notAPlace
    case unknownKey(String)
    case latitude, longitude, name
    case unknownZone(String)
    /// No place of tzdata has the name.
    case unknown(String)
    /// This machine has no list of places.
    case noTable
  }

  /// The most bytes in a name.
  static let maximumName = 200
  public static let keys = ["name", "latitude", "longitude", "time_zone"]
}

extension Place {
  /// Reads what a user writes: a name from tzdata (`Berlin`, `Europe/Berlin`), coordinates (`52.52,13.40`), or a table of both in JSON.
  public init(_ text: String, table: PlaceTable? = .system) throws(Problem) {
    guard text.utf8.count <= 1000 else { throw .notAPlace }
    if text.hasPrefix("{") {
      guard let value = try? JSONReader.read(Array(text.utf8)) else { throw .notAPlace }
      try self.init(value, table: table)
      return
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double(String($0).withoutBlanks) }
    if parts.count == 2, let latitude = parts[0], let longitude = parts[1] {
      try self.init(name: nil, latitude: latitude, longitude: longitude, zone: nil, table: table)
      return
    }
    try self.init(named: text, table: table)
  }

  /// Reads a text, or a table: `{ name = "Berlin" }`, or `{ latitude = 52.52, longitude = 13.4 }` with a `name` and a `time_zone` if you
  /// like.
  public init(_ value: LuaValue, table: PlaceTable? = .system) throws(Problem) {
    if let text = value.string {
      try self.init(text, table: table)
      return
    }
    guard let fields = value.table, !fields.isEmpty else { throw .notAPlace }
    if let key = fields.keys.sorted().first(where: { !Self.keys.contains($0) }) { throw .unknownKey(key) }
    var name: String?
    if let given = fields["name"] {
      guard let text = given.string else { throw .name }
      name = text
    }
    if fields["latitude"] == nil, fields["longitude"] == nil, fields["time_zone"] == nil, let name {
      try self.init(named: name, table: table)
      return
    }
    guard let latitude = fields["latitude"]?.coordinate else { throw .latitude }
    guard let longitude = fields["longitude"]?.coordinate else { throw .longitude }
    try self.init(name: name, latitude: latitude, longitude: longitude, zone: fields["time_zone"], table: table)
  }

  private init(
    name: String?, latitude: Double, longitude: Double, zone: LuaValue?, table: PlaceTable?
  ) throws(Problem) {
    // A comparison with NaN is false.
    guard latitude >= -90, latitude <= 90 else { throw .latitude }
    guard longitude >= -180, longitude <= 180 else { throw .longitude }
    if let name {
      guard (1...Self.maximumName).contains(name.utf8.count),
        !name.unicodeScalars.contains(where: { ScalarSafety($0) == .control })
      else { throw .name }
    }
    let nearest = zone == nil ? table?.nearest(latitude: latitude, longitude: longitude)?.timeZone : nil
    if let zone {
      guard let text = zone.string, TimeZoneData.find(text) != nil else { throw .unknownZone(zone.string ?? "") }
    }
    self.init(
      name: name ?? "\(Self.text(latitude)), \(Self.text(longitude))", latitude: latitude, longitude: longitude,
      timeZone: zone?.string ?? nearest ?? "UTC")
  }

  private init(named name: String, table: PlaceTable?) throws(Problem) {
    let name = name.withoutBlanks
    guard !name.isEmpty else { throw .notAPlace }
    guard let table else { throw .noTable }
    guard let place = table.place(named: name) else { throw .unknown(name) }
    self = place
  }

  /// `{ name, latitude, longitude, time_zone }`, as a script gets it.
  public var value: LuaValue {
    .table([
      "name": .string(name), "latitude": .number(latitude), "longitude": .number(longitude), "time_zone": .string(timeZone),
    ])
  }

  private static func text(_ degrees: Double) -> String { Int64(exactly: degrees).map { "\($0)" } ?? "\(degrees)" }
}

extension LuaValue {
  /// A number, also as the text of a form.
  fileprivate var coordinate: Double? { double ?? string.flatMap { Double($0.withoutBlanks) } }
}

extension String {
  /// Without spaces and tabs at both ends.
  fileprivate var withoutBlanks: String {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(self[first...last])
  }
}
