import Foundation
import Testing
import WidgetModel

@testable import WidgetRuntime

/// Everything that lists views agrees with the declarations.
@Suite struct ViewSchemaTests {
  /// A value accepted by the type that isn't its default.
  static func sample(_ type: ViewFieldType) -> LuaValue {
    switch type {
    case .text: "x"
    case .icon: "star"
    case .boolean: true
    case .length, .maximum, .count, .time, .action: 3
    case .finite: 0.5
    case .number(let range), .clamped(let range): .number((range.lowerBound + range.upperBound) / 2 + 0.125)
    case .color, .border, .palette: "red"
    case .view: ["type": "circle"]
    case .background: ["gradient": ["red", "blue"]]
    case .stroke: ["gradient": ["red", "blue"], "angular": true]
    case .alternative: false
    case .dash: [6, 3]
    case .trim: ["from": 0.25, "to": 0.75]
    case .font: "title"
    case .insets: 3
    case .choice(let names): .string(names.last ?? "")
    case .url: "https://a.example"
    case .image: "a.png"
    case .columns: 2
    case .values: [1, 2]
    case .series: [[1, 2]]
    case .ticks: [1, 2]
    case .rules: [["value": 1, "label": "goal", "color": "red"]]
    case .texts: ["a"]
    case .spans: [["text": "a", "italic": true]]
    case .extent: "50%"
    case .offset: [3, 4]
    case .shadow: true
    case .radius: ["top_left": 3]
    case .path: "M0 0 L1 1"
    }
  }

  /// A view with nothing but its required fields.
  static func minimal(_ kind: ViewKind) -> [String: LuaValue] {
    var fields: [String: LuaValue] = ["type": .string(kind.rawValue)]
    for field in kind.declaration.fields where field.isRequired { fields[field.name] = sample(field.type) }
    switch kind {
    case .chart: fields["values"] = []
    case .progress: fields["value"] = 0.25
    case .text, .label: fields["text"] = "minimal"
    case .button: fields.merge(["text": "minimal", "action": 9]) { $1 }
    case .toggle: fields["action"] = 9
    case .textField: fields["on_submit"] = 9
    case .picker: fields.merge(["choices": ["a", "b"], "on_change": 9]) { $1 }
    case .slider, .stepper, .dateField: fields.merge(["value": 0.5, "on_change": 9]) { $1 }
    default: break
    }
    return fields
  }

  @Test("a declaration makes the content of its own kind", arguments: ViewKind.allCases)
  func content(_ kind: ViewKind) throws {
    #expect(kind.declaration.kind == kind)
    #expect(try ViewDecoder.decode(.table(Self.minimal(kind))).content.kind == kind)
    #expect((kind.traits.takesChildren && !kind.traits.contains(.field)) == (kind.declaration.positional == .children))
  }

  @Test("every field changes the view", arguments: ViewKind.allCases)
  func everyFieldCounts(_ kind: ViewKind) throws {
    let minimal = Self.minimal(kind)
    let plain = try ViewDecoder.decode(.table(minimal))
    for field in kind.declaration.fields + ViewSchema.common {
      for name in [field.wireName ?? field.name, field.alias] {
        guard let name else { continue }
        var given = minimal
        if field.wireName == nil { given[field.name] = nil }
        given[name] = field.isRequired ? Self.other(field.type) : Self.sample(field.type)
        if field.name == "series" { given["values"] = nil }
        if kind.traits.contains(.field) {
          // A handler is a number of its own, and a text field has no other one.
          if field.type == .action { given[name] = 11 }
          if kind == .textField || kind == .dateField, field.name == "action" { continue }
          if field.name == "to" { given[name] = 9 }
          if field.name == "from" { given.merge(["from": 0.25, "value": 0.125]) { $1 } }
          if field.name == "step" { given[name] = 0.125 }
          if field.name == "secure" { given["value"] = "x" }
          if field.name == "lines" { given[name] = 3 }
          if field.name == "choices" { given[name] = ["c"] }
        } else if field.name == "from" || field.name == "to" {
          given.merge(["value": .null, "from": 3, "to": 9]) { $1 }
        }
        #expect(try ViewDecoder.decode(.table(given)) != plain, "ui.\(kind.rawValue): \(name)")
      }
    }
  }

  /// A value that differs from the sample, for required fields.
  private static func other(_ type: ViewFieldType) -> LuaValue {
    switch type {
    case .icon: "airplane"
    case .url: "https://b.example"
    case .image: "b.png"
    case .columns: 5
    case .clamped, .finite: 0.25
    case .time: 7
    case .path: "M0 0 L0 1"
    case .text, .boolean, .alternative, .length, .extent, .offset, .shadow, .radius, .maximum, .number, .count, .color,
      .background, .stroke, .border, .font, .insets, .choice, .values, .series, .ticks, .rules, .texts, .spans, .dash, .trim,
      .palette, .view, .action:
      sample(type)
    }
  }

