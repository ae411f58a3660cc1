@testable import WidgetServices

/// The time of the tables' requests and responses: Fri, 15 Jan 2027 08:00:00 GMT.
let start = 1_800_000_000.0
let startDate = "Fri, 15 Jan 2027 08:00:00 GMT"
let pageURL = "https://a.example/page"

/// `Name: value`.
func field(_ line: String) -> HeaderField {
  let colon = line.firstIndex(of: ":") ?? line.endIndex
  return HeaderField(String(line[..<colon]), String(line[colon...].dropFirst().drop { $0 == " " }))
}

func fields(_ lines: [String]) -> [HeaderField] { lines.map(field) }

/// A response with these fields received at ``start``; with a matching `Date` unless they include one.
func stored(
  _ lines: [String], status: Int = 200, asked: [String] = [], delay: Double = 0, body: String = "body", at time: Double = start
) -> StoredResponse {
  let response = FetchResponse(status: status, url: pageURL, headers: fields(lines), body: Array(body.utf8))
  return StoredResponse(
    response, to: CacheRequest(pageURL, headers: fields(asked)), requestTime: time - delay, responseTime: time)
}

/// The decision this many seconds after ``start``: `cache`, `stale`, `stale, revalidate`, `validate`, `fetch` or `504`.
func decision(
  _ response: [String], _ request: [String] = [], after seconds: Double = 0, status: Int = 200, mode: CacheMode = .default,
  freshFor: Double? = nil, method: PreparedRequest.Method = .get
) -> String {
  let request = CacheRequest(pageURL, method: method, headers: fields(request), mode: mode, freshFor: freshFor)
  return word(CacheDecision.decide(request, stored: [stored(response, status: status)], now: start + seconds))
}

func word(_ decision: CacheDecision) -> String {
  switch decision {
  case .use(_, let source): source.rawValue
  case .useAndRevalidate: "stale, revalidate"
  case .validate: "validate"
  case .fetch: "fetch"
  case .gatewayTimeout: "504"
  }
}

/// Whether a response with these fields is stored.
func isKept(
  _ response: [String], _ request: [String] = [], status: Int = 200, method: PreparedRequest.Method = .get,
  mode: CacheMode = .default,
  freshFor: Double? = nil, usableFor: Double? = nil
) -> Bool {
  let request = CacheRequest(
    pageURL, method: method, headers: fields(request), mode: mode, freshFor: freshFor, usableFor: usableFor)
  return Storability.permits(stored(response, status: status), to: request)
}
