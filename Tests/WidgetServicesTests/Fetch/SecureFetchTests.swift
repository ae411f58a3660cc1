import Testing
import WidgetTesting

@testable import WidgetServices

@Suite struct SecureFetchTests {
  private func fetch(_ server: SecureLoopback, by fetcher: NetworkFetcher) async throws -> String {
    let policy = NetPolicy(privateGrants: [NetGrant("127.0.0.1:\(server.port)")].compactMap { $0 })
    let response = try await fetcher.fetch(FetchRequest("https://127.0.0.1:\(server.port)/"), policy: policy)
    return String(decoding: response.body, as: UTF8.self)
  }

  @Test("HTTP/2 where the server offers it, HTTP/1.1 where it does not", arguments: [(true, "HTTP/2"), (false, "HTTP/1.1")])
  func versions(_ offersHTTP2: Bool, _ expected: String) async throws {
    let server = try await SecureLoopback(offersHTTP2: offersHTTP2)
    let fetcher = NetworkFetcher(tls: try SecureLoopback.trust)
    #expect(try await fetch(server, by: fetcher) == expected)
    #expect(try await fetch(server, by: fetcher) == expected)
    #expect(server.connections.count == 1, "kept open for the next request")
    await fetcher.shutdown()
    await server.stop()
  }

  @Test("an untrusted certificate is an error of kind tls")
  func untrusted() async throws {
    let server = try await SecureLoopback(offersHTTP2: true)
    let fetcher = NetworkFetcher()
    let error = await #expect(throws: FetchError.self) { try await fetch(server, by: fetcher) }
    #expect(error?.kind == .tls && error?.reason == .certificate)
    await fetcher.shutdown()
    await server.stop()
  }
}
