import Synchronization

/// Serves recorded responses without ever using the network.
///
/// Equal requests get their recordings in order, then the last one again and again. Heads are read once; bodies are read each
/// time, so you can edit them meanwhile.
public final class ReplayingFetcher: Fetcher {
  private struct Entry {
    var file: String
    var recording: Recording
  }

  private let folder: RecordingFolder
  private let entries: [RecordingKey: [Entry]]
  /// The first malformed recording, which may be that of a request that has none.
  private let problem: RecordingError?
  private let secrets: SecretsInUse
  private let counts = Mutex<[RecordingKey: Int]>([:])

  /// Reads the head of every `.http` file in the folder.
  ///
  /// - Parameter onProblem: Gets each malformed recording, which is left out, with file and line.
  /// - Throws: ``RecordingError`` if there's no such folder, or for a recording that can't be read.
  public init(
    folder path: String, secrets: SecretsInUse = SecretsInUse(), onProblem: (RecordingError) -> Void = { _ in }
  ) throws(RecordingError) {
    let folder = RecordingFolder(path)
    var entries: [RecordingKey: [Entry]] = [:]
    var problem: RecordingError?
    for name in try folder.names() where name.hasSuffix(".http") {
      guard let bytes = try folder.read(name, limit: Recording.maximumBytes) else { continue }
      let recording: Recording
      do throws(RecordingError) {
        recording = try Self.recording(bytes, name, in: folder)
      } catch {
        guard case .damaged = error else { throw error }
        onProblem(error)
        problem = problem ?? error
        continue
      }
      entries[recording.key, default: []].append(Entry(file: name, recording: recording))
    }
    self.folder = folder
    self.problem = problem
    self.secrets = secrets
    // Sorting is stable: equal numbers stay in file name order.
    self.entries = entries.mapValues { $0.sorted { $0.recording.repetition < $1.recording.repetition } }
  }

  private static func recording(_ bytes: [UInt8], _ name: String, in folder: RecordingFolder) throws(RecordingError) -> Recording
  {
    let recording = try RecordingReader.read(bytes, file: folder.file(name))
    if case .response(_, _, _, _, let body?) = recording.outcome, try folder.read(body, limit: 0) == nil {
      let line = recording.text.utf8.count(where: { $0 == 0x0A })
      throw .damaged(file: folder.file(name), line: line, problem: "the body file \(body) does not exist")
    }
    return recording
  }

  /// - Throws: Kind `offline` for a request without a recording, besides recorded failures and denials.
  public func fetch(_ request: FetchRequest, policy: NetPolicy) async throws(FetchError) -> FetchResponse {
    var chain = try RedirectChain(request, policy: policy)
    while true {
      try Self.checkAddresses(of: chain.request.address, policy)
      let response = try self.response(to: chain.request, policy, limit: request.maximumBodyBytes)
      // A followed redirect is recorded as its final response; a redirect in a recording was written by hand.
      guard try chain.follows(response) else { return response }
    }
  }

  /// Checks addresses like the network fetcher, as far as possible without a name server.
  private static func checkAddresses(of address: WebAddress, _ policy: NetPolicy) throws(FetchError) {
    guard case .name = address.host, address.host.isLocalhost else { return }
    do throws(FetchError) {
      try policy.check(.loopback4, for: address)
    } catch {
      try policy.check(.loopback6, for: address)
    }
  }

  private func response(to prepared: PreparedRequest, _ policy: NetPolicy, limit: Int) throws(FetchError) -> FetchResponse {
    let target = prepared.address.target
    let key = RecordingKey(prepared, mask: RecordingMask(secrets: secrets.mask))
    guard let found = entries[key], !found.isEmpty else {
      if let problem {
        throw FetchError(.damagedRecording("no recording of \(key.method) \(key.url) can be used; \(problem)"), target: target)
      }
      throw FetchError(.noRecording(request: "\(key.method) \(key.url)", folder: folder.path), target: target)
    }
    let count = counts.withLock { counts in
      counts[key, default: 0] += 1
      return counts[key] ?? 1
    }
    let entry = found[min(count, found.count) - 1]
    switch entry.recording.outcome {
    case .failure(.privateAddress(let address)):
      try policy.check(address, for: prepared.address)
      throw FetchError(.privateAddress(address), target: target)
    case .failure(let reason): throw FetchError(reason, target: target)
    case .response(let status, let url, let elapsed, let headers, let name):
      // A masked host is the requested one, or denied: no permission can name it.
      if let url, let final = try? RecordingKey.address(url), !isSameHost(final, prepared.address) {
        try policy.check(final)
        try Self.checkAddresses(of: final, policy)
      }
      var response = FetchResponse(status: status, url: url ?? prepared.address.description, headers: headers)
      response.elapsed = elapsed ?? 0
      if let name { response.body = try body(name, of: entry.file, limit: limit, target: target) }
      return response
    }
  }

  /// Whether both hosts are the same once secrets are masked.
  private func isSameHost(_ recorded: WebAddress, _ requested: WebAddress) -> Bool {
    let masked = try? RecordingKey.address(secrets.mask.masked(requested.origin))
    return recorded.host == masked?.host && recorded.origin == masked?.origin
  }

  private func body(_ name: String, of file: String, limit: Int, target: String) throws(FetchError) -> [UInt8] {
    let limit = min(max(0, limit), FetchRequest.defaultMaximumBodyBytes)
    let bytes: [UInt8]?
    do throws(RecordingError) {
      bytes = try folder.read(name, limit: limit)
    } catch {
      throw FetchError(.damagedRecording("\(error)"), target: target)
    }
    guard let bytes else {
      throw FetchError(.damagedRecording("\(folder.file(file)): the body file \(name) does not exist"), target: target)
    }
    guard bytes.count <= limit else { throw FetchError(.bodyTooLarge(limit: limit), target: target) }
    return bytes
  }
}
