import Testing

@testable import WidgetServices

@Suite struct StorePatienceTests {
  @Test(
    "it ends, and is not there at all while it is suspended, whatever comes of that",
    arguments: [(0, true), (2509, true), (2510, false)])
  func patience(_ tries: Int, _ waits: Bool) {
    let patience = StorePatience()
    #expect(patience.wait(tries) == waits)
    patience.suspended { #expect(!patience.wait(tries)) }
    #expect(throws: CancellationError.self) { try patience.suspended { throw CancellationError() } }
    #expect(patience.wait(tries) == waits)
  }
}
