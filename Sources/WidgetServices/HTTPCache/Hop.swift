/// One request of a fetch: its own, or one that a redirect led to.
struct Hop: Sendable {
  var prepared: PreparedRequest
  var request: CacheRequest
  var partition: String
  var policy: NetPolicy
  /// When the whole fetch has to be over.
  var deadline: ContinuousClock.Instant
  /// Seconds that the whole fetch may take.
  var totalTimeout: Double
  /// How the network is asked; no matter to the store.
  var effort: Effort
  var maximumBodyBytes: Int
  var redirect: FetchRequest.Redirect

  /// How long each part of a request may take, and how often it is made again.
  struct Effort: Hashable, Sendable {
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
    effort = Effort(
      connectTimeout: request.connectTimeout, firstByteTimeout: request.firstByteTimeout, retries: request.retries)
    maximumBodyBytes = request.maximumBodyBytes
    redirect = request.redirect
  }

  /// What the network is asked.
  ///
  /// - Parameter conditions: Fields that validate a stored answer.
  func outgoing(adding conditions: [HeaderField] = []) -> FetchRequest {
    var headers = request.headers + conditions
    headers += request.fieldsForMode
    var outgoing = FetchRequest(
      request.url, method: prepared.method.rawValue, headers: headers, body: prepared.body, timeout: secondsLeft,
      redirect: .manual,
      maximumBodyBytes: maximumBodyBytes, partition: partition)
    outgoing.skipsRedirectBody = redirect != .manual
    outgoing.connectTimeout = effort.connectTimeout
    outgoing.firstByteTimeout = effort.firstByteTimeout
    outgoing.retries = effort.retries
    return outgoing
  }

  var secondsLeft: Double {
    let left = (deadline - .now).components
    return Double(left.seconds) + Double(left.attoseconds) / 1e18
  }

  /// Whether a stored answer is as large as this request allows, and has the body that it asks for.
  func accepts(_ stored: StoredResponse) -> Bool {
    if redirect == .manual, PreparedRequest.isRedirect(stored.status) { return false }
    return stored.body.count <= maximumBodyBytes
  }

  /// What makes requests identical.
  var key: HopKey {
    HopKey(
      partition: partition, method: request.method, url: request.url, headers: request.headers, mode: request.mode,
      times: [request.freshFor, request.usableFor, totalTimeout], effort: effort, maximumBodyBytes: maximumBodyBytes,
      redirect: redirect, policy: policy)
  }

  /// What makes revalidations the same: one a URL.
  var backgroundKey: HopKey {
    var key = key
    key.times = []
    key.effort = Effort()
    key.mode = .default
    key.maximumBodyBytes = 0
    key.headers = []
    key.redirect = .follow
    key.method = .get
    return key
  }
}

struct HopKey: Hashable, Sendable {
  var partition: String
  var method: PreparedRequest.Method
  var url: String
  var headers: [HeaderField]
  var mode: CacheMode
  var times: [Double?]
  /// One that is tried once must not wait for one that is tried five times, nor fail with it.
  var effort: Hop.Effort
  var maximumBodyBytes: Int
  var redirect: FetchRequest.Redirect
  /// Two that may speak to different hosts get no answer of each other.
  var policy: NetPolicy

  static func == (left: HopKey, right: HopKey) -> Bool {
    (left.partition, left.url, left.mode, left.method, left.redirect, left.maximumBodyBytes)
      == (right.partition, right.url, right.mode, right.method, right.redirect, right.maximumBodyBytes)
      && left.headers == right.headers && left.effort == right.effort && left.times == right.times && left.policy == right.policy
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(partition)
    hasher.combine(url)
  }
}
