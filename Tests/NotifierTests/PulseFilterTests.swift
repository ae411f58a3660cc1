import Foundation
import Testing
import WidgetSystem
import WidgetTesting

@testable import luawidget_notifier

/// The way from a helper to the sound server.
@Suite struct PulseFilterTests {
  private static func request(_ command: UInt32, _ values: [UInt8] = []) -> [UInt8] {
    FakeSoundServer.frame(FakeSoundServer.number(command) + FakeSoundServer.number(7) + values)
  }

  @Test("only the commands for sinks, sources and the defaults pass")
  func commands() {
    let allowed: Set<UInt32> = [20, 22, 24, 36, 38, 39, 40, 44, 45]
    for command: UInt32 in 0..<110 {
      var filter = PulseFilter()
      let request = Self.request(command)
      #expect(filter.take(request) == (allowed.contains(command) ? request : nil), "\(command)")
    }
  }

  @Test("changes of clients and of what they play can't be subscribed to")
  func subscriptions() {
    for (mask, isAllowed): (UInt32, Bool) in [(0x83, true), (0, true), (0x04, false), (0x2FF, false), (.max, false)] {
      var filter = PulseFilter()
      #expect((filter.take(Self.request(35, FakeSoundServer.number(mask))) != nil) == isAllowed, "\(mask)")
    }
    var filter = PulseFilter()
    #expect(filter.take(Self.request(35)) == nil)
  }

  @Test("no sound passes, nothing that's too long, and a request in pieces passes when it's whole")
  func frames() {
    let request = Self.request(22)
    for index in [4, 8, 12, 16] {
      var bytes = request
      bytes[index] ^= 1
      var filter = PulseFilter()
      #expect(filter.take(bytes) == nil, "byte \(index)")
    }
    var long = PulseFilter()
    #expect(long.take(Self.request(22, Array(repeating: 0, count: 2_000)).prefix(20).map { $0 }) == nil)
    var filter = PulseFilter()
    var passed: [UInt8] = []
    for byte in request + request { passed += filter.take([byte]) ?? [0xEE] }
    #expect(passed == request + request)
    #expect(filter.take(Self.request(7)) == nil, "the server isn't ended")
  }

  @Test(
    "the server is the first local socket of PULSE_SERVER, else that of the session",
    arguments: [
      (nil, "/run/user/1/pulse/native"), ("", "/run/user/1/pulse/native"), ("/tmp/p", "/tmp/p"), ("unix:/tmp/p", "/tmp/p"),
      ("{5f1c}unix:/tmp/p", "/tmp/p"), ("tcp:a.example  unix:/tmp/q /tmp/r", "/tmp/q"), ("tcp:a.example:4713", nil),
      ("a.example", nil), ("unix:tmp/p", nil), ("{", nil),
    ] as [(String?, String?)])
  func addresses(_ server: String?, _ path: String?) {
    var environment = ["XDG_RUNTIME_DIR": "/run/user/1"]
    environment["PULSE_SERVER"] = server
    #expect(PulseAddress(environment: environment)?.path == path)
    #expect(PulseAddress(environment: [:]) == nil)
  }

  @Test("the cookie comes from PULSE_COOKIE, the user's configuration or home folder; without one it's zeros")
  func cookies() throws {
    let folder = TestFolder()
    let environment = ["HOME": folder("")]
    let none = [UInt8](repeating: 0, count: 256)
    #expect(PulseAddress.cookie(environment: environment) == none)
    func write(_ byte: UInt8, _ name: String, _ count: Int = 256) throws {
      try Data(repeating: byte, count: count).write(to: URL(filePath: folder(name)))
    }
    try write(1, ".pulse-cookie")
    #expect(PulseAddress.cookie(environment: environment).first == 1)
    try FileManager.default.createDirectory(atPath: folder(".config/pulse"), withIntermediateDirectories: true)
    try write(2, ".config/pulse/cookie", 100)
    #expect(PulseAddress.cookie(environment: environment).first == 1, "it's cut short")
    try write(2, ".config/pulse/cookie", 1_000)
    #expect(PulseAddress.cookie(environment: environment).first == 2)
    try write(3, "mine")
    let mine = environment.merging(["PULSE_COOKIE": folder("mine")]) { $1 }
    #expect(PulseAddress.cookie(environment: mine) == Array(repeating: 3, count: 256))
  }
}
