import Testing
import WidgetModel
import WidgetRuntime

@Suite struct WidgetIdentityTests {
  @Test("a widget's id is its file name with a part of the SHA-256 of its path")
  func hash() {
    let script = WidgetScript(source: "", name: "w.lua")
    #expect(WidgetIdentity(script: script, assignments: []).id == "w-3934cec3aafc9562b82160593b52c01ef4ceb406")
  }
}
