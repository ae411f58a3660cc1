import Testing
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetServices

@testable import WidgetSurfaces

/// Typing into a text field of a card.
@Suite struct FieldTypingTests {
  private func field(_ text: String = "", isSecure: Bool = false, submits: Bool = true) -> ViewNode {
    var field = InputField(.text)
    (field.label, field.text, field.placeholder, field.isSecure) = ("Name", text, "type here", isSecure)
    (field.onChange, field.onSubmit) = (5, submits ? 6 : nil)
    return ViewNode(.field(field), children: field.parts(), action: field.onSubmit ?? field.onChange)
  }

  private func snapshot(_ views: [ViewNode]) -> Snapshot {
    Snapshot(
      widget: WidgetIdentity(id: "A", instance: "A", name: "A"), view: ViewNode(.vstack, children: views), result: .newData,
      reason: .launch, updatedAt: 1000)
  }

  private func card(_ views: ViewNode...) -> LiveCard {
    let view = TerminalViewOptions(environment: [:], capabilities: TerminalCapabilities(isUTF8: true))
    var card = LiveCard(view, clock: ManualClock(1000), counters: Counters())
    card.show(snapshot(views))
    _ = drawn(&card)
    return card
  }

  private func drawn(_ card: inout LiveCard) -> String {
    card.frame(in: CellFrame(columns: 0..<40, rows: 0..<12)).lines.joined(separator: "\n").replacing(
      #/\u{1B}\[[0-9;]*m/#, with: "")
  }

  private func typed(_ reaction: LiveCard.Reaction?) -> FieldInput? {
    if case .typed(let control)? = reaction { control.input } else { nil }
  }

  @Test("keys go into the focused field and not to commands; Enter submits; Escape leaves and keeps the text")
  func typing() {
    var card = card(field(), ViewNode(.button("Other", icon: nil), action: 1))
    #expect(card.type(.character("q")) == nil, "nothing has the focus")
    #expect(drawn(&card).contains("│ type here"))
    _ = card.handle(.tab)
    #expect(typed(card.type(.character("q"))) == FieldInput("q", isFinal: false))
    #expect(typed(card.type(.paste("uit\n"))) == FieldInput("quit ", isFinal: false))
    #expect(drawn(&card).contains("│ quit ▏"))
    #expect(card.type(.escape) == .handled && card.focusedAction == nil)
    #expect(drawn(&card).contains("│ quit "))
    _ = card.handle(.tab)
    #expect(typed(card.type(.enter)) == FieldInput("quit ", isFinal: true))
  }

  @Test("a date is typed over its words, submitted with Enter and left as it was with Escape") func dates() {
    var field = InputField(.date)
    (field.label, field.text, field.number, field.to, field.onChange) = ("Due", "2026-11-05T15:04:09", 1_793_891_049, 4e9, 7)
    let node = ViewNode(.field(field), children: field.parts(), action: 7)
    var card = card(node, ViewNode(.button("Other", icon: nil), action: 1))
    #expect(card.controls.count == 4, "two buttons, the field, and the other button")
    card.focus(7)
    #expect(card.type(.character("r")) == nil && card.type(.left) == nil, "commands stay commands")
    for digit in "2027-01-0" { #expect(card.type(.character(digit)) == .handled) }
    #expect(drawn(&card).contains("2027-01-0▏") && !drawn(&card).contains("‹"))
    card.show(snapshot([node]))
    #expect(drawn(&card).contains("2027-01-0▏"), "an update changes nothing")
    _ = card.type(.character("2"))
    #expect(typed(card.type(.enter)) == FieldInput("2027-01-02", isFinal: true))
    card.show(snapshot([node]))
    #expect(drawn(&card).contains("‹"))
    card.focus(7)
    _ = card.type(.backspace)
    #expect(drawn(&card).contains("2026-11-0▏"))
    #expect(card.type(.escape) == .handled && drawn(&card).contains("‹"))
  }

  @Test("a draft survives new views until it's submitted")
  func survives() {
    var card = card(field())
    _ = card.handle(.tab)
    _ = card.type(.paste("draft"))
    card.show(snapshot([field("from the script")]))
    #expect(drawn(&card).contains("draft▏") && !drawn(&card).contains("script"))
    _ = card.type(.enter)
    #expect(drawn(&card).contains("draft▏"), "until the handler has run")
    card.show(snapshot([field()]))
    #expect(!drawn(&card).contains("draft"))
  }

  @Test("a click gives a field the focus, and Enter in it never presses another control")
  func click() {
    var card = card(ViewNode(.button("First", icon: nil), action: 1), field(submits: false))
    let frame = card.controls.first { $0.action == 5 }?.frame
    #expect(
      card.handle(.click(column: (frame?.columns.lowerBound ?? 0) + 1, row: frame?.rows.lowerBound ?? 0)) == .handled)
    #expect(card.focusedAction == 5)
    #expect(card.type(.enter) == .handled)
  }

  @Test("a secure text is drawn as dots")
  func secure() {
    var card = card(field(isSecure: true))
    _ = card.handle(.tab)
    _ = card.type(.paste("hunter2"))
    #expect(drawn(&card).contains("•••••••▏") && !drawn(&card).contains("hunter2"))
  }
}
