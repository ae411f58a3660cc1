import Testing
import WidgetModel

@testable import WidgetFormats

@Suite struct PlaceTests {
  private static let table = PlaceTable([
    Array(
      """
      # tzdb
      DE\t+5230+01322\tEurope/Berlin\tmost of Germany
      NO\t+5955+01045\tEurope/Oslo
      AU\t-3352+15113\tAustralia/Sydney\tNew South Wales (most areas)
      US\t+404251-0740023\tAmerica/New_York\tEastern (most areas)
      AR\t-3436-05827\tAmerica/Argentina/Buenos_Aires
      XX\tnowhere\tEurope/Nowhere
      YY\t+9930+01322\tEurope/Beyond
      """.utf8),
    Array("DE,DK\t+5231+01322\tEurope/Berlin\nFJ\t-1808+17825\tPacific/Fiji\n".utf8),
  ])

  @Test(
    "a place is a name from the table, or coordinates, or a table of them",
    arguments: [
      ("Berlin", Place(name: "Berlin", latitude: 52.5, longitude: 13.3667, timeZone: "Europe/Berlin")),
      (" europe/berlin ", Place(name: "Berlin", latitude: 52.5, longitude: 13.3667, timeZone: "Europe/Berlin")),
      ("new york", Place(name: "New York", latitude: 40.7142, longitude: -74.0064, timeZone: "America/New_York")),
      (
        "Buenos_Aires",
        Place(name: "Buenos Aires", latitude: -34.6, longitude: -58.45, timeZone: "America/Argentina/Buenos_Aires")
      ),
      ("Fiji", Place(name: "Fiji", latitude: -18.1333, longitude: 178.4167, timeZone: "Pacific/Fiji")),
      ("52.52,13.40", Place(name: "52.52, 13.4", latitude: 52.52, longitude: 13.4, timeZone: "Europe/Berlin")),
      ("-17, -179.9", Place(name: "-17, -179.9", latitude: -17, longitude: -179.9, timeZone: "Pacific/Fiji")),
      (#"{"name":"Oslo"}"#, Place(name: "Oslo", latitude: 59.9167, longitude: 10.75, timeZone: "Europe/Oslo")),
      (
        #"{"name":"Home","latitude":60,"longitude":"11.5","time_zone":"UTC"}"#,
        Place(name: "Home", latitude: 60, longitude: 11.5, timeZone: "UTC")
      ),
    ])
  func reading(_ text: String, _ place: Place) throws { #expect(try Place(text, table: Self.table) == place) }

  @Test(
    "anything else says what's wrong",
    arguments: [
      ("", .notAPlace), ("  ", .notAPlace), ("91,0", .latitude), ("nan,0", .latitude), ("0,-180.5", .longitude),
      ("0,inf", .longitude), ("Atlantis", .unknown("Atlantis")), ("Beyond", .unknown("Beyond")), ("1,2,3", .unknown("1,2,3")),
      ("{", .notAPlace), ("{}", .notAPlace), (#"{"latitude":1}"#, .longitude), (#"{"name":1,"latitude":1,"longitude":1}"#, .name),
      (#"{"name":"a\n","latitude":1,"longitude":1}"#, .name), (#"{"lat":1}"#, .unknownKey("lat")),
      (#"{"latitude":1,"longitude":1,"time_zone":"Mars/Base"}"#, .unknownZone("Mars/Base")),
      (#"{"latitude":1,"longitude":1,"time_zone":7}"#, .unknownZone("")), (String(repeating: "x", count: 5000), .notAPlace),
    ] as [(String, Place.Problem)])
  func problems(_ text: String, _ problem: Place.Problem) {
    #expect(throws: problem) { try Place(text, table: Self.table) }
  }

  @Test("without the table, coordinates still work, in UTC") func missingTable() throws {
    #expect(PlaceTable.read(from: ["/nowhere"]) == nil)
    #expect(throws: Place.Problem.noTable) { try Place("Berlin", table: nil) }
    #expect(try Place("52.52,13.40", table: nil).timeZone == "UTC")
  }

  @Test("this machine's table has the cities of its zones") func system() throws {
    let table = try #require(PlaceTable.system)
    #expect(table.place(named: "Oslo")?.timeZone == "Europe/Oslo")
    for place in table.places { #expect(TimeZoneData.find(place.timeZone) != nil, "\(place)") }
  }
}
