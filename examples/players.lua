-- Media players: all that run, with what they play; a slider seeks. Their changes arrive as events.
widget {
  name = "Players",
  icon = "play",
  refresh = "1h",
  permissions = { media = { "read", "control" } },
}

local players, problem = {}, nil

local function load()
  local found, err = media.players()
  players, problem = found or {}, err and tostring(err)
end

function perform_update()
  subscribe { media = true }
  load()
  return update_result.new_data
end

function on_event()
  load()
  return update_result.new_data
end

local function row(player)
  local is_playing = player.status == "playing"
  return ui.vstack { align = "leading", spacing = 4,
    ui.hstack {
      player.cover and ui.image { player.cover, width = 32, height = 32, corner_radius = 4, accessibility = "Cover" },
      ui.text { player.title or player.name, line_limit = 1 },
      ui.spacer(),
      ui.button { is_playing and "Pause" or "Play", id = player.id, action = function()
        local done, err
        if is_playing then done, err = media.pause(player.id) else done, err = media.play(player.id) end
        problem = not done and tostring(err) or nil
      end },
    },
    player.can_seek and player.length and ui.slider { value = player.position or 0, from = 0, to = player.length,
      label = "Position", id = player.id .. ".position", on_change = function(position)
        local done, err = media.seek(position, player.id)
        problem = not done and tostring(err) or nil
      end },
  }
end

function content()
  local rows = { align = "leading", spacing = 12 }
  for _, player in ipairs(players) do rows[#rows + 1] = row(player) end
  if #players == 0 then rows[1] = ui.text { problem or "No player is running", color = "secondary" } end
  if problem and #players > 0 then rows[#rows + 1] = ui.text { problem, font = "caption", color = "red" } end
  return ui.vstack(rows)
end
