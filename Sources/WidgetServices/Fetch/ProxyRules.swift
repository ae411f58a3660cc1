/// Which requests use which proxy. None do until the user configures one; the environment alone has no effect.
public struct ProxyRules: Sendable, Equatable {
  var http: Proxy?
  var https: Proxy?
  /// Hosts that are connected to directly.
  public var exceptions: [HostPattern]
  /// The entries of the variable `no_proxy` that can match no host.
  public private(set) var uselessExceptions: [String] = []

  /// No proxy.
  public static let none = ProxyRules(nil)

  /// One proxy for every request.
  ///
  /// - Parameter exceptions: Hosts that are connected to directly.
  public init(_ proxy: Proxy?, except exceptions: [HostPattern] = []) {
    http = proxy
    https = proxy
    self.exceptions = exceptions
  }

  /// Reads the conventional variables `https_proxy`, `http_proxy`, `all_proxy`, `no_proxy`; lowercase names take precedence.
  ///
  /// `HTTP_PROXY` isn't read: in a CGI program it's the client's header field.
  /// - Throws: The variable that isn't a valid proxy. An empty or missing one isn't an error.
  public init(environment: [String: String]) throws(UnreadableVariable) {
    func proxy(_ names: String...) throws(UnreadableVariable) -> Proxy? {
      for name in names {
        guard let text = environment[name], !text.isEmpty else { continue }
        do throws(Proxy.Refusal) { return try Proxy(parsing: text) } catch {
          throw UnreadableVariable(name: name, refusal: error)
        }
      }
      return nil
    }
    let any = try proxy("all_proxy", "ALL_PROXY")
    http = try proxy("http_proxy") ?? any
    https = try proxy("https_proxy", "HTTPS_PROXY") ?? any
    let list = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
    let entries = list.split { $0 == "," || $0 == " " }.map(String.init)
    exceptions = entries.map { HostPattern($0) }
    uselessExceptions = entries.filter { !HostPattern.isValid($0) }
  }

  /// An environment variable that should name a proxy.
  public struct UnreadableVariable: Error, Sendable, Equatable {
    public let name: String
    public let refusal: Proxy.Refusal
  }

  /// The proxy for this address; nil for a direct connection.
  ///
  /// Loopback and private addresses never go through the proxy: to it, they mean another machine.
  func proxy(for address: WebAddress) -> Proxy? {
    guard !address.host.isLocalhost, !exceptions.contains(where: { $0.covers(address.host) }) else { return nil }
    if case .address(let literal) = address.host, literal.isSpecialPurpose { return nil }
    return address.scheme == .http ? http : https
  }
}
