/// One request in a redirect chain: the original, or one a redirect led to.
struct RedirectStep: Sendable {
  var prepared: PreparedRequest
  var request: CacheRequest
  var partition: String
  var policy: NetPolicy
  /// When the whole fetch must be finished.
  var deadline: ContinuousClock.Instant
  /// Seconds for the whole fetch.
  var totalTimeout: Double
  /// How the request is made on the network; the cache ignores it.
  var options: TransferOptions
  var maximumBodyBytes: Int
  var redirect: FetchRequest.Redirect

  /// Timeouts for the phases of a request, and how often to retry it.
  struct TransferOptions: Hashable, Sendable {
    var connectTimeout: Double?
    var firstByteTimeout: Double?
    var retries = FetchRequest.defaultRetries
  }

  init(_ prepared: PreparedRequest, of request: FetchRequest, policy: NetPolicy, deadline: ContinuousClock.Instant) {
    self.prepared = prepared
    self.request = CacheRequest(prepared, as: request)
    partition = request.partition
    self.policy = policy
    self.deadline = deadline
    totalTimeout = request.timeout
    options = TransferOptions(
      connectTimeout: request.connectTimeout, firstByteTimeout: request.firstByteTimeout, retries: request.retries)
    maximumBodyBytes = request.maximumBodyBytes
    redirect = request.redirect
  }

  /// The request for the next fetcher.
  ///
  /// - Parameter conditions: Fields validating a stored response.
  func outgoing(adding conditions: [HeaderField] = []) -> FetchRequest {
    var outgoing = FetchRequest(
      request.url, method: prepared.method.rawValue, headers: request.headers + conditions + request.fieldsForMode,
      body: prepared.body, timeout: secondsLeft, redirect: .manual, maximumBodyBytes: maximumBodyBytes, partition: partition)
    outgoing.skipsRedirectBody = redirect != .manual
    outgoing.connectTimeout = options.connectTimeout
    outgoing.firstByteTimeout = options.firstByteTimeout
    outgoing.retries = options.retries
    return outgoing
  }

  var secondsLeft: Double {
    let left = (deadline - .now).components
    return Double(left.seconds) + Double(left.attoseconds) / 1e18
  }

  /// Whether a stored response fits this request's body limit and redirect mode.
  func accepts(_ stored: StoredResponse) -> Bool {
    // The body of a followed redirect wasn't read.
    if redirect == .manual, PreparedRequest.isRedirect(stored.status), stored.body.isEmpty,
      stored.headers.value(of: "Content-Length") != "0"
    {
      return false
    }
    return stored.body.count <= maximumBodyBytes
  }

  /// Requests with equal keys share one exchange.
  var coalescingKey: CoalescingKey {
    CoalescingKey(
      partition: partition, method: request.method, url: request.url, headers: request.headers, mode: request.mode,
      times: [request.freshFor, request.usableFor, totalTimeout], options: options, maximumBodyBytes: maximumBodyBytes,
      redirect: redirect, policy: policy)
  }

  /// One background revalidation per URL and policy.
  var revalidationKey: CoalescingKey {
    var key = coalescingKey
    key.times = []
    key.options = TransferOptions()
    key.mode = .default
    key.maximumBodyBytes = 0
    key.headers = []
    key.redirect = .follow
    key.method = .get
    return key
  }
}

/// Identifies requests that can share an exchange.
struct CoalescingKey: Hashable, Sendable {
  var partition: String
  var method: PreparedRequest.Method
  var url: String
  var headers: [HeaderField]
  var mode: CacheMode
  var times: [Double?]
  /// A request without retries must neither wait for one with retries nor share its failure.
  var options: RedirectStep.TransferOptions
  var maximumBodyBytes: Int
  var redirect: FetchRequest.Redirect
  /// Widgets with different permissions never share a response.
  var policy: NetPolicy

  static func == (left: CoalescingKey, right: CoalescingKey) -> Bool {
    (left.partition, left.url, left.mode, left.method, left.redirect, left.maximumBodyBytes)
      == (right.partition, right.url, right.mode, right.method, right.redirect, right.maximumBodyBytes)
      && left.headers == right.headers && left.options == right.options && left.times == right.times
      && left.policy == right.policy
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(partition)
    hasher.combine(url)
  }
}
