import WidgetModel
import WidgetServices

/// The user's media players.
struct MediaAccess {
  private let service: ServiceCaller

  init(_ session: HostSession) { service = ServiceCaller(session, "media players") }

  /// - Returns: `{ value = players }` or `{ error = err }`.
  func players() -> LuaValue {
    let media = service.services.media
    return service.read("media.players") { () throws(ServiceError) in
      try await media.players()
    } value: {
      .array($0.map(value))
    }
  }

  /// - Parameter id: nil for the first of the players.
  /// - Returns: `{ value = true }` or `{ error = err }`.
  func control(_ function: String, _ id: String?, _ command: MediaCommand) throws(HostError) -> LuaValue {
    if let id, !MediaPlayer.isValidID(id) { throw HostError("\(function): \(id.quoted) is not the id of a media player") }
    let media = service.services.media
    return service.control(function) { () throws(ServiceError) in
      if let id { return try await media.control(id, command) }
      guard let first = try await media.players().first else { throw .unavailable(reason: "there is no media player") }
      try await media.control(first.id, command)
    }
  }

  private func value(_ player: MediaPlayer) -> LuaValue {
    var fields: [String: LuaValue] = [
      "id": .string(player.id), "name": .string(player.name), "status": .string(player.status.rawValue),
      "can_play": .boolean(player.canPlay), "can_pause": .boolean(player.canPause), "can_next": .boolean(player.canGoNext),
      "can_previous": .boolean(player.canGoPrevious), "can_seek": .boolean(player.canSeek),
    ]
    let texts = [
      "title": player.title, "artist": player.artist, "album": player.album, "cover": service.services.covers.name(for: player),
    ]
    for case (let name, let text?) in texts { fields[name] = .string(text) }
    for case (let name, let number?) in ["length": player.length, "position": player.position] { fields[name] = .number(number) }
    return .table(fields)
  }
}
