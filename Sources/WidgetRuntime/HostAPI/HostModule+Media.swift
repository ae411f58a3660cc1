import WidgetModel
import WidgetServices

extension HostModule {
  static let media = HostModule(
    "media",
    """
    The user's media players, on Linux those with MPRIS: most browsers, music and video players. Changes arrive with \
    `subscribe { media = true }`, so you needn't ask again and again. `docs/capabilities.md` says what this can tell about the user.
    """,
    [
      HostFunction(
        "media.players",
        """
        Returns a list of the running media players, those that play first. Without any it's empty. Returns nil and an error of \
        kind `unavailable` on a machine that has no D-Bus session.
        """,
        returns: [HostField("players", .optional(.list(.named("MediaPlayer")))), .error], requires: .service(.media, .read),
        limits: "16 players; 1 KiB per text"
      ).implemented(using: \.media) { _, media in media.players() },
      command("play", "Makes a player play.", .play), command("pause", "Makes a player pause.", .pause),
      command("play_pause", "Makes a player that plays pause, and one that doesn't play.", .playPause),
      command("next", "Goes to the next track.", .next), command("previous", "Goes to the previous track.", .previous),
      HostFunction(
        "media.seek", "Goes to a position in the track.",
        HostField("position", .numbers(0...MediaPlayer.longest), "seconds since the start"), player,
        returns: [HostField("done", .optional(.boolean)), .error], requires: .service(.media, .control)
      ).implemented(using: \.media) { call, media throws(HostError) in
        try media.control(call.name, call[1].string, .seek(call[0].double ?? 0))
      },
    ])

  private static let player = HostField.optional("player", .string, "its `id`", default: "the first of `media.players()`")

  private static func command(_ name: String, _ summary: String, _ command: MediaCommand) -> HostFunction {
    HostFunction(
      "media.\(name)",
      "\(summary) Returns true, or nil and an error, of kind `unavailable` if the player is gone and of kind `denied` for a tap on "
        + "a page in a browser elsewhere.",
      player, returns: [HostField("done", .optional(.boolean)), .error], requires: .service(.media, .control)
    ).implemented(using: \.media) { call, media throws(HostError) in
      try media.control(call.name, call[0].string, command)
    }
  }
}