  @Test("every choice of a field is accepted", arguments: ViewKind.allCases)
  func choices(_ kind: ViewKind) throws {
    for field in kind.declaration.fields + ViewSchema.common {
      guard case .choice(let names) = field.type else { continue }
      for name in names {
        var given = Self.minimal(kind)
        given[field.wireName ?? field.name] = .string(name)
        #expect(throws: Never.self) { try ViewDecoder.decode(.table(given)) }
      }
    }
  }

  @Test("a view without a required field is an error that names it", arguments: ViewKind.allCases)
  func required(_ kind: ViewKind) {
    for field in kind.declaration.fields where field.isRequired {
      var given = Self.minimal(kind)
      given[field.name] = nil
      #expect(throws: ViewError.self) { try ViewDecoder.decode(.table(given)) }
      #expect(ViewDecoderTests.message(.table(given))?.hasPrefix("content: ui.\(kind.rawValue) needs \(field.name)") == true)
    }
  }

  @Test("no name has two meanings in one view", arguments: ViewKind.allCases)
  func uniqueNames(_ kind: ViewKind) {
    let names = (kind.declaration.fields + ViewSchema.common).flatMap { [$0.name, $0.alias].compactMap { $0 } }
    #expect(Set(names).count == names.count)
    #expect(Set(ViewSchema.reserved).intersection(kind.declaration.fields.filter { $0.wireName == nil }.map(\.name)).isEmpty)
  }

  @Test("positional values fill a field that exists", arguments: ViewKind.allCases)
  func positional(_ kind: ViewKind) {
    switch kind.declaration.positional {
    case .text(let name), .value(let name), .list(let name): #expect(kind.declaration.fields.contains { $0.name == name })
    case .children: #expect(kind.traits.takesChildren)
    case .nothing: #expect(!kind.traits.takesChildren || kind.traits.contains(.field))
    }
  }

  @Test("the reference and the editor types list every view, field and default", arguments: ViewKind.allCases)
  func documentation(_ kind: ViewKind) {
    #expect(APIDocumentation.reference.contains("\n### `ui.\(kind.rawValue)`\n\n\(kind.declaration.summary)\n"))
    #expect(APIDocumentation.types.contains("\nfunction ui.\(kind.rawValue)(fields) end\n"))
    for field in kind.declaration.fields + ViewSchema.common {
      #expect(APIDocumentation.reference.contains("| `\(field.name)`"))
      #expect(APIDocumentation.types.contains("---@field \(field.name)? "))
    }
  }

  @Test("defaults are documented as they are applied")
  func defaults() throws {
    func documentation(_ kind: ViewKind, _ name: String) -> String? {
      kind.declaration.fields.first { $0.name == name }?.documentation
    }
    #expect(documentation(.date, "style")?.hasPrefix("The format, in the user's language.") == true)
    #expect(documentation(.date, "style")?.hasSuffix(" Default: \"time\".") == true)
    #expect(documentation(.gauge, "max") == "The upper end. Default: 1.")
    #expect(documentation(.toggle, "on") == "Whether it's switched on. Default: false.")
    #expect(documentation(.text, "text") == "The text.")
  }

  /// The worker's tests are written in Python and read the declarations from there. `RECORD_SNAPSHOTS=1` writes it.
  @Test("Tests/worker/views.json is the part of hello about views")
  func wire() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../worker")
    let file = folder.appending(path: "views.json").standardized
    let text = Self.json(ViewSchema.wire) + "\n"
    guard ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil else {
      #expect(try String(decoding: Data(contentsOf: file), as: UTF8.self) == text)
      return
    }
    try Data(text.utf8).write(to: file)
    Issue.record("recorded \(file.path)")
  }

  private static func json(_ value: LuaValue, depth: Int = 0) -> String {
    switch value {
    case .table(let fields):
      let separator = depth == 0 ? ",\n  " : ", "
      let members = fields.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \(json($0.value, depth: depth + 1))" }
      return depth == 0 ? "{\n  \(members.joined(separator: separator))\n}" : "{\(members.joined(separator: separator))}"
    case .array(let elements): return "[\(elements.map { json($0, depth: depth + 1) }.joined(separator: ", "))]"
    case .boolean(let flag): return "\(flag)"
    default: return "\"\(value.string ?? "")\""
    }
  }
}
