import Testing
import WidgetModel

@Suite struct FieldLinesTests {
  @Test(
    "a text field is as high as its lines, whatever is in it",
    arguments: [("", 1), ("", 3), ("one", 3), ("one\ntwo\nthree\nfour", 3)])
  func height(_ text: String, _ lines: Int) {
    var field = InputField(.text)
    (field.text, field.lines) = (text, lines)
    let node = view(.field(field), field.parts(), action: 1)
    let rows = drawn(node, width: 160).split(separator: "\n").count
    #expect(rows == lines + 2, "\(drawn(node, width: 160))")
  }
}
