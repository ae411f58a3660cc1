import WidgetModel
import WidgetServices

/// Questions and orders to players.
extension MediaPlayerBus {
  func call(_ call: ServiceCall, complete: @escaping (Result<LuaValue, ServiceError>) -> Void) {
    switch call {
    case .players: players(complete)
    case .control(let id, let command): control(id, command, complete)
    case .method, .inhibit, .audioDevices, .audio: complete(.failure(.failed(reason: "this program cannot do that")))
    }
  }

  /// The ids of the players, without those that only stand for another one.
  func names(_ complete: @escaping (Result<[String], ServiceError>) -> Void) {
    bus.send(Self.daemon, Self.daemonPath, Self.daemon, "ListNames", within: Self.replyTime) { result in
      complete(
        result.map { reply in
          (reply.readTexts(limit: 10_000) ?? []).compactMap(Self.id).sorted().prefix(MediaPlayer.limit).map { $0 }
        }.mapError { .unavailable(reason: "the D-Bus session cannot be used: \($0.message)") })
    }
  }

  static func id(_ name: String) -> String? {
    guard name.hasPrefix(prefix) else { return nil }
    let id = String(name.dropFirst(prefix.count))
    return MediaPlayer.isValidID(id) && id != "playerctld" ? id : nil
  }

  /// Asks all players at once.
  private func players(_ complete: @escaping (Result<LuaValue, ServiceError>) -> Void) {
    names { [self] result in
      let ids: [String]
      switch result {
      case .success(let found): ids = found
      case .failure(let error): return complete(.failure(error))
      }
      let group = Group(count: 2 * ids.count) { complete(.success(.array(ids.compactMap($0)))) }
      for id in ids {
        properties(of: id) { group.finish(id, "properties", (try? $0.get()) ?? .null) }
        get(id, Self.root, "Identity") { group.finish(id, "identity", (try? $0.get()) ?? .null) }
      }
      if ids.isEmpty { group.completeIfEmpty() }
    }
  }

  /// The replies of several players.
  private final class Group {
    private var missing: Int
    private var values: [String: [String: LuaValue]] = [:]
    private let complete: ((String) -> LuaValue?) -> Void

    init(count: Int, complete: @escaping ((String) -> LuaValue?) -> Void) {
      missing = count
      self.complete = complete
    }

    func finish(_ id: String, _ field: String, _ value: LuaValue) {
      values[id, default: ["id": .string(id)]][field] = value
      missing -= 1
      completeIfEmpty()
    }

    func completeIfEmpty() {
      // One that didn't reply is left out.
      if missing == 0 { complete { id in self.values[id].flatMap { $0["properties"]?.isNull == false ? .table($0) : nil } } }
    }
  }

  /// Values of a reply that are read; a track with all of its tags has about a hundred.
  private static let maximumValues = 2_000

  /// The properties that luawidget needs; no others are sent to it.
  private static let wanted = [
    "PlaybackStatus", "Position", "CanControl", "CanPlay", "CanPause", "CanGoNext", "CanGoPrevious", "CanSeek",
  ]
  private static let wantedMetadata = [
    "xesam:title", "xesam:artist", "xesam:albumArtist", "xesam:album", "mpris:length", "mpris:artUrl", "mpris:trackid",
  ]

  private func properties(of id: String, _ complete: @escaping (Result<LuaValue, BusError>) -> Void) {
    bus.send(Self.prefix + id, Self.path, Self.properties, "GetAll", within: Self.replyTime) {
      $0.append(Self.player)
    } complete: { result in
      complete(
        result.map { reply in
          var budget = Self.maximumValues
          guard case .table(let fields)? = reply.readValue(&budget) else { return .null }
          var kept = fields.filter { Self.wanted.contains($0.key) }
          if let metadata = fields["Metadata"]?.table {
            kept["Metadata"] = .table(
              metadata.filter { Self.wantedMetadata.contains($0.key) }.mapValues { value in
                guard case .array(let texts) = value else { return value }
                return .array(Array(texts.prefix(16)))
              })
          }
          return .table(kept)
        })
    }
  }

  private func get(
    _ id: String, _ interface: String, _ property: String, _ complete: @escaping (Result<LuaValue, BusError>) -> Void
  ) {
    bus.send(Self.prefix + id, Self.path, Self.properties, "Get", within: Self.replyTime) {
      $0.append(interface)
      $0.append(property)
    } complete: { result in
      var budget = 10
      complete(result.map { $0.readValue(&budget) ?? .null })
    }
  }

  private func control(
    _ id: String, _ command: MediaCommand, _ complete: @escaping (Result<LuaValue, ServiceError>) -> Void
  ) {
    guard MediaPlayer.isValidID(id) else { return complete(.failure(.unavailable(reason: "there is no such media player"))) }
    let finish: (Result<BusMessage, BusError>) -> Void = { result in
      complete(result.map { _ in true }.mapError { Self.problem($0, of: id) })
    }
    switch command {
    case .play: send(id, "Play", complete: finish)
    case .pause: send(id, "Pause", complete: finish)
    case .playPause: send(id, "PlayPause", complete: finish)
    case .next: send(id, "Next", complete: finish)
    case .previous: send(id, "Previous", complete: finish)
    case .seek(let position):
      properties(of: id) { [self] result in
        switch result {
        case .success(let properties): seek(id, to: position, properties, finish)
        case .failure(let error): finish(.failure(error))
        }
      }
    }
  }

  /// A player that names its track is told the position in it; another one how far to go.
  private func seek(
    _ id: String, to position: Double, _ properties: LuaValue, _ finish: @escaping (Result<BusMessage, BusError>) -> Void
  ) {
    let target = Int64(exactly: (position * 1_000_000).rounded()) ?? 0
    let track = properties["Metadata"]["mpris:trackid"].string ?? ""
    if track.hasPrefix("/"), track.utf8.count < BusMessage.maximumText, track != "\(Self.path)/TrackList/NoTrack" {
      send(id, "SetPosition", complete: finish) {
        $0.append(objectPath: track)
        $0.append(target)
      }
    } else {
      let now = properties["Position"].integer ?? 0
      send(id, "Seek", complete: finish) { $0.append(target.subtractingReportingOverflow(now).partialValue) }
    }
  }

  private func send(
    _ id: String, _ member: String, complete: @escaping (Result<BusMessage, BusError>) -> Void,
    _ write: (BusMessage) -> Void = { _ in }
  ) {
    bus.send(Self.prefix + id, Self.path, Self.player, member, within: Self.replyTime, write, complete: complete)
  }

  private static func problem(_ error: BusError, of id: String) -> ServiceError {
    if error.name == "org.freedesktop.DBus.Error.NoReply" { return .failed(reason: "the player \(id) did not reply") }
    return error.isMissingService
      ? .unavailable(reason: "there is no player \(id)") : .failed(reason: "the player \(id) refused: \(error.message)")
  }
}
