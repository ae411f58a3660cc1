import Foundation
import Testing
import WidgetModel

@testable import WidgetRendering

/// How many cells the C library gives a code point: a reference independent of our tables.
@_silgen_name("wcwidth") private func wcwidth(_ scalar: Int32) -> Int32

/// Scripts whose clusters have several code points, on terminals of both kinds.
@Suite struct ScriptWidthTests {
  static let samples = [
    "กำลังทำน้ำ", "ກຳລັງນ້ຳ", "ｶﾞｷﾞﾊﾟﾋﾟ", "கொடு பௌ", "কো বৌ খোঁজ", "नमस्ते कि दो क्षि", "తెలుగు కొ", "മലയാളം കൊ ണ്ടോ", "မြန်မာစာ", "ភាសាខ្មែរ",
    "සිංහල කො",
  ]

  /// A terminal row. It understands SGR, CHA and CUF, and puts text into cells by its own rule.
  private struct Row {
    var cells: [String]
    var column = 0

    init(_ line: String, columns: Int, isClusterTerminal: Bool) {
      cells = Array(repeating: " ", count: columns)
      var rest = Substring(line)
      while let character = rest.first {
        if character == "\u{1B}" {
          rest = rest.dropFirst(2)
          let digits = rest.prefix { $0.isNumber || $0 == ";" }
          let number = Int(digits) ?? 0
          rest = rest.dropFirst(digits.count)
          switch rest.popFirst() {
          case "G": column = number - 1
          case "C": column += number
          case let final: #expect(final == "m")
          }
        } else {
          rest = rest.dropFirst()
          if isClusterTerminal { put(String(character), width: Self.width(of: character)) } else { putScalars(character) }
        }
      }
    }

    private mutating func putScalars(_ character: Character) {
      for scalar in character.unicodeScalars { put(String(scalar), width: max(0, Int(wcwidth(Int32(scalar.value))))) }
    }

    private mutating func put(_ text: String, width: Int) {
      if width == 0 {
        // A zero-width non-joiner separates our cells; it isn't part of the text.
        if column > 0, text != "\u{200C}" { cells[column - 1] += text }
        return
      }
      guard column + width <= cells.count else {
        Issue.record("\(text.debugDescription) is beyond the last column")
        return
      }
      cells[column] = text
      for part in column + 1..<max(column + 1, column + width) { cells[part] = "" }
      column += width
    }

    /// The width in mode 2027: the widest code point decides.
    private static func width(of character: Character) -> Int {
      character.unicodeScalars.enumerated().map { index, scalar in
        index > 0 && scalar.properties.generalCategory == .spacingMark ? 0 : max(0, Int(wcwidth(Int32(scalar.value))))
      }.max() ?? 0
    }
  }

  @Test("every letter is on the screen and the border is straight", arguments: samples, [true, false])
  func letters(_ sample: String, isClusterTerminal: Bool) {
    setlocale(LC_CTYPE, "C.UTF-8")
    var options = RenderingOptions(clock: CalendarClock(now: 1180))
    #expect(options.widthRule == .codePoints, "the default suits every terminal")
    if isClusterTerminal { options.widthRule = .graphemeClusters }
    let drawing = TerminalDrawing(snapshot(text(sample)), in: Size(width: 320, height: 0), options: options)
    let line = drawing.canvas.ansiLines(.none, scheme: .dark, anchorColumn: isClusterTerminal ? nil : 0)[1]
    let row = Row(line, columns: 40, isClusterTerminal: isClusterTerminal)
    #expect(row.cells[0] == "│" && row.cells[39] == "│", "\(row.cells)")
    let shown = row.cells[1..<39].joined()
    #expect(shown.unicodeScalars.filter { $0 != " " } == sample.unicodeScalars.filter { $0 != " " }, "\(shown)")
  }

  @Test("plain text has the width that a terminal gives it", arguments: samples)
  func plainText(_ sample: String) {
    setlocale(LC_CTYPE, "C.UTF-8")
    let drawing = TerminalDrawing(snapshot(text(sample)), in: Size(width: 320, height: 0), options: .init())
    let widths = drawing.canvas.lines.map { line in
      line.unicodeScalars.reduce(0) { $0 + max(0, Int(wcwidth(Int32($1.value)))) }
    }
    #expect(Set(widths) == [40], "\(widths)")
  }
}
