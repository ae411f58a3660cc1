import Testing
import WidgetHelpers
import WidgetSystem
import WidgetTesting

@testable import WidgetServices

/// Scripts imitating `luawidget-fetcher`, and installations without a usable one.
@Suite(.timeLimit(.minutes(5))) struct HostileFetcherTests {
  private let folder = TestFolder()

  private func impostor(_ script: String, mode: String = "755") throws -> String {
    let path = folder("fetcher")
    unlink(path)
    try writeScript("#!/bin/sh\n\(script)\n", to: path, mode: mode)
    return path
  }

  /// Why a request fails. It's a POST, so it's sent to one fetcher only.
  private func failure(_ executable: String?) async -> FetchError.Reason? {
    let exchange = HTTPExchange(
      method: .post, scheme: .http, authority: "127.0.0.1:9", target: "/", headers: [], maximumBodyBytes: 100)
    let destination = HTTPDestination(scheme: .http, host: .address(.loopback4), port: 9, addresses: [.loopback4])
    return await #expect(throws: FetchError.Reason.self) {
      try await FetcherProcess(executable: executable).perform(exchange, to: destination)
    }
  }

  /// A frame as written by `printf`.
  private static func frame(_ reply: FetcherReply) -> String {
    let payload = reply.encoded
    let bytes = [UInt8(truncatingIfNeeded: payload.count), UInt8(truncatingIfNeeded: payload.count >> 8), 0, 0] + payload
    return "printf '" + bytes.map { "\\" + String($0, radix: 8) }.joined() + "' >&0; "
  }

  private static let ready = frame(.ready(version: FetcherProtocol.version))

  @Test("a fetcher that ends, sends garbage, floods or breaks a rule is an error that names it")
  func violations() async throws {
    let head = Self.frame(.head(id: 1, status: 200, headers: [], bodyLength: 4))
    let cases: [(String, FetchError.FetcherProblem)] = [
      ("exit 7", .exited(status: 7)), ("head -c 4 >/dev/null; exit 0", .exited(status: 0)),
      ("kill -SEGV $$", .signalled(11)), (Self.ready + "kill -9 $$", .signalled(9)),
      ("printf '\\001\\000\\000\\000x' >&0; exec sleep 100", .invalidMessage("not a message")),
      ("printf '\\001\\000\\000\\000\\301' >&0; exec sleep 100", .invalidMessage("not MessagePack")),
      ("printf '\\377\\377\\377\\177' >&0; exec sleep 100", .invalidMessage("a frame of 2147483647 bytes")),
      ("exec yes >&0", .invalidMessage("a frame of 175704697 bytes")),
      (Self.frame(.ready(version: 99)) + "exec sleep 100", .version),
      ("while :; do \(Self.ready) done", .invalidMessage("a second greeting")),
      (head + "exec sleep 100", .invalidMessage("a reply before the greeting")),
      (Self.ready + head + head + "exec sleep 100", .invalidMessage("a second head")),
      (
        Self.ready + Self.frame(.head(id: 1, status: 200, headers: [], bodyLength: 101)) + "exec sleep 100",
        .invalidMessage("a body above its limit")
      ),
      (Self.ready + Self.frame(.head(id: 1, status: 101, headers: [], bodyLength: 0)), .invalidMessage("a bad status")),
      (
        Self.ready + Self.frame(.head(id: 1, status: 200, headers: [HeaderField("A", "b\r\nc: d")], bodyLength: 0)),
        .invalidMessage("bad header fields")
      ),
      (Self.ready + Self.frame(.body(id: 1, [1])), .invalidMessage("a body without a head")),
      (Self.ready + head + Self.frame(.body(id: 1, [1, 2, 3, 4, 5])), .invalidMessage("a body above its length")),
      (Self.ready + Self.frame(.addresses(id: 1, [.loopback4])), .invalidMessage("addresses for an exchange")),
      (Self.ready + Self.frame(.failed(id: 2, .refused)), .invalidMessage("a reply to no request")),
      (
        Self.ready + Self.frame(.failed(id: 1, .proxy(.refusal, "x"))),
        .invalidMessage("a failure of another request")
      ),
    ]
    for (script, problem) in cases {
      // A reply can be right only after its request was sent.
      let script = script.hasPrefix(Self.ready) ? "head -c 100 >/dev/null; " + script : script
      let reason = await failure(try impostor(script))
      #expect(reason == .fetcher(problem), "\(script)")
    }
  }

  @Test("a fetcher that is missing, not executable, no program, or a folder")
  func unusable() async throws {
    #expect(await failure(nil) == .fetcher(.missing))
    #expect(await failure(folder("absent")) == .fetcher(.cannotStart("No such file or directory")))
    #expect(await failure(try impostor("exit 0", mode: "644")) == .fetcher(.cannotStart("Permission denied")))
    #expect(await failure("/tmp") == .fetcher(.cannotStart("Permission denied")))
    let error = FetchError(.fetcher(.missing), target: "a.example:443")
    #expect(
      error.description
        == "cannot fetch from a.example:443: luawidget-fetcher was not found next to luawidget; "
        + "install luawidget again (the package, the archive, or make install). Its programs belong together: link to luawidget "
        + "instead of copying it"
    )
  }

  @Test("a fetcher that sends nothing is an error after five seconds, and not before")
  func silent() async throws {
    let start = ContinuousClock.now
    #expect(await failure(try impostor("exec sleep 100")) == .fetcher(.silent(seconds: 5)))
    #expect(start.duration(to: .now) > .seconds(4.9))
  }

  @Test("a fetcher that hangs later ends with the timeout of the request, is killed, and replaced")
  func hanging() async throws {
    let process = FetcherProcess(executable: TestedTransport.fetcherExecutable)
    let fetcher = NetworkFetcher(transport: process)
    try await withLoopbackServer { server async throws in
      server.on("/", .text("here"))
      _ = try await fetcher.fetch(FetchRequest(server.url("/")), policy: server.policy)
      let old = try #require(process.processID)
      Libc.kill(old, SIGSTOP)
      let error = await #expect(throws: FetchError.self) {
        try await fetcher.fetch(FetchRequest(server.url("/"), timeout: 0.2), policy: server.policy)
      }
      #expect(error?.reason == .timeout(seconds: 0.2))
      let response = try await fetcher.fetch(FetchRequest(server.url("/"), timeout: 20), policy: server.policy)
      #expect(response.status == 200 && process.processID != old)
    }
  }

  @Test("a GET fails with the second fetcher's error: there is no third")
  func repeated() async throws {
    let count = folder("count")
    let process = FetcherProcess(executable: try impostor("echo x >> \(count); exit 7"))
    await #expect(throws: ResolverError.fetcher(.exited(status: 7))) { try await process.addresses(of: "a.example") }
    let file = try FileDescriptor.open(count, O_RDONLY)
    #expect(try file.readAll(limit: 100) == Array("x\nx\n".utf8))
    file.close()
  }
}
