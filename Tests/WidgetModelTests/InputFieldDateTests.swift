import Testing

@testable import WidgetModel

/// Date fields: what's shown, typed and pressed.
@Suite struct InputFieldDateTests {
  private func field(_ text: String, _ number: Double, _ style: InputField.DateParts = .date) -> InputField {
    var field = InputField(.date)
    (field.text, field.number, field.dateStyle, field.onChange) = (text, number, style, 7)
    (field.from, field.to) = (CalendarDate.moments.lowerBound, CalendarDate.moments.upperBound)
    return field
  }

  // 2026-11-05 15:04:09 UTC.
  private static let moment = 1_793_891_049.0

  @Test(
    "what's typed is the day or the time of the value, and the rest of it stays",
    arguments: [
      (.date, "2026-11-06", "2026-11-06T15:04:09"), (.date, "2024-2-29", "2024-02-29T15:04:09"),
      (.time, "9:30", "2026-11-05T09:30:00"), (.time, "09:30:15", "2026-11-05T09:30:15"),
      (.dateTime, "2026-11-06T01:02", "2026-11-06T01:02:00"), (.dateTime, "2026-11-06 1:02", "2026-11-06T01:02:00"),
    ] as [(InputField.DateParts, String, String)])
  func typing(_ style: InputField.DateParts, _ text: String, _ expected: String) throws {
    let field = field("2026-11-05T15:04:09", Self.moment, style)
    var read: CalendarDate?
    _ = try field.date(in: text) { date in
      read = date
      return 0
    }
    #expect(read.map(InputField.text(of:)) == expected)
  }

  @Test(
    "anything else is no date",
    arguments: [
      (.date, "2026-02-29"), (.date, "2026-13-01"), (.date, "0000-01-01"), (.date, "tomorrow"), (.date, "2026-11"),
      (.date, "2026-11-05 15:04"), (.date, "-2026-11-05"), (.date, "99999-01-01"), (.date, "٢٠٢٦-١١-٠٥"), (.time, "24:00"),
      (.time, "15"), (.time, "15:60"), (.dateTime, "2026-11-05"), (.dateTime, "15:04"),
      (.date, String(repeating: "9", count: 1 << 20)),
    ] as [(InputField.DateParts, String)])
  func notADate(_ style: InputField.DateParts, _ text: String) {
    let field = field("2026-11-05T15:04:09", Self.moment, style)
    let error = #expect(throws: NotADate.self) { try field.date(in: text) { Double($0.localSeconds) } }
    #expect((error?.text.count ?? 0) <= 60)
  }

  @Test("buttons go a day or an hour, and not beyond the range") func parts() throws {
    var both = field("2026-11-05T15:04:09", Self.moment, .dateTime)
    #expect(both.value(ofPart: 0) == .integer(1_793_891_049 - 86_400) && both.value(ofPart: 3) == .integer(1_793_891_049 + 3600))
    #expect(both.value(ofPart: 4) == nil && field("2026-11-05T15:04:09", Self.moment).value(ofPart: 2) == nil)
    both.to = Self.moment + 60
    #expect(both.value(ofPart: 1) == .integer(1_793_891_109))
    both.to = Self.moment
    #expect(both.value(ofPart: 1) == nil && both.value(ofPart: 3) == nil)
    // The last day of the calendar has no next one; a damaged text is no day.
    #expect(field("9999-12-31T00:00:00", 253_402_214_400).value(ofPart: 1) == nil)
    #expect(field("soon", Self.moment).value(ofPart: 1) == nil)
    #expect(try both.date(in: "2030-01-01 00:00") { Double($0.localSeconds) } == Self.moment)
  }

  @Test("a field shows its value in parts of the reader's language, and what's typed instead of them") func shown() {
    let field = field("2026-11-05T15:04:09", Self.moment, .dateTime)
    let kinds = field.parts().map(\.content.kind)
    #expect(kinds == [.button, .date, .button, .button, .date, .button])
    #expect(field.parts(showing: "2026").map(\.content) == [.text("2026")])
    #expect(field.dateText == "2026-11-05T15:04" && field.shownText == "2026-11-05 15:04")
    #expect(
      field.parts(id: "due").compactMap(\.style.id) == ["due.previous_day", "due.next_day", "due.previous_hour", "due.next_hour"])
  }

  @Test("a field stored without the parts of a date is one of a day") func storing() {
    var due = field("2026-11-05T15:04:09", Self.moment)
    guard case .array(let values) = due.stored else { return }
    #expect(values.count == 13 && InputField(stored: .array(values)) != nil)
    due.dateStyle = .dateTime
    #expect(InputField(stored: due.stored)?.dateStyle == .dateTime)
  }

  @Test("only a complete text is passed on, and an empty one isn't") func calls() throws {
    let field = field("2026-11-05T15:04:09", Self.moment)
    let view = ViewNode(.field(field), children: field.parts(), action: 7)
    #expect(try view.call(for: 7, FieldInput("2026-11-06", isFinal: false)) == nil)
    #expect(try view.call(for: 7, FieldInput("", isFinal: true)) == nil)
    #expect(try view.call(for: 7, FieldInput("2026-11-06", isFinal: true))?.argument == .integer(1_793_977_449))
    #expect(throws: NotADate.self) { try view.call(for: 7, FieldInput("x\u{1B}[2J", isFinal: true)) }
  }
}
