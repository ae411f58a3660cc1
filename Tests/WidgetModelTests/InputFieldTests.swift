import Testing
import WidgetModel

@Suite struct InputFieldTests {
  private func field(_ kind: InputField.Kind, _ edit: (inout InputField) -> Void) -> InputField {
    var field = InputField(kind)
    field.onChange = 7
    edit(&field)
    return field
  }

  @Test(
    "a text is taken without control characters and characters that turn the direction",
    arguments: [
      ("plain é", 1, "plain é"), ("a\tb\nc\r\nd", 1, "a b c d"), ("a\nb\r\nc", 2, "a\nb\nc"),
      ("\u{1B}[31mred\u{7}", 1, "[31mred"),
      ("\u{202E}abc\u{2066}d", 1, "abcd"), ("\u{9B}x\0y\u{7F}", 1, "xy"), ("שלום\u{200F}", 1, "שלום\u{200F}"), ("", 1, ""),
    ])
  func accepted(_ text: String, _ lines: Int, _ expected: String) { #expect(InputField.accepted(text, lines: lines) == expected) }

  @Test("a megabyte is cut between two characters, and a stack of marks like any text")
  func long() {
    let emoji = InputField.accepted(String(repeating: "👨‍👩‍👧", count: 60_000), lines: 1)
    #expect(emoji.utf8.count <= InputField.maximumBytes && emoji.last == "👨‍👩‍👧" && emoji.utf8.count > 4000)
    #expect(InputField.accepted("e" + String(repeating: "\u{301}", count: 500_000), lines: 1) == "")
    #expect(InputField.accepted(String(repeating: "x", count: 1 << 20), lines: 1).count == InputField.maximumBytes)
  }

  @Test("the buttons of a stepper stay in the range, without the noise of fractions")
  func numbers() {
    var stepper = field(.stepper) { ($0.number, $0.from, $0.to, $0.step) = (0.2, 0, 1, 0.1) }
    #expect(stepper.value(ofPart: 1) == .number(0.3) && stepper.value(ofPart: 0) == .number(0.1))
    stepper.number = 0.95
    #expect(stepper.value(ofPart: 1) == .integer(1))
    stepper.number = 1
    #expect(stepper.value(ofPart: 1) == nil && stepper.value(ofPart: 2) == nil)
    #expect((0.1 + 0.2).shortText == "0.3" && 1e300.shortText == "1e+300" && (-0.0).shortText == "0" && 5.0.shortText == "5")
    #expect(Double.nan.shortText == "–" && Double.leastNonzeroMagnitude.shortText == "5e-324")
  }

  @Test("a menu goes round, also from a text that isn't a choice")
  func menu() {
    var picker = field(.picker) { ($0.choices, $0.text) = (["a", "b", "c"], "c") }
    #expect(picker.value(ofPart: 1) == "a" && picker.value(ofPart: 0) == "b")
    picker.text = "gone"
    #expect(picker.value(ofPart: 1) == "a" && picker.value(ofPart: 0) == "c")
    picker.choices = ["only"]
    picker.text = "only"
    #expect(picker.value(ofPart: 0) == nil && picker.value(ofPart: 1) == nil)
  }

  @Test("a part's number stands for the field's function and its value; a text field takes what was typed")
  func calls() throws {
    let picker = field(.picker) { ($0.choices, $0.style) = (["a", "b"], .segments) }
    let text = field(.text) { $0.onSubmit = 8 }
    let view = ViewNode(
      .vstack,
      children: [
        ViewNode(.field(picker), children: picker.parts()), ViewNode(.field(text), children: text.parts(), action: 8),
        ViewNode(.button("Plain", icon: nil), action: 3),
      ])
    let part = try #require(view.children[0].children[1].action)
    let call = try #require(try view.call(for: part, nil))
    #expect(call.handler == 7 && call.argument == "b")
    #expect(try view.call(for: 3, nil).map { $0.handler == 3 && $0.argument.isNull } == true)
    #expect(try view.call(for: 8, FieldInput("x\n", isFinal: true)).map { $0.handler == 8 && $0.argument == "x " } == true)
    #expect(try view.call(for: 8, FieldInput("x", isFinal: false))?.handler == 7)
    #expect(try view.call(for: 8, nil) == nil)
  }

  @Test("a field is the same after storing, and JSON has no secure text")
  func storing() throws {
    for kind in InputField.Kind.allCases {
      var own = field(kind) { ($0.label, $0.text, $0.choices, $0.onSubmit) = ("L", "t", ["t", "u"], 9) }
      own.isSecure = kind == .text
      let node = ViewNode(.field(own), children: own.parts())
      #expect(ViewNode(stored: node.stored) == node)
    }
  }
}
