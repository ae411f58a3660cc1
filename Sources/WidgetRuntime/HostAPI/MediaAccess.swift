import WidgetModel
import WidgetServices

/// The user's media players.
struct MediaAccess {
  private static let tooSlow = "the media players did not reply in time"

  private let session: HostSession

  init(_ session: HostSession) { self.session = session }

  /// - Returns: `{ value = players }` or `{ error = err }`.
  func players() -> LuaValue {
    let media = session.services.media
    let result = session.wait { () -> Result<[MediaPlayer], ServiceError> in
      do throws(ServiceError) { return .success(try await media.players()) } catch { return .failure(error) }
    }
    switch result {
    case .success(let players)?: return ["value": .array(players.map(value))]
    case .failure(let error)?: return failure("media.players", error)
    case nil: return session.returned("media.players", kind: FetchError.Kind.timeout.rawValue, Self.tooSlow)
    }
  }

  /// - Parameter id: nil for the first of the players.
  /// - Returns: `{ value = true }` or `{ error = err }`.
  func control(_ function: String, _ id: String?, _ command: MediaCommand) throws(HostError) -> LuaValue {
    if let id, !MediaPlayer.isValidID(id) { throw HostError("\(function): \(id.quoted) is not the id of a media player") }
    if session.isActingRemotely {
      return session.returned(
        function, kind: FetchError.Kind.denied.rawValue,
        "media players are controlled only from this machine; set remote_control = true on the board to allow more")
    }
    let media = session.services.media
    let result = session.wait { () -> Result<Void, ServiceError> in
      do throws(ServiceError) {
        if let id { return .success(try await media.control(id, command)) }
        guard let first = try await media.players().first else { throw .unavailable(reason: "there is no media player") }
        return .success(try await media.control(first.id, command))
      } catch { return .failure(error) }
    }
    switch result {
    case .success?: return ["value": true]
    case .failure(let error)?: return failure(function, error)
    case nil: return session.returned(function, kind: FetchError.Kind.timeout.rawValue, Self.tooSlow)
    }
  }

  private func failure(_ function: String, _ error: ServiceError) -> LuaValue {
    switch error {
    // A machine without players is nothing to warn about.
    case .unavailable(let reason): .failure(kind: ServiceError.unavailableKind, "\(function): \(reason)")
    case .failed(let reason): session.returned(function, kind: FetchError.Kind.connect.rawValue, reason)
    }
  }

  private func value(_ player: MediaPlayer) -> LuaValue {
    var fields: [String: LuaValue] = [
      "id": .string(player.id), "name": .string(player.name), "status": .string(player.status.rawValue),
      "can_play": .boolean(player.canPlay), "can_pause": .boolean(player.canPause), "can_next": .boolean(player.canGoNext),
      "can_previous": .boolean(player.canGoPrevious), "can_seek": .boolean(player.canSeek),
    ]
    let texts = [
      "title": player.title, "artist": player.artist, "album": player.album, "cover": session.services.covers.name(for: player),
    ]
    for case (let name, let text?) in texts { fields[name] = .string(text) }
    for case (let name, let number?) in ["length": player.length, "position": player.position] { fields[name] = .number(number) }
    return .table(fields)
  }
}
