import Testing
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetTesting

/// `theme.color`: names that the surface resolves when it draws.
@Suite struct ThemeColorTests {
  private func color(_ code: String) async -> (Color?, String?) {
    let widget = TestWidget("function content() return ui.text { 'x', color = \(code) } end")
    let failure = await widget.failure()
    return (await widget.session.snapshot?.view?.style.color, failure?.message)
  }

  @Test("the view has the name, so it's drawn in each appearance and theme") func names() async {
    #expect(await color("theme.color('accent')").0 == .named(.accent))
    #expect(await color("theme.color('accent', 0.5)").0 == .translucent(.named(.accent), opacity: 0.5))
    #expect(await color("theme.color('black')").0 == .rgb(0))
    #expect(await color("{ theme.color('red'), opacity = 0.2 }").0 == .translucent(.named(.red), opacity: 0.2))
  }

  @Test("a name that isn't one is an error with the nearest") func mistakes() async {
    let (_, message) = await color("theme.color('acent')")
    #expect(message?.contains("did you mean \"accent\"?") == true, "\(message ?? "")")
    #expect(await color("theme.color()").1?.contains("name must be") == true)
    #expect(await color("theme.color('red', 2)").1?.contains("from 0 to 1") == true)
  }
}
