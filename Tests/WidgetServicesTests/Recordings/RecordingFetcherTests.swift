import Foundation
import Testing
import WidgetServices
import WidgetTesting

@Suite struct RecordingFetcherTests {
  private static let policy = NetPolicy(grants: [NetGrant("api.example.com")].compactMap { $0 })
  private static let url = "https://api.example.com/v1/x?q=1&key=k1"

  private func record(
    _ requests: [FetchRequest], by fetcher: FakeFetcher, secrets: [String] = [], into folder: String
  ) async throws -> [Result<FetchResponse, FetchError>] {
    let used = SecretsInUse()
    used.insert(secrets)
    let recorder = try RecordingFetcher(wrapping: fetcher, folder: folder, secrets: used)
    return await recorder.fetchAll(requests, limit: 1, policy: Self.policy)
  }

  private func replay(
    _ requests: [FetchRequest], secrets: [String] = [], from folder: String
  ) async throws -> [Result<FetchResponse, FetchError>] {
    let used = SecretsInUse()
    used.insert(secrets)
    return await (try ReplayingFetcher(folder: folder, secrets: used)).fetchAll(requests, limit: 1, policy: Self.policy)
  }

  @Test("an exchange is a readable head and body without credentials")
  func readable() async throws {
    try await withRecordings { folder async throws in
      let fetcher = FakeFetcher()
      let body = Array(#"{"you": "p4ssword"}"#.utf8)
      fetcher.on(
        Self.url,
        .success(
          FetchResponse(
            url: Self.url,
            headers: [HeaderField("Content-Type", "application/json; charset=utf-8"), HeaderField("Set-Cookie", "id=1")],
            body: body, elapsed: 0.012)))
      let request = FetchRequest(
        Self.url, headers: [HeaderField("Authorization", "Bearer xyz"), HeaderField("X-Who", "me p4ssword")])
      _ = try await record([request], by: fetcher, secrets: ["p4ssword"], into: "\(folder)/new/tapes")
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/new/tapes").sorted()
      let stem = "get-api-example-com-v1-x-"
      #expect(names.count == 2 && names.allSatisfy { $0.hasPrefix(stem) }, "\(names)")
      let head = try String(contentsOfFile: "\(folder)/new/tapes/\(names[0])", encoding: .utf8)
      #expect(
        head == """
          GET https://api.example.com/v1/x?q=1&key=•••
          Authorization: •••
          X-Who: me •••

          HTTP 200
          elapsed: 0.012
          Content-Type: application/json; charset=utf-8
          Set-Cookie: •••
          body: \(names[1])

          """)
      #expect(names[1].hasSuffix(".json"))
      #expect(try String(contentsOfFile: "\(folder)/new/tapes/\(names[1])", encoding: .utf8) == #"{"you": "•••"}"#)
      // A request with another key and another secret counts as the same.
      let other = FetchRequest(Self.url.replacing("k1", with: "k2"))
      let replayed = try await replay([other], from: "\(folder)/new/tapes")
      #expect(try replayed[0].get().body == Array(#"{"you": "•••"}"#.utf8))
      #expect(try replayed[0].get().url == other.url)
      #expect(try replayed[0].get().elapsed == 0.012)
    }
  }

  @Test("the second of two equal requests gets the second response, and the last one repeats")
  func repetitions() async throws {
    try await withRecordings { folder async throws in
      let fetcher = FakeFetcher()
      fetcher.on(
        Self.url, .success(FetchResponse(url: Self.url, body: [1])), .failure(FetchError(.timeout(seconds: 2.5), target: "")),
        .success(FetchResponse(status: 500, url: Self.url, body: [0xFF, 0, 0x0D, 0x0A])))
      let request = FetchRequest(Self.url)
      let made = try await record([request, request, request], by: fetcher, into: folder)
      let replayed = try await replay([request, request, request, request], from: folder)
      #expect(try replayed[0].get() == made[0].get())
      #expect(replayed[1] == .failure(FetchError(.timeout(seconds: 2.5), target: "api.example.com:443")))
      #expect(try replayed[2].get() == made[2].get())
      #expect(try replayed[3].get() == made[2].get())
      // A shorter run leaves no files of the longer one.
      fetcher.on(Self.url, text: "only")
      _ = try await record([request], by: fetcher, into: folder)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
      let again = try await replay([request, request], from: folder)
      #expect(try again.map { try $0.get().body } == [Array("only".utf8), Array("only".utf8)])
    }
  }

  @Test("requests differ by method and body, not by header fields")
  func keys() async throws {
    try await withRecordings { folder async throws in
      let fetcher = FakeFetcher()
      fetcher.on(
        Self.url, .success(FetchResponse(url: Self.url, body: [1])), .success(FetchResponse(url: Self.url, body: [2])),
        .success(FetchResponse(url: Self.url, body: [3])))
      let requests = [
        FetchRequest(Self.url), FetchRequest(Self.url, method: "POST", body: [1]),
        FetchRequest(Self.url, method: "POST", body: [2]),
      ]
      _ = try await record(requests, by: fetcher, into: folder)
      var changed = requests
      changed[0].headers = [HeaderField("If-None-Match", "x")]
      let replayed = try await replay(changed.reversed(), from: folder)
      #expect(try replayed.map { try $0.get().body } == [[3], [2], [1]])
    }
  }

  @Test(
    "failures are replayed unchanged",
    arguments: [
      FetchError.Reason.unknownHost, .refused, .certificate(.expired), .certificate(.wrongHost), .status(99), .tooManyFrames,
      .connectTimeout, .malformed, .incomplete, .damagedCoding,
      .bodyTooLarge(limit: 5), .headersTooLarge(limit: 6), .tooManyRedirects(limit: 5), .redirectToPlain, .timeout(seconds: 0.1),
      .firstByteTimeout(seconds: 2), .noStreams, .trustedCertificates,
      .unspecified(.tls), .unspecified(.denied),
    ])
  func failures(_ reason: FetchError.Reason) async throws {
    try await withRecordings { folder async throws in
      let fetcher = FakeFetcher()
      let error = FetchError(reason, target: "api.example.com:443")
      fetcher.on(Self.url, .failure(error))
      _ = try await record([FetchRequest(Self.url)], by: fetcher, into: folder)
      #expect(try await replay([FetchRequest(Self.url)], from: folder) == [.failure(error)])
    }
  }

  @Test("denied, invalid and cancelled requests are not recorded")
  func unrecorded() async throws {
    try await withRecordings { folder async throws in
      let fetcher = FakeFetcher()
      fetcher.on(Self.url, .failure(FetchError(.cancelled, target: "")))
      let requests = [FetchRequest(Self.url), FetchRequest("https://other.example.com/"), FetchRequest("nonsense")]
      _ = try await record(requests, by: fetcher, into: folder)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }
  }

  @Test("a read-only folder is rejected at once")
  func unwritable() throws {
    try withTemporaryFolder { folder throws in
      try Data().write(to: URL(filePath: "\(folder)/file"))
      #expect(throws: RecordingError.unwritable(path: "\(folder)/file/tapes", reason: "Not a directory")) {
        try RecordingFetcher(wrapping: FakeFetcher(), folder: "\(folder)/file/tapes")
      }
    }
  }
}

/// Runs a test with a temporary folder.
func withRecordings(_ body: (_ folder: String) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "luawidget-test-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try await body(folder.path)
}
