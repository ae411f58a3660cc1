/// Fails every permitted fetch with kind `offline`, for `--offline`.
public struct OfflineFetcher: Fetcher {
  public init() {}

  /// - Throws: `offline`, or the problem with the request, so that mistakes show offline too.
  public func fetch(_ request: FetchRequest, policy: NetPolicy) async throws(FetchError) -> FetchResponse {
    throw FetchError(.offline, target: try RedirectChain(request, policy: policy).request.address.target)
  }
}
