import Testing
import WidgetModel

@testable import WidgetRuntime

@Suite struct PresentationTests {
  private func direction(_ fields: [String: LuaValue], _ locale: String) throws -> LayoutDirection? {
    let view: LuaValue = .table(fields.merging(["type": "text", "text": "x"]) { own, _ in own })
    return try Presentation(.table(["content": view]), proposed: .single, locale: locale).view?.style.layoutDirection
  }

  @Test("a view has the layout direction of the user's language, unless the script sets one")
  func direction() throws {
    #expect(try direction([:], "he-IL") == .rightToLeft)
    #expect(try direction([:], "en-US") == nil)
    #expect(try direction(["layout_direction": "left_to_right"], "ar") == .leftToRight)
    #expect(try direction(["layout_direction": "right_to_left"], "en") == .rightToLeft)
  }
}
