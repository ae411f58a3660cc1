import Testing
import WidgetServices
import WidgetSystem
import WidgetTesting

@testable import luawidget_fetcher

@Suite(.timeLimit(.minutes(2))) struct ConnectionRaceTests {
  private static let dead = ["127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5", "127.0.0.6", "::1"].compactMap { IPAddress($0) }

  private func exchange(_ server: LoopbackServer, connectTimeout: Double = 20) -> HTTPExchange {
    var exchange = HTTPExchange(
      method: .get, scheme: .http, authority: "race.example:\(server.port)", target: "/", headers: [],
      maximumBodyBytes: 1 << 20)
    exchange.connectTimeout = connectTimeout
    return exchange
  }

  private func destination(_ server: LoopbackServer, _ addresses: [IPAddress]) throws -> HTTPDestination {
    HTTPDestination(
      scheme: .http, host: try WebHost(parsing: "race.example"), port: server.port, proxy: nil, addresses: addresses)
  }

  @Test("an address that refuses costs nothing, however many there are")
  func refused() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .text("good"))
      let transport = NetworkTransport()
      let response = try await transport.perform(exchange(server), to: destination(server, Self.dead + [.loopback4]))
      #expect(response.body == Array("good".utf8))
      await transport.shutdown()
    }
  }

  @Test("an address that accepts no connection doesn't hold up the others")
  func silent() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .text("good"))
      let full = try #require(FullListener(port: server.port))
      defer { full.close() }
      let transport = NetworkTransport()
      // Without a race the first address would use up all of the attempt's time.
      let response = try await transport.perform(
        exchange(server, connectTimeout: 600), to: destination(server, [full.address, .loopback4]))
      #expect(response.body == Array("good".utf8))
      await transport.shutdown()
    }
  }

  @Test("without an address that works, the first one's reason is the error's")
  func nothingWorks() async throws {
    try await withLoopbackServer { server async throws in
      let transport = NetworkTransport()
      await #expect(throws: FetchError.Reason.refused) {
        try await transport.perform(exchange(server), to: destination(server, Array(Self.dead.prefix(3))))
      }
      await transport.shutdown()
    }
  }

  @Test("the families take turns, and the one that won last comes first")
  func order() throws {
    let pool = ConnectionPool(trust: .system)
    let race = ConnectionRace(pool)
    let addresses = ["2001:db8::1", "2001:db8::2", "192.0.2.1", "192.0.2.2", "192.0.2.3"].compactMap { IPAddress($0) }
    let endpoints = ConnectionEndpoint.all(
      of: HTTPDestination(
        scheme: .https, host: try WebHost(parsing: "race.example"), port: 443, proxy: nil, addresses: addresses))
    #expect(
      race.ordered(endpoints).map { "\($0.address)" } == [
        "2001:db8::1", "192.0.2.1", "2001:db8::2", "192.0.2.2", "192.0.2.3",
      ])
    race.remember(endpoints[3])
    #expect(race.ordered(endpoints).first?.address == addresses[2])
  }
}

/// A listening socket on 127.0.0.2 with a full queue: the system ignores further connections, as from a host that's down.
private final class FullListener {
  let address: IPAddress
  private var descriptors: [Int32] = []

  init?(port: Int) {
    address = IPAddress(bytes: [127, 0, 0, 2])
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = in_port_t(UInt16(port).bigEndian)
    name.sin_addr.s_addr = UInt32(0x7F00_0002).bigEndian
    let listener = socket(AF_INET, Libc.streamSocket, 0)
    descriptors.append(listener)
    let isListening = withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 && listen(listener, 0) == 0
      }
    }
    guard isListening else { return nil }
    for _ in 0..<4 {
      let client = socket(AF_INET, Libc.streamSocket, 0)
      descriptors.append(client)
      _ = fcntl(client, F_SETFL, O_NONBLOCK)
      withUnsafePointer(to: &name) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
  }

  func close() { for descriptor in descriptors { Libc.close(descriptor) } }
}
