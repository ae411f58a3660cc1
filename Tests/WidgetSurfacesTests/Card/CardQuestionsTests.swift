import Testing
import WidgetModel
import WidgetServices

@testable import WidgetRuntime
@testable import WidgetSurfaces

@Suite struct CardQuestionsTests {
  private static let permissions: [Permission] = [.net("example.com"), .run("git")]

  private static func request(
    _ permissions: [Permission] = permissions, instance: String = "a", manifest: [UInt8] = [1]
  ) -> PermissionRequest {
    PermissionRequest(
      widget: WidgetIdentity(id: "a", instance: instance, name: "A"), manifest: manifest, name: "A", permissions: permissions,
      programs: [:], groupUsers: [:])
  }

  @Test("input counts from half a second after the question was drawn")
  func pause() {
    var questions = CardQuestions()
    questions.ask(Self.request())
    let first = Self.request().questions[0]
    #expect(questions.answer(first, at: 100) == .ignored, "not drawn")
    questions.drawn(at: 100)
    #expect(questions.answer(first, at: 100.49) == .ignored)
    // Drawing it again changes nothing.
    questions.drawn(at: 100.4)
    #expect(questions.answer(first, at: 100.5) == .accepted)
    #expect(questions.current == Self.request().questions[1])
  }

  @Test("after an answer, input counts again when the rest was drawn for half a second: a double click answers one question")
  func doubleClick() {
    var questions = CardQuestions()
    questions.ask(Self.request())
    questions.drawn(at: 0)
    let (first, second) = (Self.request().questions[0], Self.request().questions[1])
    #expect(questions.answer(first, at: 1) == .accepted)
    #expect(questions.answer(first, at: 1) == .ignored)
    #expect(questions.answer(second, at: 1.1) == .ignored)
    questions.drawn(at: 1.2)
    #expect(questions.answer(second, at: 1.3) == .ignored)
    #expect(questions.answer(first, at: 1.8) == .refused, "long answered")
    #expect(questions.answer(second, at: 1.8) == .accepted)
    #expect(questions.request == nil)
  }

  @Test("a question of another manifest, instance or permission is refused")
  func others() {
    var questions = CardQuestions()
    questions.ask(Self.request())
    questions.drawn(at: 0)
    for other in [
      Self.request(manifest: [2]).questions[0], Self.request(instance: "b").questions[0], Self.request([.notify]).questions[0],
    ] { #expect(questions.answer(other, at: 1) == .refused) }
    // The manifest changed on disk.
    questions.ask(Self.request(manifest: [2]))
    questions.drawn(at: 2)
    #expect(questions.answer(Self.request().questions[0], at: 3) == .refused)
    #expect(questions.request?.permissions == Self.permissions)
    // With the same request, nothing starts again.
    questions.ask(Self.request(manifest: [2]))
    #expect(questions.answer(Self.request(manifest: [2]).questions[0], at: 3) == .accepted)
    questions.ask(Self.request([]))
    #expect(questions.request == nil)
  }

  @Test("questions have different names in forms")
  func keys() {
    let all = Self.request().questions + Self.request(manifest: [2]).questions + Self.request(instance: "b").questions
    #expect(Set(all.map(\.key)).count == all.count)
    #expect(all.allSatisfy { $0.key.utf8.count == 24 && !$0.key.contains(" ") })
  }

  @Test("the answers have one spelling, and what a user types is one of them")
  func choices() {
    #expect(PermissionDecision.prompt(.english) == "[y] Always  [o] This time  [n] Not now  [d] Never")
    let lines: [(String, PermissionDecision?)] = [
      ("y", .always), (" YES", .always), ("always", .always), ("o", .once), ("once", .once), ("", .notNow), ("n", .notNow),
      ("no", .notNow), ("D", .never), ("never", .never), ("what?", nil), ("yyy", nil),
    ]
    for (line, decision) in lines { #expect(PermissionDecision(line: line) == decision, "\(line)") }
    for choice in PermissionDecision.choices {
      #expect(PermissionDecision(key: choice.key) == choice && PermissionDecision(word: choice.word) == choice)
    }
  }
}
