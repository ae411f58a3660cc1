import Testing
import WidgetHost
import WidgetModel
import WidgetTesting

@testable import WidgetRuntime

/// `ui` in the real worker is made from the declarations.
@Suite struct ViewPreludeTests {
  @Test("ui has a function for every declared view and a canvas, which returns other views, and nothing else")
  func names() async {
    let widget = TestWidget(
      """
      function perform_update()
        local names = {}
        for name, value in pairs(ui) do names[#names + 1] = name .. ":" .. type(value) end
        table.sort(names)
        print(table.concat(names, " "))
        return update_result.new_data
      end
      """)
    await widget.update()
    guard case .text(let text) = await widget.session.snapshot?.view?.content else {
      Issue.record("no text")
      return
    }
    #expect(
      text.split(separator: " ").map(String.init)
        == (ViewKind.allCases.map(\.rawValue) + ["canvas"]).map { "\($0):function" }.sorted())
  }

  @Test("a positional value fills the declared field", arguments: ViewKind.allCases)
  func positional(_ kind: ViewKind) async throws {
    let (value, field): (String, String?) =
      switch kind.declaration.positional {
      case .text(let field): ("'a', 'b'", field)
      case .children: ("ui.divider {}", nil)
      case .value(let field), .list(let field): (Self.lua(of: field, in: kind), field)
      case .nothing: ("", nil)
      }
    let required = kind.declaration.fields.filter { $0.isRequired && $0.name != field }
      .map { "\($0.name) = \(Self.lua(of: $0.name, in: kind))" }
    let action = kind == .button || kind == .toggle ? ["action = function() end"] : []
    let change = kind.traits.contains(.field) ? ["on_change = function() end"] : []
    let fields = ([value] + required + action + change).filter { !$0.isEmpty }.joined(separator: ", ")
    let widget = TestWidget(
      """
      function perform_update() return update_result.new_data end
      function content() return ui.\(kind.rawValue) { \(fields) } end
      """)
    #expect(await widget.failure() == nil)
    let view = try #require(await widget.session.snapshot?.view)
    #expect(view.content.kind == kind)
    // The children of a field are its parts.
    #expect(kind.traits.contains(.field) || view.children.count == (kind.traits.takesChildren ? 1 : 0))
    if case .text = kind.declaration.positional {
      // Joined text, however the view shows it.
      #expect("\(view.content)".contains("\"ab\""), "\(view.content)")
    }
  }

  private static func lua(of name: String, in kind: ViewKind) -> String {
    guard let field = kind.declaration.fields.first(where: { $0.name == name }) else { return "nil" }
    return switch field.type {
    case .text: "'x'"
    case .icon: "'star'"
    case .boolean: "true"
    case .length, .maximum, .count, .columns: "3"
    case .time: "1e9"
    case .number, .clamped, .finite: "0.5"
    case .color, .border, .palette: "'red'"
    case .view: "ui.circle {}"
    case .background, .stroke: "{ gradient = { 'red', 'blue' } }"
    case .alternative: "false"
    case .dash: "{ 6, 3 }"
    case .trim: "{ from = 0.25, to = 0.75 }"
    case .font: "'title'"
    case .insets: "3"
    case .choice(let names): "'\(names[0])'"
    case .url: "'https://a.example'"
    case .image: "'a.png'"
    case .values, .series, .texts, .ticks, .rules: "{ 1, 2 }"
    case .spans: "{ { text = 'x', italic = true } }"
    case .extent: "'50%'"
    case .offset: "{ 3, 4 }"
    case .shadow, .radius: "3"
    case .path: "'M0 0 L1 1'"
    case .action: "print"
    }
  }
}
