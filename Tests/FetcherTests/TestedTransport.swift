import Testing
import WidgetSystem
import luawidget_fetcher

@testable import WidgetServices

/// The transport implementation used by a test.
enum TestedTransport: CaseIterable {
  case inProcess, fetcher

  @TaskLocal static var current = TestedTransport.inProcess

  /// The program, in the tests' folder.
  static let fetcherExecutable: String = {
    let own = realpath("/proc/self/exe", nil).map { path in
      defer { free(path) }
      return String(cString: path)
    }
    return (own ?? "").split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
      + "/luawidget-fetcher"
  }()

  func make(trust: TrustedCertificates = .system) -> any HTTPTransport {
    switch self {
    case .inProcess: NetworkTransport(trust: trust)
    case .fetcher: FetcherProcess(executable: Self.fetcherExecutable, trust: trust)
    }
  }
}

extension NetworkFetcher {
  /// Uses the transport under test.
  convenience init(
    version: String? = nil, resolver: (any Resolver)? = nil, proxies: ProxyRules = .none, trust: TrustedCertificates = .system
  ) {
    self.init(version: version, transport: TestedTransport.current.make(trust: trust), resolver: resolver, proxies: proxies)
  }
}

/// Runs every test in a suite twice: with the network in this process, and through `luawidget-fetcher`.
struct BothTransports: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    for transport in TestedTransport.allCases {
      try await TestedTransport.$current.withValue(transport) { try await function() }
    }
  }
}

extension Trait where Self == BothTransports {
  static var bothTransports: Self { BothTransports() }
}
