import Testing

@testable import WidgetServices
@testable import luawidget_fetcher

/// How a response's parts become a whole.
@Suite struct ResponseCollectorTests {
  private func collector() throws -> ResponseCollector {
    var collector = ResponseCollector(
      for: HTTPExchange(
        method: .get, scheme: .https, authority: "a.example", target: "/", headers: [], maximumBodyBytes: 4 << 20))
    _ = try collector.receiveHead(status: 200, headers: [HeaderField]())
    return collector
  }

  @Test("a body in very many tiny parts is refused: reading them would take the processor for seconds")
  func tinyParts() throws {
    var collector = try collector()
    for _ in 0..<ResponseCollector.maximumSmallParts { try collector.receiveBody([0x61]) }
    #expect(collector.response.body.count == ResponseCollector.maximumSmallParts)
    #expect(throws: FetchError.Reason.tooManyFrames) { try collector.receiveBody([0x61]) }
  }

  @Test("a body of the largest size is not refused in parts of ordinary size")
  func ordinaryParts() throws {
    var collector = try collector()
    let part = [UInt8](repeating: 0x61, count: 1024)
    for _ in 0..<(4 << 10) { try collector.receiveBody(part) }
    #expect(collector.response.body.count == 4 << 20)
    #expect(throws: FetchError.Reason.bodyTooLarge(limit: 4 << 20)) { try collector.receiveBody(part) }
  }
}
