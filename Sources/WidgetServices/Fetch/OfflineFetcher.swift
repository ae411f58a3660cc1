/// The network under `--offline`: every permitted fetch fails with kind `offline`.
public struct OfflineFetcher: Fetcher {
  public init() {}

  /// - Throws: `offline`, or what is wrong with the request itself, so that a mistake shows offline too.
  public func fetch(_ request: FetchRequest, policy: NetPolicy) async throws(FetchError) -> FetchResponse {
    let prepared = try PreparedRequest(request)
    try policy.check(prepared.address)
    throw FetchError(.offline, target: prepared.address.target)
  }
}
