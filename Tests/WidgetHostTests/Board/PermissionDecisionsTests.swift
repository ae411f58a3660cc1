import Synchronization
import Testing
import WidgetModel
import WidgetServices

@testable import WidgetHost
@testable import WidgetRuntime

@Suite struct PermissionDecisionsTests {
  private static func request(_ permissions: [Permission], manifest: [UInt8] = [1]) -> PermissionRequest {
    PermissionRequest(
      widget: WidgetIdentity(id: "a", instance: "a", name: "A"), manifest: manifest, name: "A", permissions: permissions,
      programs: [:], groupUsers: [:])
  }

  @Test("a decision belongs to one manifest: another one asks again, and an old answer counts for nothing")
  func manifests() {
    let asked = Mutex<[[Permission]]>([])
    let decisions = PermissionDecisions { request in asked.withLock { $0.append(request.permissions) } }
    let old = Self.request([.net("a.example"), .notify])
    #expect(decisions.decisions(for: old).isEmpty)
    #expect(decisions.decide([old.questions[0]: .always]) == 1)
    #expect(decisions.decide([old.questions[0]: .never]) == 0, "it was answered")
    #expect(decisions.decisions(for: old) == [.net("a.example"): .always])
    #expect(decisions.decisions(for: old) == [.net("a.example"): .once], "it was given out to be stored")
    let new = Self.request([.net("a.example"), .notify], manifest: [2])
    #expect(decisions.decisions(for: new).isEmpty)
    #expect(decisions.decide([old.questions[1]: .always]) == 0)
    #expect(decisions.decide([new.questions[1]: .once, old.questions[1]: .always]) == 1)
    #expect(decisions.decisions(for: new) == [.notify: .once])
    #expect(asked.withLock { $0 } == [old.permissions, new.permissions])
  }

  @Test("a manifest without questions ends those of the one before")
  func ends() {
    let asked = Mutex<[[Permission]]>([])
    let decisions = PermissionDecisions { request in asked.withLock { $0.append(request.permissions) } }
    _ = decisions.decisions(for: Self.request([]))
    _ = decisions.decisions(for: Self.request([.notify]))
    _ = decisions.decisions(for: Self.request([], manifest: [2]))
    #expect(asked.withLock { $0 } == [[.notify], []])
    #expect(decisions.request == nil)
  }

  @Test("a revocation makes it another question: no earlier decision answers it")
  func revoked() {
    let decisions = PermissionDecisions { _ in }
    let old = Self.request([.notify])
    _ = decisions.decisions(for: old)
    #expect(decisions.decide([old.questions[0]: .once]) == 1)
    var new = old
    new.revocations = Revocations(all: 1)
    #expect(decisions.decisions(for: new).isEmpty)
    #expect(decisions.decide([old.questions[0]: .always]) == 0)
    #expect(decisions.request == new)
  }

  @Test("decisions from before the board started count for their manifest only")
  func earlier() {
    let decisions = PermissionDecisions { _ in }
    #expect(decisions.decisions(for: Self.request([.notify]), earlier: [.notify: .once]) == [.notify: .once])
    #expect(decisions.decisions(for: Self.request([.notify], manifest: [2])).isEmpty)
  }
}
