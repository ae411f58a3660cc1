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
