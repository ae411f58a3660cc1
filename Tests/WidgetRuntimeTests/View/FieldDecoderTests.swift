import Testing
import WidgetModel

@testable import WidgetRuntime

@Suite struct FieldDecoderTests {
  private static func view(_ kind: String, _ fields: [String: LuaValue]) -> LuaValue {
    .table(fields.merging(["type": .string(kind)]) { $1 })
  }

  @Test(
    "a mistake in a field names what to write",
    arguments: [
      ("text_field", [:], "ui.text_field needs on_submit or on_change: a function, as in on_submit = function(text) ... end"),
      ("text_field", ["on_submit": 1, "action": 2], "ui.text_field has no on_tap; on_submit gets the text"),
      ("text_field", ["on_submit": 1, "secure": true, "lines": 3], ".lines: a secure field has one line"),
      ("text_field", ["on_submit": 1_000_000], ".on_submit: must be a function"),
      ("date_field", ["value": 0, "on_change": 1, "action": 2], "ui.date_field has no on_tap; on_change gets the moment"),
      ("date_field", ["on_change": 1], "ui.date_field needs value: a number of seconds since 1970"),
      ("date_field", ["value": 0], "ui.date_field needs on_change: a function, as in on_change = function(value) ... end"),
      ("date_field", ["value": 0, "from": 5, "to": 2, "on_change": 1], ".to: must not be before from"),
      ("picker", ["on_change": 1], "ui.picker needs choices: a list of texts"),
      ("picker", ["choices": ["a"]], "ui.picker needs on_change: a function, as in on_change = function(value) ... end"),
      ("picker", ["choices": [], "on_change": 1], ".choices: needs at least one text"),
      ("picker", ["choices": ["a", "b", "a"], "on_change": 1], #".choices[3]: is the same as an earlier one: "a""#),
      ("picker", ["choices": ["a", ""], "on_change": 1], ".choices[2]: is empty"),
      (
        "picker", ["choices": .array((0..<201).map { .integer($0) }), "on_change": 1], ".choices: may have at most 200 texts"
      ),
      ("slider", ["on_change": 1], "ui.slider needs value: a number"),
      ("slider", ["value": 1, "from": 5, "to": 2, "on_change": 1], ".to: must be 5 (from) or more, got 2"),
      ("slider", ["value": 1, "step": 0, "on_change": 1], ".step: must be more than 0, got 0"),
      ("slider", ["value": .number(.nan), "on_change": 1], ".value: must be a finite number, got nan"),
      ("stepper", ["value": 1, "step": -1, "on_change": 1], ".step: must be more than 0, got -1"),
      ("stepper", ["value": 1, "on_change": 1, "children": [["type": "divider"]]], ".children: ui.stepper takes no children"),
    ] as [(String, [String: LuaValue], String)])
  func mistakes(_ kind: String, _ fields: [String: LuaValue], _ message: String) {
    let separator = message.hasPrefix(".") ? "" : ": "
    #expect(ViewDecoderTests.message(Self.view(kind, fields)) == "content\(separator)\(message)")
  }

  @Test("a secure field's text is nowhere in the view") func secure() throws {
    let node = try ViewDecoder.decode(Self.view("text_field", ["value": "hunter22", "secure": true, "on_submit": 1]))
    #expect(node.textField?.isFilled == true && node.textField?.text == "")
    #expect(!"\(node)".contains("hunter22") && !JSONWriter().text(node.json).contains("hunter22"))
  }

  @Test("a value outside the range is clamped, and an empty range is one") func ranges() throws {
    func number(_ fields: [String: LuaValue]) throws -> Double? {
      guard case .field(let field) = try ViewDecoder.decode(Self.view("slider", fields)).content else { return nil }
      return field.number
    }
    #expect(try number(["value": 7, "on_change": 1]) == 1)
    #expect(try number(["value": 7, "from": 3, "to": 3, "on_change": 1]) == 3)
  }

  @Test("many pickers with many choices count as many views") func manyParts() {
    let picker = Self.view(
      "picker", ["choices": .array((0..<200).map { .integer($0) }), "style": "segments", "on_change": 1])
    let message = ViewDecoderTests.message(["type": "vstack", "children": .array(Array(repeating: picker, count: 20))])
    #expect(message?.contains("a widget has at most 2000 views") == true)
  }
}
