import Testing
import WidgetRuntime

@Suite struct NearestNameTests {
  @Test("a misspelt name has a suggestion; an empty one and a single letter have none")
  func suggestions() {
    #expect(NearestName.of("spaceing", among: ["padding", "spacing"]) == "spacing")
    #expect(NearestName.of("A", among: ["a", "b"]) == "a")
    #expect(NearestName.of("c", among: ["a", "b"]) == nil)
    #expect(NearestName.of("", among: ["a", "b"]) == nil)
    #expect(NearestName.of("ko", among: ["ok"]) == "ok")
    #expect(NearestName.of("nope", among: ["notes"]) == nil)
    #expect(NearestName.of("km/h", among: ["km", "mi"]) == "km")
  }
}
