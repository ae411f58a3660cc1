import Foundation
import Testing
import WidgetServices
import WidgetTesting

@Suite struct ReplayingFetcherTests {
  private static let policy = NetPolicy(grants: [NetGrant("api.example.com")].compactMap { $0 })

  private func write(_ text: String, to name: String, in folder: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
  }

  @Test("a recording may be hand-written and have any name")
  func byHand() async throws {
    try await withRecordings { folder async throws in
      try write(
        "\u{FEFF}GET https://API.example.com:443/x\r\n\r\nHTTP 200\r\nbody: x.json\r\n\r\n", to: "a name.http", in: folder)
      try write("[1]", to: "x.json", in: folder)
      try write("GET https://api.example.com/gone\n\nFAILED tls\n", to: "gone.http", in: folder)
      try write("GET https://api.example.com/empty?token=abc\n\nHTTP 204", to: "empty.http", in: folder)
      try write("not a recording", to: "notes.txt", in: folder)
      let fetcher = try ReplayingFetcher(folder: folder + "/")
      #expect(try await fetcher.fetch(FetchRequest("https://api.example.com/x"), policy: Self.policy).body == Array("[1]".utf8))
      try write("[2]", to: "x.json", in: folder)
      #expect(try await fetcher.fetch(FetchRequest("https://api.example.com/x"), policy: Self.policy).body == Array("[2]".utf8))
      #expect(try await fetcher.fetch(FetchRequest("https://api.example.com/empty?token=1"), policy: Self.policy).status == 204)
      await #expect(throws: FetchError(kind: .tls, target: "api.example.com:443")) {
        try await fetcher.fetch(FetchRequest("https://api.example.com/gone"), policy: Self.policy)
      }
    }
  }

  @Test("a request without a recording is offline and names the request, the folder and the remedy")
  func missing() async throws {
    try await withRecordings { folder async throws in
      let fetcher = try ReplayingFetcher(folder: folder)
      let error = await #expect(throws: FetchError.self) {
        try await fetcher.fetch(FetchRequest("https://api.example.com/x?key=abc"), policy: Self.policy)
      }
      #expect(error?.kind == .offline)
      #expect(
        error?.description
          == "cannot fetch from api.example.com:443: no recording of GET https://api.example.com/x?key=••• in \(folder); run once with --record \(folder)"
      )
    }
  }

  @Test("permissions are checked as always")
  func permissions() async throws {
    try await withRecordings { folder async throws in
      for (index, url) in ["http://127.0.0.1:9/", "http://localhost:9/", "https://other.example.com/"].enumerated() {
        try write("GET \(url)\n\nHTTP 200\n", to: "\(index).http", in: folder)
      }
      try write("GET https://api.example.com/\n\nHTTP 200\nurl: https://other.example.com/y\n", to: "far.http", in: folder)
      let fetcher = try ReplayingFetcher(folder: folder)
      for url in ["http://127.0.0.1:9/", "http://localhost:9/", "https://other.example.com/", "https://api.example.com/"] {
        let error = await #expect(throws: FetchError.self) { try await fetcher.fetch(FetchRequest(url), policy: Self.policy) }
        #expect(error?.kind == .denied, "\(url)")
      }
      let open = NetPolicy(privateGrants: [NetGrant("127.0.0.1:9")].compactMap { $0 })
      #expect(try await fetcher.fetch(FetchRequest("http://127.0.0.1:9/"), policy: open).status == 200)
    }
  }

  @Test("a hand-written redirect is followed if the request allows it")
  func redirects() async throws {
    try await withRecordings { folder async throws in
      try write("GET https://api.example.com/a\n\nHTTP 302\nLocation: /b\n", to: "a.http", in: folder)
      try write("GET https://api.example.com/b\n\nHTTP 200\n", to: "b.http", in: folder)
      try write("GET https://api.example.com/loop\n\nHTTP 302\nLocation: /loop\n", to: "loop.http", in: folder)
      let fetcher = try ReplayingFetcher(folder: folder)
      func fetch(_ path: String, _ redirect: FetchRequest.Redirect) async throws -> FetchResponse {
        try await fetcher.fetch(FetchRequest("https://api.example.com\(path)", redirect: redirect), policy: Self.policy)
      }
      #expect(try await fetch("/a", .follow).url == "https://api.example.com/b")
      #expect(try await fetch("/a", .manual).status == 302)
      await #expect(throws: FetchError(.redirect, target: "api.example.com:443")) { try await fetch("/a", .error) }
      await #expect(throws: FetchError(.tooManyRedirects(limit: 5), target: "api.example.com:443")) {
        try await fetch("/loop", .follow)
      }
    }
  }

  @Test("a body or a head that is a link is not followed", arguments: [true, false])
  func links(_ isSymbolic: Bool) async throws {
    try await withRecordings { folder async throws in
      try write("private", to: "private", in: folder)
      try write("GET https://api.example.com/x\n\nHTTP 200\nbody: x.bin\n", to: "x.http", in: folder)
      func link(_ target: String, _ name: String) {
        if isSymbolic {
          symlink("\(folder)/\(target)", "\(folder)/\(name)")
        } else {
          Foundation.link("\(folder)/\(target)", "\(folder)/\(name)")
        }
      }
      link("private", "x.bin")
      #expect(throws: RecordingError.notRegular(path: "\(folder)/x.bin")) { try ReplayingFetcher(folder: folder) }
      try FileManager.default.removeItem(atPath: "\(folder)/x.bin")
      try write("mine", to: "x.bin", in: folder)
      // Replaced after the heads were read.
      let fetcher = try ReplayingFetcher(folder: folder)
      try FileManager.default.removeItem(atPath: "\(folder)/x.bin")
      link("private", "x.bin")
      let error = await #expect(throws: FetchError.self) {
        try await fetcher.fetch(FetchRequest("https://api.example.com/x"), policy: Self.policy)
      }
      #expect(error?.message.contains("is not a regular file") == true)
      link("x.http", "y.http")
      #expect(throws: RecordingError.self) { try ReplayingFetcher(folder: folder) }
    }
  }

  @Test("a secret in a host name is masked in the recording and its file name, and the recording is found")
  func secretHost() async throws {
    try await withRecordings { folder async throws in
      let secrets = SecretsInUse()
      secrets.insert(["Hunter22"])
      let url = "https://hunter22.example.com/Hunter22"
      let policy = NetPolicy(grants: [NetGrant("hunter22.example.com")].compactMap { $0 })
      let network = FakeFetcher()
      network.on(url, text: "found")
      let recorder = try RecordingFetcher(wrapping: network, folder: folder, secrets: secrets)
      _ = try await recorder.fetch(FetchRequest(url), policy: policy)
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        #expect(!(name + text).lowercased().contains("hunter22"), "\(name)")
      }
      let replayer = try ReplayingFetcher(folder: folder, secrets: secrets)
      #expect(try await replayer.fetch(FetchRequest(url), policy: policy).body == Array("found".utf8))
    }
  }

  @Test("a body must not be larger than the request allows")
  func large() async throws {
    try await withRecordings { folder async throws in
      try write("GET https://api.example.com/x\n\nHTTP 200\nbody: x.bin\n", to: "x.http", in: folder)
      try write("12345", to: "x.bin", in: folder)
      let fetcher = try ReplayingFetcher(folder: folder)
      await #expect(throws: FetchError(.bodyTooLarge(limit: 4), target: "api.example.com:443")) {
        try await fetcher.fetch(FetchRequest("https://api.example.com/x", maximumBodyBytes: 4), policy: Self.policy)
      }
    }
  }

  @Test(
    "a malformed recording is reported with file and line; it fails what has no other recording, and nothing else",
    arguments: [
      ("", 1, "must be a request line such as `GET https://api.example.com/x`"),
      ("FETCH https://a.example/\n", 1, "must be a request line such as `GET https://api.example.com/x`"),
      ("GET a.example\n\nHTTP 200", 1, "the URL \(WebAddress.Refusal.noScheme)"),
      ("GET https://a.example/\nAccept\n", 2, "must be a header field such as `Content-Type: application/json`, or a blank line"),
      ("GET https://a.example/\nbody: x.json\n", 2, "must be `body: sha256` and 64 hexadecimal digits"),
      ("GET https://a.example/\nrepeat: 0\n", 2, "must be `repeat:` and an integer from 1"),
      ("GET https://a.example/", 1, "unexpected end of file: expected `HTTP 200` or `FAILED timeout`"),
      ("GET https://a.example/\n\nHTTP/1.1 200\n", 3, "must be `HTTP` and a status, or `FAILED` and a kind of failure"),
      ("GET https://a.example/\n\nHTTP 1000\n", 3, "the status must be 200 to 599"),
      ("GET https://a.example/\n\nHTTP 200\nelapsed: soon\n", 4, "must be `elapsed:` and seconds, such as 0.12"),
      ("GET https://a.example/\n\nHTTP 200\nelapsed: nan\n", 4, "must be `elapsed:` and seconds, such as 0.12"),
      ("GET https://a.example/\n\nHTTP 200\nbody: ../x\n", 4, "the body's file must be in the same folder"),
      ("GET https://a.example/\n\nHTTP 200\nbody: none\n", 4, "the body file none does not exist"),
      (
        "GET https://a.example/\n\nHTTP 200\nA: b\n\n{}\n", 6, "unexpected text after the head; a body belongs in a separate file"
      ),
      ("GET https://a.example/\n\nFAILED dns\nreason: refused\n", 4, "must be a `reason:` of kind dns, or nothing"),
      (
        "GET https://a.example/\n\nFAILED late\n", 3,
        "must be `FAILED` and one of denied, dns, connect, tls, timeout, too_large, decode, protocol, offline, quota, fetcher, cancelled"
      ),
    ])
  func damaged(_ text: String, _ line: Int, _ problem: String) async throws {
    try await withRecordings { folder async throws in
      try write(text, to: "x.http", in: folder)
      try write("GET https://api.example.com/x\n\nHTTP 204\n", to: "y.http", in: folder)
      var problems: [RecordingError] = []
      let fetcher = try ReplayingFetcher(folder: folder) { problems.append($0) }
      #expect(problems == [.damaged(file: "\(folder)/x.http", line: line, problem: problem)])
      #expect(try await fetcher.fetch(FetchRequest("https://api.example.com/x"), policy: Self.policy).status == 204)
      let error = await #expect(throws: FetchError.self) {
        try await fetcher.fetch(FetchRequest("https://api.example.com/z"), policy: Self.policy)
      }
      #expect(error?.kind == .offline && error.map { "\($0)".contains("x.http:\(line): ") } == true)
    }
  }

  @Test("binary files and endless heads are malformed too")
  func noText() async throws {
    for bytes in [Data([0x47, 0xFF]), Data(repeating: 0x41, count: 300_000)] {
      try await withRecordings { folder async throws in
        try bytes.write(to: URL(filePath: "\(folder)/x.http"))
        var count = 0
        _ = try ReplayingFetcher(folder: folder) { _ in count += 1 }
        #expect(count == 1)
      }
    }
  }

  @Test("a missing folder is reported")
  func noFolder() {
    let error = #expect(throws: RecordingError.self) { try ReplayingFetcher(folder: "/none/tapes") }
    #expect(error?.description == "/none/tapes: no such folder; record one with --record /none/tapes")
  }
}
