import WidgetSystem

/// The places of the tz database: the city that each zone is named after, with its coordinates.
///
/// Source: `zone.tab` and `zone1970.tab`. Lines have tab-separated country codes, coordinates (ISO 6709), the zone, and comments.
public struct PlaceTable: Sendable {
  /// Sorted by zone.
  public let places: [Place]
  private let indices: [String: Int]

  /// This machine's table; nil without one. It's read once.
  public static let system: PlaceTable? = read(from: TimeZoneData.folders)

  /// - Parameter folders: Folders to look in; the first with a table counts.
  static func read(from folders: [String]) -> PlaceTable? {
    for folder in folders {
      // The first has a line for every country; only the second has zones of tzdata's "backward" builds.
      let files = ["zone.tab", "zone1970.tab"].compactMap { try? RegularFile.read("\(folder)/\($0)", limit: 1 << 20) }
      let table = PlaceTable(files)
      if !table.places.isEmpty { return table }
    }
    return nil
  }

  /// - Parameter files: The files' bytes. Lines that can't be read are skipped, as tzdata asks readers to do.
  init(_ files: [[UInt8]]) {
    var places: [Place] = []
    var zones: Set<String> = []
    for line in files.joined(separator: [0x0A]).split(separator: 0x0A) where line.first != UInt8(ascii: "#") {
      let columns = line.split(separator: 0x09, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
      guard columns.count >= 3, let (latitude, longitude) = Self.coordinates(columns[1]), zones.insert(columns[2]).inserted else {
        continue
      }
      let name = columns[2].split(separator: "/").last.map { String($0.replacing("_", with: " ")) } ?? columns[2]
      places.append(Place(name: name, latitude: latitude, longitude: longitude, timeZone: columns[2]))
    }
    places.sort { $0.timeZone < $1.timeZone }
    var indices: [String: Int] = [:]
    // A zone's whole name counts before another's last part.
    for (index, place) in places.enumerated() { indices[Self.key(place.timeZone)] = index }
    for (index, place) in places.enumerated() where indices[Self.key(place.name)] == nil { indices[Self.key(place.name)] = index }
    self.places = places
    self.indices = indices
  }

  /// The place with the name of a zone or its city, in upper or lower case.
  public func place(named name: String) -> Place? { indices[Self.key(name)].map { places[$0] } }

  /// The place with the least distance on the globe.
  public func nearest(latitude: Double, longitude: Double) -> Place? {
    func point(_ latitude: Double, _ longitude: Double) -> (x: Double, y: Double, z: Double) {
      let (north, east) = (latitude * .pi / 180, longitude * .pi / 180)
      return (cos(north) * cos(east), cos(north) * sin(east), sin(north))
    }
    let target = point(latitude, longitude)
    var best: (place: Place, likeness: Double)?
    for place in places {
      let other = point(place.latitude, place.longitude)
      // The cosine of the angle between both.
      let likeness = target.x * other.x + target.y * other.y + target.z * other.z
      if likeness > best?.likeness ?? -2 { best = (place, likeness) }
    }
    return best?.place
  }

  private static func key(_ name: String) -> String { name.lowercased().replacing(" ", with: "_") }

  /// `+5230+01322` or `-331200+1511200`: degrees, minutes and possibly seconds.
  private static func coordinates(_ text: String) -> (Double, Double)? {
    guard let split = text.dropFirst().lastIndex(where: { $0 == "+" || $0 == "-" }),
      let latitude = degrees(text[..<split], digits: 2), let longitude = degrees(text[split...], digits: 3),
      abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    return (latitude, longitude)
  }

  /// - Parameter digits: The number of digits of whole degrees.
  private static func degrees(_ text: Substring, digits: Int) -> Double? {
    let rest = Array(text.utf8.dropFirst())
    guard let sign = text.first, sign == "+" || sign == "-", rest.allSatisfy({ (48...57).contains($0) }),
      rest.count == digits + 2 || rest.count == digits + 4
    else { return nil }
    func number(_ range: Range<Int>) -> Double { Double(rest[range].reduce(0) { $0 * 10 + Int($1 - 48) }) }
    let seconds = rest.count == digits + 4 ? number(digits + 2..<digits + 4) : 0
    let value = number(0..<digits) + number(digits..<digits + 2) / 60 + seconds / 3600
    // Four decimals are 11 metres, finer than the table.
    return (sign == "-" ? -value : value).rounded(toPlaces: 4)
  }
}

extension Double {
  fileprivate func rounded(toPlaces places: Int) -> Double {
    let factor = pow(10, Double(places))
    return (self * factor).rounded() / factor
  }
}
