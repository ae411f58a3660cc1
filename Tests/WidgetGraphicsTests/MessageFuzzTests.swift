import Foundation
import Testing
import WidgetGraphics
import WidgetHelpers
import WidgetModel
import WidgetRendering
import WidgetTesting

/// The messages between the host and `luawidget-desktop`, and bytes either side might get from a broken peer.
@Suite struct MessageFuzzTests {
  private static let cases = ProcessInfo.processInfo.environment["FUZZ_CASES"].flatMap { Int($0) } ?? 4000

  private static let view = ViewNode(
    .vstack,
    children: [
      ViewNode(.text("a")), ViewNode(.image(.reference("a.png"), mode: .fit)), ViewNode(.button("b", icon: nil), action: 3),
    ])

  private static func hostMessages() throws -> [HostToDesktopMessage] {
    let snapshot = Snapshot(
      widget: WidgetIdentity(id: "a", instance: "a", name: "A"), view: view, result: .newData, reason: .launch, updatedAt: 1)
    let image = try #require(
      DecodedImage(originalWidth: 9, originalHeight: 5, width: 2, height: 1, pixels: [1, 2, 3, 4, 5, 6, 7, 8]))
    var list = SettingsForm.Field(name: "l", label: "L", kind: .list, value: "")
    list.elements = [[.init(name: "l.0", label: "L 1", kind: .text, value: "x")], []]
    return [
      .hello(version: 1, colorScheme: nil), .hello(version: 1, colorScheme: .dark, locale: "ar", popup: .bottomLeft),
      .arrange([]),
      .arrange([
        CardPlace(id: "a", placement: CardPlacement(), isInFront: true),
        CardPlace(
          id: "b",
          placement: CardPlacement(anchor: .bottom, margin: .init(horizontal: -3, vertical: 9), monitor: .name("DP-1"))),
        CardPlace(id: "c", placement: CardPlacement(monitor: .number(2))),
      ]),
      .image(card: "a", number: 4, image),
      .card(
        CardWindow(
          id: "a", generation: 7, request: RenderingRequest(snapshot, as: .png, family: .small), images: ["a.png": 4],
          disclosure: .less)),
      .form(
        SettingsForm(
          id: "a", title: "A", problem: "wrong",
          fields: [
            .init(name: "n", label: "N", about: "it", kind: .choice, value: "x", choices: ["x", "y"]),
            .init(name: "s", label: "S", kind: .secret, value: "", status: "none"),
            .init(name: "u", label: "U", kind: .url, value: "x", problem: "not a URL"), list,
          ])),
    ]
  }

  private static let windowMessages: [WindowMessage] = [
    .ready(version: 1), .appearance(.light), .failed("no display"), .closing, .tap(card: "a", generation: 3, action: -4),
    .gesture(card: "a", generation: 3, .scrollUp), .command(card: "a", .hide), .settings(card: "a", [("n", "v"), ("m", "")]),
    .drawn(card: "a", generation: 9, drawings: 12),
    .moved(
      CardPlace(
        id: "a",
        placement: CardPlacement(
          anchor: .bottomLeft, margin: .init(horizontal: 3, vertical: -4), monitor: .name("HDMI-1")))),
    .key(card: "a", "é"),
  ]

  @Test("every message is the same after it was encoded and decoded")
  func roundTrips() throws {
    for message in try Self.hostMessages() { #expect(try HostToDesktopMessage(decoding: message.encoded) == message) }
    for message in Self.windowMessages { #expect(try WindowMessage(decoding: message.encoded) == message) }
  }

  @Test("mutated and random bytes are a message or an error, and a message survives the round trip")
  func mutations() throws {
    var generator = SeededGenerator(seed: 5)
    let corpus = try Self.hostMessages().map(\.encoded) + Self.windowMessages.map(\.encoded)
    var accepted = 0
    for index in 0..<Self.cases {
      var bytes = corpus.randomElement(using: &generator) ?? []
      if index.isMultiple(of: 8) {
        bytes = (0..<Int.random(in: 0...64, using: &generator)).map { _ in .random(in: 0...255, using: &generator) }
      }
      for _ in 0..<Int.random(in: 0...3, using: &generator) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[place] = .random(in: 0...255, using: &generator)
        case 1: bytes.removeSubrange(place...)
        default: bytes.insert(.random(in: 0...255, using: &generator), at: place)
        }
      }
      if let message = try? HostToDesktopMessage(decoding: bytes) {
        accepted += 1
        #expect((try? HostToDesktopMessage(decoding: message.encoded))?.encoded == message.encoded)
      }
      if let message = try? WindowMessage(decoding: bytes) {
        accepted += 1
        #expect(try WindowMessage(decoding: message.encoded) == message)
      }
    }
    #expect(accepted > Self.cases / 20 && accepted < Self.cases)
  }

  @Test("an image has as many pixels as its size says, and a view brings no undecoded image")
  func images() throws {
    #expect(DecodedImage(originalWidth: 1, originalHeight: 1, width: 2, height: 2, pixels: [0]) == nil)
    #expect(
      DecodedImage(originalWidth: 1, originalHeight: 1, width: 1025, height: 1, pixels: .init(repeating: 0, count: 4100)) == nil)
    #expect(DecodedImage(originalWidth: 0, originalHeight: 1, width: 1, height: 1, pixels: [0, 0, 0, 0]) == nil)
    let snapshot = Snapshot(
      widget: WidgetIdentity(id: "a", instance: "a", name: "A"), view: ViewNode(.image(.bytes([1, 2, 3]), mode: .fit)),
      result: .newData, reason: .launch,
      updatedAt: 1)
    let card = HostToDesktopMessage.card(CardWindow(id: "a", generation: 1, request: RenderingRequest(snapshot, as: .png)))
    #expect(throws: HelperProtocolError("an invalid view")) { try HostToDesktopMessage(decoding: card.encoded) }
  }
}
