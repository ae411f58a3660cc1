/// Which requests go through which proxy. None do until the user's configuration says so, whatever the environment holds.
public struct ProxyRules: Sendable, Equatable {
  var http: Proxy?
  var https: Proxy?
  /// Hosts that are asked directly.
  public var exceptions: [ProxyException]

  /// Every request directly.
  public static let none = ProxyRules(nil)

  /// One proxy for everything.
  ///
  /// - Parameter exceptions: Hosts that are asked directly.
  public init(_ proxy: Proxy?, except exceptions: [ProxyException] = []) {
    http = proxy
    https = proxy
    self.exceptions = exceptions
  }

  /// What the variables say that other programs heed: `https_proxy`, `http_proxy`, `all_proxy`, `no_proxy`, or in capitals; the small
  /// ones first.
  ///
  /// `HTTP_PROXY` is not read: in a program that a web server starts it is a header of whoever asks.
  /// - Throws: The variable whose text is no proxy. An empty or absent one is not an error.
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
    exceptions = list.split { $0 == "," || $0 == " " }.map { ProxyException($0) }
  }

  /// A variable of the environment that should name a proxy.
  public struct UnreadableVariable: Error, Sendable, Equatable {
    public let name: String
    public let refusal: Proxy.Refusal
  }

  /// Whom to ask for a connection to this address; nil is the address itself.
  ///
  /// This machine and private addresses are always asked directly: the same address is another machine where the proxy is.
  func proxy(for address: WebAddress) -> Proxy? {
    guard !address.host.isLocalhost, !exceptions.contains(where: { $0.covers(address.host) }) else { return nil }
    if case .address(let literal) = address.host, literal.isSpecialPurpose { return nil }
    return address.scheme == .http ? http : https
  }
}
