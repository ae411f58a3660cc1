import Foundation
import Testing
import WidgetServices
import WidgetTesting

@Suite struct ServiceSecretStoreTests {
  @Test("the Secret Service is queried by attributes, and no value is an argument")
  func secretTool() throws {
    let runner = FakeProgramRunner()
    runner.program("/usr/bin/secret-tool", "value")
    let store = ServiceSecretStore(.secretTool, runner: runner)
    #expect(try store.set("value", "token", of: "w-1").description == "the Secret Service")
    #expect(try store.value("token", of: "w-1") == "value")
    #expect(try store.clear("token", of: "w-1"))
    let attributes = ["application", "luawidget", "widget", "w-1", "setting", "token"]
    #expect(
      runner.calls == [
        ["/usr/bin/secret-tool", "store", "--label", "luawidget: token of w-1"] + attributes,
        ["/usr/bin/secret-tool", "lookup"] + attributes, ["/usr/bin/secret-tool", "lookup"] + attributes,
        ["/usr/bin/secret-tool", "clear"] + attributes,
      ])
  }

  @Test("a keychain gets its commands on standard input too")
  func keychain() throws {
    let runner = FakeProgramRunner()
    runner.program("/usr/bin/security", "")
    let store = ServiceSecretStore(.security, runner: runner)
    #expect(try store.set("value", "token", of: "w-1").description == "the keychain")
    #expect(runner.calls == [["/usr/bin/security", "-i"]])
  }

  @Test("status 1 without output means no secret; other statuses are failures")
  func absent() throws {
    let runner = FakeProgramRunner()
    runner.program("/usr/bin/secret-tool", "", status: 1)
    let store = ServiceSecretStore(.secretTool, runner: runner)
    #expect(try store.value("token", of: "w") == nil)
    #expect(throws: SecretError.unavailable(StoreLocation("secret-tool"), reason: "status 1")) {
      try store.set("v", "token", of: "w")
    }
    runner.program("/usr/bin/secret-tool", "", status: 5)
    #expect(throws: SecretError.unavailable(StoreLocation("secret-tool"), reason: "status 5")) {
      try store.value("token", of: "w")
    }
  }

  @Test("a program reads its value from standard input")
  func realProgram() throws {
    let runner = SystemProgramRunner(home: "/", variables: ["DBUS_SESSION_BUS_ADDRESS": "unix:none"])
    let result = try runner.run("/bin/cat", [], input: Array("value".utf8), deadline: 30)
    #expect(result.output == Array("value".utf8) && result.status == 0)
    #expect(try runner.run("/bin/cat", [], input: [], deadline: 30).output == [])
    let variables = try runner.run("/usr/bin/env", [], input: [], deadline: 30).output
    #expect(String(decoding: variables, as: UTF8.self).contains("DBUS_SESSION_BUS_ADDRESS=unix:none"))
  }

  @Test(
    "files are used if the service does not work or stores nothing; a secret that moves to the service is removed from its file")
  func layers() throws {
    let files = MemorySecretStore()
    let broken = LayeredSecretStore(service: ServiceSecretStore(.secretTool, runner: FakeProgramRunner()), fallback: files)
    #expect(try broken.set("one", "token", of: "w").description == "memory")
    #expect(try broken.value("token", of: "w") == "one")
    #expect(try broken.secret("token", of: "w") == StoredSecret("one", in: StoreLocation("memory")))

    let forgetful = FakeProgramRunner()
    forgetful.program("/usr/bin/secret-tool", "")
    #expect(
      try LayeredSecretStore(service: ServiceSecretStore(.secretTool, runner: forgetful), fallback: files).set(
        "two", "token", of: "w"
      ).description == "memory")

    let service = MemorySecretStore()
    let working = LayeredSecretStore(service: service, fallback: files)
    _ = try working.set("three", "token", of: "w")
    #expect(try files.value("token", of: "w") == nil)
    #expect(try service.value("token", of: "w") == "three")
    #expect(try working.clear("token", of: "w"))
    #expect(try working.value("token", of: "w") == nil)
    #expect(try !working.clear("token", of: "w"))
  }
}
