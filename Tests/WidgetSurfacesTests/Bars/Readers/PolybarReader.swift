/// Reads a line like polybar (src/tags/parser.cpp): tags with several elements, nested actions, colours, and text.
struct PolybarReader {
  struct Problem: Error, Equatable { var text: String }
  struct Action: Equatable {
    var button: Int
    var command: String
    /// The clickable parts.
    var text = ""
  }

  private(set) var text = ""
  private(set) var actions: [Action] = []
  private var open: [Int] = []
  private var rest: Substring

  init(_ line: String) throws(Problem) {
    rest = line[...]
    while !rest.isEmpty {
      if rest.unicodeScalars.starts(with: "%{".unicodeScalars) {
        rest = Substring(rest.unicodeScalars.dropFirst(2))
        try readTag()
      } else {
        let scalar = rest.unicodeScalars.removeFirst()
        text.unicodeScalars.append(scalar)
        for index in open { actions[index].text.unicodeScalars.append(scalar) }
      }
    }
    guard open.isEmpty else { throw Problem(text: "an action is not closed") }
  }

  private mutating func readTag() throws(Problem) {
    while true {
      guard let kind = rest.unicodeScalars.popFirst() else { throw Problem(text: "the tag does not end") }
      switch kind {
      case " ": continue
      case "}": return
      case "F", "B", "u", "o", "U": try readColor()
      case "A": try readAction()
      default: throw Problem(text: "unknown tag \(kind)")
      }
    }
  }

  private mutating func readColor() throws(Problem) {
    let value = rest.prefix { $0 != " " && $0 != "}" }
    rest = rest.dropFirst(value.count)
    guard value.isEmpty || value == "-" || value.wholeMatch(of: #/#?(?:[0-9a-fA-F]{2,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})/#) != nil
    else { throw Problem(text: "the colour \(value)") }
  }

  private mutating func readAction() throws(Problem) {
    var button = 1
    if let digit = rest.first?.wholeNumberValue {
      button = digit
      rest.removeFirst()
    }
    guard rest.first == ":" else {
      guard open.popLast() != nil else { throw Problem(text: "no action is open") }
      return
    }
    rest.removeFirst()
    var command = ""
    while let character = rest.popFirst(), character != ":" {
      if character == "\\", rest.first == ":" {
        rest.removeFirst()
        command.append(":")
      } else {
        command.append(character)
      }
    }
    guard (1...8).contains(button), !command.isEmpty else { throw Problem(text: "an empty action") }
    actions.append(Action(button: button, command: command))
    open.append(actions.count - 1)
  }
}
