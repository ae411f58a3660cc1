-- What your media player plays, with its cover and three buttons. Changes arrive as events, so nothing is asked again and again.
widget {
  name = "Player",
  icon = "music.note",
  description = "What plays, with cover, previous, play and next.",
  refresh = "1h",
  settings = {
    player = { type = "string", label = "Player", description = "Its id, such as mpv or spotify; empty for the one that plays" },
  },
  permissions = { media = { "read", "control" } },
}

local track            -- a MediaPlayer, or nil
local note             -- a text or an error to show, or nil

local function load()
  local players, err = media.players()
  track, note = nil, nil
  if not players then
    note = err.kind == "unavailable" and "No media players here" or err
    return err
  end
  for _, player in ipairs(players) do
    if not track and (not settings.player or settings.player == "" or player.id == settings.player) then track = player end
  end
end

function perform_update()
  subscribe { media = true }
  local err = load()
  if err and err.kind ~= "unavailable" then return update_result.failed(err) end
  return update_result.new_data
end

function on_event()
  load()
  return update_result.new_data
end

-- The player says what has changed by itself, a moment later.
local function previous() note = select(2, media.previous(track.id)) end
local function toggle() note = select(2, media.play_pause(track.id)) end
local function next_track() note = select(2, media.next(track.id)) end

local function time(seconds)
  local whole = math.floor(seconds)
  return string.format("%d:%02d", whole // 60, whole % 60)
end

local function buttons()
  local plays = track.status == "playing"
  return ui.hstack { spacing = 8,
    track.can_previous and ui.button { icon = "backward.end", id = "previous", accessibility = "Previous", action = previous },
    (track.can_play or track.can_pause)
      and ui.button { icon = plays and "pause" or "play", id = "play", accessibility = plays and "Pause" or "Play",
                      action = toggle },
    track.can_next and ui.button { icon = "forward.end", id = "next", accessibility = "Next", action = next_track },
    ui.spacer(),
    track.length and ui.text { time(track.length), font = "caption", color = "secondary" },
  }
end

function content()
  if not track then return ui.text { note and tostring(note) or "Nothing plays", color = "secondary" } end
  return ui.hstack { spacing = 12, align = "top",
    track.cover and ui.image { track.cover, width = 64, height = 64, corner_radius = 8, accessibility = "Cover" },
    ui.vstack { align = "leading", spacing = 4,
      ui.text { track.title or track.name, font = "headline", line_limit = 2 },
      ui.text { track.artist or track.name, color = "secondary", line_limit = 1 },
      note and ui.text { tostring(note), font = "caption", color = "red", line_limit = 2 },
      buttons(),
    },
  }
end
