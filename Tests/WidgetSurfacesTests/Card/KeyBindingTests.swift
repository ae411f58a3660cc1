import Testing

@testable import WidgetRuntime
@testable import WidgetSurfaces

@Suite struct KeyBindingTests {
  @Test("no key has two commands, but for the answers to a question, and every command has a key")
  func unique() {
    var seen: Set<Key> = []
    for binding in KeyBinding.all {
      #expect(!binding.keys.isEmpty, "\(binding.command)")
      if case .choose = binding.command { continue }
      for key in binding.keys {
        #expect(seen.insert(key).inserted, "\(key)")
        #expect(KeyBinding.command(for: key) == binding.command)
      }
    }
  }

  @Test("keys are named in UTF-8 and in ASCII")
  func names() {
    #expect(BoardHelp.keys([.up, .down], isUTF8: true) == "↑ ↓  k j")
    #expect(BoardHelp.keys([.up, .down], isUTF8: false) == "Up Down  k j")
    #expect(BoardHelp.keys([.moveUp, .moveDown], isUTF8: true) == "Shift+↑ Shift+↓  K J")
    #expect(BoardHelp.keys([.press], isUTF8: true) == "Enter  Space")
    #expect(BoardHelp.keys(PermissionDecision.choices.map { .choose($0) }, isUTF8: true) == "y o n d")
    #expect(KeyHint(.interrupt, isUTF8: true).text == "Ctrl-C quit")
    #expect(KeyHint(.toggleMode, "more", isUTF8: true).text == "m more")
  }
}
