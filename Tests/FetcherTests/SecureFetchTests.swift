import NIOCore
import NIOPosix
import NIOSSL
import Testing

@testable import WidgetServices
@testable import luawidget_fetcher

@Suite(.timeLimit(.minutes(5)), .bothTransports) struct SecureFetchTests {
  private func fetch(
    _ server: SecureLoopback, by fetcher: NetworkFetcher, host: String = "127.0.0.1"
  ) async throws -> String {
    let grants = ["127.0.0.1:\(server.port)", "\(host):\(server.port)"].compactMap { NetGrant($0) }
    let request = FetchRequest("https://\(host):\(server.port)/")
    let response = try await fetcher.fetch(request, policy: NetPolicy(grants: grants, privateGrants: grants))
    return String(decoding: response.body, as: UTF8.self)
  }

  /// The error of a fetch from a server with this configuration.
  private func failure(
    _ configuration: TLSConfiguration, trust: TrustedCertificates? = nil, host: String = "127.0.0.1"
  ) async throws -> FetchError {
    let server = try await SecureLoopback(configuration)
    let resolver = FixedResolver(["secure.example": [.loopback4], "elsewhere.example": [.loopback4]])
    let fetcher = NetworkFetcher(resolver: resolver, trust: try trust ?? SecureLoopback.trust)
    let error = await #expect(throws: FetchError.self) { try await fetch(server, by: fetcher, host: host) }
    await fetcher.shutdown()
    await server.stop()
    return try #require(error)
  }

  @Test("HTTP/2 where the server offers it, HTTP/1.1 where it does not", arguments: [(true, "HTTP/2"), (false, "HTTP/1.1")])
  func versions(_ offersHTTP2: Bool, _ expected: String) async throws {
    let server = try await SecureLoopback(offersHTTP2: offersHTTP2)
    let fetcher = NetworkFetcher(trust: try SecureLoopback.trust)
    #expect(try await fetch(server, by: fetcher) == expected)
    #expect(try await fetch(server, by: fetcher) == expected)
    #expect(server.connections.count == 1, "kept open for the next request")
    await fetcher.shutdown()
    await server.stop()
  }

  @Test("requests at the same time share one HTTP/2 connection")
  func sharedConnection() async throws {
    let server = try await SecureLoopback(offersHTTP2: true)
    let fetcher = NetworkFetcher(trust: try SecureLoopback.trust)
    let policy = NetPolicy(privateGrants: [NetGrant("127.0.0.1:\(server.port)")].compactMap { $0 })
    let requests = [FetchRequest](repeating: FetchRequest("https://127.0.0.1:\(server.port)/"), count: 20)
    for result in await fetcher.fetchAll(requests, policy: policy) { #expect(try result.get().status == 200) }
    #expect(server.connections.count == 1)
    await fetcher.shutdown()
    await server.stop()
  }

  @Test(
    "a certificate problem is named, with a remedy",
    arguments: [
      ("loopback.pem", "127.0.0.1", "the server's certificate is self-signed"),
      ("issued.pem", "127.0.0.1", "the server's certificate was issued by an unknown authority"),
    ])
  func untrusted(_ certificate: String, _ host: String, _ expected: String) async throws {
    let configuration = try SecureLoopback.serverConfiguration(certificate: certificate, protocols: ["h2"])
    let error = try await failure(configuration, trust: .system, host: host)
    #expect(error.kind == .tls && error.message.hasSuffix(": " + expected))
    #expect(error.remedy?.contains("certificates = ") == true)
  }

  @Test(
    "a certificate of a trusted authority that is not valid is named, with a remedy",
    arguments: [
      ("expired.pem", "127.0.0.1", "the server's certificate has expired"),
      ("not-yet-valid.pem", "127.0.0.1", "the server's certificate is not valid yet"),
      ("wrong-host.pem", "127.0.0.1", "the server's certificate is for another host name"),
      ("issued.pem", "elsewhere.example", "the server's certificate is for another host name"),
    ])
  func invalid(_ certificate: String, _ host: String, _ expected: String) async throws {
    let configuration = try SecureLoopback.serverConfiguration(certificate: certificate, protocols: ["h2"])
    let error = try await failure(configuration, host: host)
    #expect(error.kind == .tls && error.message.hasSuffix(": " + expected))
    #expect(error.remedy != nil)
  }

  @Test("an expired certificate between the server's and a trusted authority is named, with a remedy", arguments: [false, true])
  func expiredIssuer(_ isTrusted: Bool) async throws {
    let configuration = try SecureLoopback.serverConfiguration(certificate: "expired-issuer.pem", protocols: ["h2"])
    let trust = isTrusted ? try TrustedCertificates(pem: SecureLoopback.fixture("expired-issuer-root.pem")) : .system
    let error = try await failure(configuration, trust: trust)
    #expect(error.reason == .certificate(.expiredIssuer) && error.kind == .tls)
    #expect(error.message.hasSuffix(": the certificate of an authority that the server's certificate depends on has expired"))
    #expect(error.remedy == "renew the intermediate certificates that the server sends, or correct this machine's clock")
  }

  @Test(
    "a trusted intermediate certificate alone, and a certificate or an intermediate that isn't for servers, are named, with a remedy",
    arguments: [
      ("intermediate-chain.pem", "intermediate.pem", FetchError.CertificateProblem.trustedIntermediate, "certificates = "),
      ("client-only.pem", "root.pem", .clientOnly, "ask the server's operator"),
      ("code-signing.pem", "chain-root.pem", .codeSigningOnly, "ask the server's operator"),
      ("mail-issuer-chain.pem", "mail-root.pem", .issuerNotForServers, "of an authority for servers"),
    ])
  func insufficient(
    _ certificate: String, _ trusted: String, _ expected: FetchError.CertificateProblem, _ remedy: String
  ) async throws {
    let configuration = try SecureLoopback.serverConfiguration(certificate: certificate, protocols: ["h2"])
    let error = try await failure(configuration, trust: TrustedCertificates(pem: SecureLoopback.fixture(trusted)))
    #expect(error.reason == .certificate(expected), "\(error)")
    #expect(error.remedy?.contains(remedy) == true)
  }

  @Test("an intermediate certificate that the server sends leads to the trusted root")
  func intermediate() async throws {
    let configuration = try SecureLoopback.serverConfiguration(certificate: "intermediate-chain.pem", protocols: ["h2"])
    let server = try await SecureLoopback(configuration)
    let fetcher = NetworkFetcher(trust: try TrustedCertificates(pem: SecureLoopback.fixture("root.pem")))
    #expect(try await fetch(server, by: fetcher) == "HTTP/2")
    await fetcher.shutdown()
    await server.stop()
  }

  @Test("a certificate that names its host only in its subject is for another host (RFC 9525 section 2)")
  func commonName() async throws {
    let configuration = try SecureLoopback.serverConfiguration(certificate: "common-name.pem", protocols: ["h2"])
    let trust = try TrustedCertificates(pem: SecureLoopback.fixture("common-name.pem"))
    #expect(try await failure(configuration, trust: trust).reason == .certificate(.wrongHost))
  }

  @Test(
    "a certificate's name matches a host exactly, or with a wildcard for one label",
    arguments: [
      ("a.example", "a.example", true), ("A.Example", "a.example", true), ("*.b.example", "a.b.example", true),
      ("*.b.example", "b.example", false), ("*.b.example", "x.a.b.example", false), ("*.example", "a.example", false),
      ("*", "localhost", false), ("a*.b.example", "ax.b.example", false), ("", "a.example", false),
      ("*.*.example", "a.b.example", false), ("a.*.example", "a.b.example", false), ("xn--*.b.example", "xn--x.b.example", false),
      ("*.xn--bcher-kva.example", "www.xn--bcher-kva.example", true), ("127.0.0.1", "a.example", false),
      ("a.example\0.evil.example", "a.example", false),
    ])
  func identity(_ pattern: String, _ host: String, _ matches: Bool) {
    #expect(CertificateIdentity.matches(pattern, host) == matches)
  }

  @Test(
    "a certificate of a private authority is accepted when the authority is trusted", arguments: ["127.0.0.1", "secure.example"])
  func privateAuthority(_ host: String) async throws {
    let server = try await SecureLoopback(SecureLoopback.serverConfiguration(certificate: "issued.pem", protocols: ["h2"]))
    let trust = try TrustedCertificates(pem: SecureLoopback.fixture("authority.pem"))
    let fetcher = NetworkFetcher(resolver: FixedResolver(["secure.example": [.loopback4]]), trust: trust)
    #expect(try await fetch(server, by: fetcher, host: host) == "HTTP/2")
    await fetcher.shutdown()
    await server.stop()
  }

  @Test("a server that requires a client certificate is named", arguments: [TLSVersion.tlsv12, .tlsv13])
  func clientCertificate(_ version: TLSVersion) async throws {
    let configuration = try SecureLoopback.serverConfiguration(
      protocols: ["http/1.1"], versions: (version, version), requiresClientCertificate: true)
    let server = try await SecureLoopback(configuration)
    let fetcher = NetworkFetcher(trust: try SecureLoopback.trust)
    let policy = NetPolicy(privateGrants: [NetGrant("127.0.0.1:\(server.port)")].compactMap { $0 })
    let requests = [FetchRequest](repeating: FetchRequest("https://127.0.0.1:\(server.port)/"), count: 20)
    // With TLS 1.3 the alert arrives before, while or after the request is sent.
    for _ in 0..<4 {
      for result in await fetcher.fetchAll(requests, policy: policy) {
        let error = #expect(throws: FetchError.self) { try result.get() }
        #expect(error?.message.hasSuffix("the server requires a client certificate") == true, "\(String(describing: error))")
        #expect(error?.kind == .tls && error?.remedy != nil)
      }
    }
    await fetcher.shutdown()
    await server.stop()
  }

  @Test("a server's refusal that arrives before the first request is its error", arguments: [["http/1.1"], ["h2"]])
  func refusedBeforeRequest(_ protocols: [String]) async throws {
    let configuration = try SecureLoopback.serverConfiguration(
      protocols: protocols, versions: (.tlsv13, .tlsv13), requiresClientCertificate: true)
    let server = try await SecureLoopback(configuration)
    let connector = Connector(trust: try SecureLoopback.trust, group: MultiThreadedEventLoopGroup.singleton)
    let endpoint = ConnectionEndpoint(
      scheme: .https, host: .address(.loopback4), port: server.port, address: .loopback4)
    let connection = try await connector.connect(to: endpoint, within: 10).get()
    try await connection.closeFuture.get()
    let exchange = HTTPExchange(
      method: .get, scheme: .https, authority: "127.0.0.1", target: "/", headers: [], maximumBodyBytes: 100)
    let expected = HTTPExchangeFailure(reason: .certificate(.clientCertificateRequired), progress: .notSent)
    await #expect(throws: expected) { try await connection.perform(exchange) }
    await server.stop()
  }

  @Test(
    "a weak certificate of a trusted authority is named, with a remedy",
    arguments: [
      ("weak-key.pem", "weak-key-key.pem", "weak-key.pem", FetchError.CertificateProblem.weakKey),
      ("weak-signature.pem", "loopback-key.pem", "weak-authority.pem", .weakSignature),
    ])
  func weakCertificate(
    _ certificate: String, _ key: String, _ authority: String, _ expected: FetchError.CertificateProblem
  ) async throws {
    let trust = try TrustedCertificates(pem: SecureLoopback.fixture(authority))
    let configuration = try SecureLoopback.serverConfiguration(certificate: certificate, key: key, protocols: ["h2"])
    let error = try await failure(configuration, trust: trust)
    #expect(error.reason == .certificate(expected))
    #expect(error.remedy == "ask the server's operator for a certificate with a current algorithm and key")
  }

  @Test(
    "a weak certificate between the server's and a trusted authority, and an authority's short key, are named, with a remedy",
    arguments: [
      ("weak-signature-chain.pem", "chain-root.pem", FetchError.CertificateProblem.weakIssuerSignature),
      ("weak-rollover-chain.pem", "chain-root.pem", .weakIssuerSignature),
      ("weak-key-chain.pem", "chain-root.pem", .weakIssuerKey),
      ("short-root-leaf.pem", "short-root.pem", .weakIssuerKey),
    ])
  func weakIssuer(_ certificate: String, _ authority: String, _ expected: FetchError.CertificateProblem) async throws {
    let trust = try TrustedCertificates(pem: SecureLoopback.fixture(authority))
    let error = try await failure(
      SecureLoopback.serverConfiguration(certificate: certificate, protocols: ["h2"]), trust: trust)
    #expect(error.reason == .certificate(expected))
    #expect(error.remedy == "ask the server's operator for a certificate of an authority with current algorithms and keys")
  }

  @Test("a trusted authority's own signature doesn't matter")
  func weakAnchorSignature() async throws {
    let server = try await SecureLoopback(
      SecureLoopback.serverConfiguration(certificate: "sha1-root-leaf.pem", protocols: ["h2"]))
    let fetcher = NetworkFetcher(trust: try TrustedCertificates(pem: SecureLoopback.fixture("sha1-root.pem")))
    #expect(try await fetch(server, by: fetcher) == "HTTP/2")
    await fetcher.shutdown()
    await server.stop()
  }

  @Test("ciphers without forward secrecy, and SHA-1 in the handshake, are refused", arguments: [false, true])
  func weakHandshake(_ usesSHA1: Bool) async throws {
    let (certificate, key) = usesSHA1 ? ("loopback.pem", "loopback-key.pem") : ("rsa.pem", "rsa-key.pem")
    var configuration = try SecureLoopback.serverConfiguration(
      certificate: certificate, key: key, protocols: ["http/1.1"], versions: (.tlsv12, .tlsv12))
    if usesSHA1 {
      configuration.signingSignatureAlgorithms = [.ecdsaSha1]
    } else {
      configuration.cipherSuiteValues = [.TLS_RSA_WITH_AES_128_GCM_SHA256, .TLS_RSA_WITH_AES_256_CBC_SHA]
    }
    let error = try await failure(configuration, trust: TrustedCertificates(pem: SecureLoopback.fixture(certificate)))
    #expect(error.reason == .tlsCipher)
    #expect(error.message.hasSuffix("the server accepts no cipher with forward secrecy, or no current signature algorithm"))
  }

  @Test("an RSA key of 2048 bits is accepted, with TLS 1.2 and 1.3", arguments: [TLSVersion.tlsv12, .tlsv13])
  func rsa(_ version: TLSVersion) async throws {
    let server = try await SecureLoopback(
      SecureLoopback.serverConfiguration(
        certificate: "rsa.pem", key: "rsa-key.pem", protocols: ["http/1.1"], versions: (version, version)))
    let fetcher = NetworkFetcher(trust: try TrustedCertificates(pem: SecureLoopback.fixture("rsa.pem")))
    #expect(try await fetch(server, by: fetcher) == "HTTP/1.1")
    await fetcher.shutdown()
    await server.stop()
  }

  @Test("TLS 1.0 and 1.1 are refused", arguments: [TLSVersion.tlsv1, .tlsv11])
  func oldVersion(_ version: TLSVersion) async throws {
    let error = try await failure(SecureLoopback.serverConfiguration(protocols: ["http/1.1"], versions: (version, version)))
    #expect(error.reason == .tlsVersion)
    #expect(error.message.hasSuffix("the server supports only TLS versions older than 1.2"))
  }

  @Test("TLS 1.2 is accepted")
  func oldestVersion() async throws {
    let server = try await SecureLoopback(
      SecureLoopback.serverConfiguration(protocols: ["http/1.1"], versions: (.tlsv12, .tlsv12)))
    let fetcher = NetworkFetcher(trust: try SecureLoopback.trust)
    #expect(try await fetch(server, by: fetcher) == "HTTP/1.1")
    await fetcher.shutdown()
    await server.stop()
  }

  @Test("a file without a certificate, or with a damaged one, is refused")
  func unreadableTrust() throws {
    let damaged = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
    for (text, expected) in [("", TrustedCertificates.Refusal.noCertificate), ("hello", .noCertificate), (damaged, .damaged)] {
      #expect(throws: expected) { try TrustedCertificates(pem: Array(text.utf8)) }
    }
  }

  @Test("the names of a certificate cut at any byte are not read, and nothing traps")
  func certificateNames() throws {
    let der = try #require(try NIOSSLCertificate.fromPEMBytes(SecureLoopback.fixture("loopback.pem")).first).toDERBytes()
    #expect(CertificateNames(der: der)?.isSelfIssued == true)
    for count in 0..<der.count { #expect(CertificateNames(der: Array(der.prefix(count))) == nil) }
    let issued = try #require(try NIOSSLCertificate.fromPEMBytes(SecureLoopback.fixture("issued.pem")).first).toDERBytes()
    #expect(CertificateNames(der: issued)?.isSelfIssued == false)
  }
}
