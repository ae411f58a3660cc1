import Testing
import WidgetGraphics
import WidgetModel
import WidgetRendering

@testable import WidgetPainter

@Suite struct ProtocolTests {
  private static let requests: [PaintRequest] = [
    .rendering(
      RenderingRequest(
        card(text("x"), failure: Failure(.load, "no")), as: .svg, width: 123.5, height: 77, scale: 1.5, colorScheme: .dark,
        textSize: .accessibility3, isRedacted: true, isStale: true, showsAge: true, fonts: .standard,
        clock: PaintClock(now: 5, utcOffset: -3600),
        resources: [.init(src: "a", bytes: [1, 2, 3]), .init(src: "", bytes: []), .init(src: "é", bytes: [0])])),
    .sheet(
      SheetRequest(
        title: "s", as: .pdf, scale: 3, fonts: .standard,
        rows: [.init(caption: "r", cells: [.init(caption: "c", rendering: RenderingRequest(card(text("y")), as: .pdf))])])),
    .terminalImage(
      TerminalImageRequest(
        [9, 8], as: .kitty, columns: 3, rows: 4, cellWidth: 5, cellHeight: 6, usesPlaceholders: true, imageID: 7)),
  ]

  @Test("a request survives encoding and decoding", arguments: requests.indices)
  func roundTrip(_ index: Int) throws {
    #expect(try PaintRequest(decoding: Self.requests[index].encoded()) == Self.requests[index])
  }

  @Test("a reply survives encoding and decoding")
  func replies() throws {
    let rendering = Rendering(bytes: [1, 2], width: 3, height: 4.5, notes: [.init(src: "x", problem: .damaged)], hasFonts: false)
    let errors: [PaintError] = [
      .badRequest("no"), .tooLarge(width: 1, height: 2), .image(.tooManyPixels),
    ]
    #expect(
      try PaintReply(decoding: PaintReply(.failure(.drawing("no memory"))).encoded()).result
        == .failure(.drawing("no memory")))
    for reply in [PaintReply(.success(rendering))] + errors.map({ PaintReply(.failure($0)) }) {
      #expect(try PaintReply(decoding: reply.encoded()).result == reply.result)
    }
  }

  @Test("a request with a cut or a changed byte is an error or a rendering, never a crash")
  func broken() {
    let whole = Self.requests[0].encoded()
    for count in stride(from: 0, to: whole.count, by: 3) {
      let reply = PainterService.reply(to: Array(whole.prefix(count)), painter)
      guard case .failure(.badRequest) = reply.result else {
        Issue.record("cut at \(count): \(reply.result)")
        return
      }
    }
    for index in stride(from: 0, to: whole.count, by: 7) {
      var bytes = whole
      bytes[index] ^= 0x5A
      #expect(!PainterService.reply(to: bytes, painter).encoded().isEmpty)
    }
  }

  @Test("errors say what is wrong with a request")
  func reasons() {
    func reason(header: [UInt8], blob: [UInt8] = []) -> PaintError? {
      let payload = [UInt8(header.count & 0xFF), UInt8(header.count >> 8), 0, 0] + header + blob
      do throws(PaintError) { _ = try PaintRequest(decoding: payload) } catch { return error }
      return nil
    }
    func reason(_ header: LuaValue, blob: [UInt8] = []) -> PaintError? {
      reason(header: MessagePack.encode(header), blob: blob)
    }
    #expect(reason(header: []) == .badRequest("not MessagePack: truncated"))
    #expect(reason(header: [0xC1]) == .badRequest("not MessagePack: unsupportedType(193)"))
    #expect(reason([:]) == .badRequest("no version"))
    #expect(reason([]) == .badRequest("no version"))
    #expect(reason("version") == .badRequest("no version"))
    #expect(reason(["version": 1, "resources": []]) == .badRequest("luawidget was upgraded; restart this program"))
    #expect(reason([99, "pixels", nil, []]) == .badRequest("luawidget was upgraded; restart this program"))
    #expect(reason([2, "fax", nil, []]) == .badRequest("expected one of rendering, sheet, terminal_image and pixels"))
    #expect(reason([2, "pixels", nil, [["", 3]]], blob: [1]) == .badRequest("a resource is longer than the frame"))
    #expect(reason([2, "pixels", nil, []], blob: [1]) == .badRequest("1 bytes after the last resource"))
    #expect(reason([2, "pixels", nil, [["", -1]]]) == .badRequest("a resource is longer than the frame"))
    #expect(reason([2, "pixels", nil, [[""]]]) == .badRequest("a resource without a name and a length"))
    #expect(reason([2, "pixels", nil, []]) == .badRequest("pixels takes exactly one image"))
    #expect(reason([2, "terminal_image", ["fax", 1, 1], []]) == .badRequest("not a terminal_image"))
    #expect(reason([2, "rendering", ["png", 1], []]) == .badRequest("not a rendering"))
    #expect(reason([2, "sheet", ["t", "png", 2.0, "user", [[1]]], []]) == .badRequest("not a sheet"))
    #expect(reason(header: [UInt8](repeating: 0x91, count: 60_000)) == .badRequest("not MessagePack: tooDeep"))
  }
}
