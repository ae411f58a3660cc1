-- The volume of your speakers, with the outputs and inputs to choose from. Changes arrive as events, so it follows the keys of
-- the keyboard and every other mixer.
widget {
  name = "Mixer",
  icon = "speaker.wave.2",
  description = "Volume, mute, and the outputs and inputs to choose from.",
  refresh = "1h",
  settings = {
    { name = "inputs", type = "boolean", default = true, label = "Inputs", description = "Show microphones too" },
    { name = "amplify", type = "boolean", default = false, label = "Amplify", description = "Up to 150%, which may distort" },
  },
  permissions = { audio = { "read", "control" } },
}

local sinks, sources = {}, {}   -- lists of AudioDevice, the default first
local note                      -- a text or an error to show, or nil

local function load()
  local found, err = audio.sinks()
  sinks, sources = found or {}, settings.inputs and audio.sources() or {}
  note = err and (err.kind == "unavailable" and "No sound server here" or err) or nil
  return err
end

function perform_update()
  subscribe { audio = true }
  local err = load()
  if err and err.kind ~= "unavailable" then return update_result.failed(err) end
  return update_result.new_data
end

function on_event()
  load()
  return update_result.new_data
end

local function limit() return settings.amplify and 1.5 or 1 end

local function set(device, volume)
  local done, err = audio.set_volume(math.max(0, math.min(limit(), volume)), device.name)
  if done then load() else note = err end
end

local function toggle(device)
  local done, err = audio.mute(not device.muted, device.name)
  if done then load() else note = err end
end

local function choose(device)
  local done, err = audio.set_default(device.name)
  if done then load() else note = err end
end

local function level(device) return device.muted and "Muted" or format.percent(device.volume) end

local function icon(device, is_source)
  if is_source then return device.muted and "mic.slash" or "mic" end
  if device.muted or device.volume == 0 then return "speaker.slash" end
  return device.volume < 0.34 and "speaker.wave.1" or device.volume < 0.67 and "speaker.wave.2" or "speaker.wave.3"
end

local function mute_button(device, is_source)
  return ui.button { icon = icon(device, is_source), id = "mute." .. device.name,
                     accessibility = (device.muted and "Unmute " or "Mute ") .. device.description,
                     action = function() toggle(device) end }
end

-- In percent, as it's shown beside it.
local function slider(device)
  return ui.slider { value = math.floor(device.volume * 100 + 0.5), to = limit() * 100, step = 5, id = "volume." .. device.name,
                     accessibility = "Volume of " .. device.description, priority = 1,
                     on_change = function(percent) set(device, percent / 100) end }
end

local function step_button(device, name, label, change)
  return ui.button { icon = name, id = label:lower(), accessibility = label,
                     action = function() set(device, device.volume + change) end }
end

-- A device in full: its name, or a button that chooses it, and below that its volume.
local function row(device, is_source)
  return ui.vstack { align = "leading", spacing = 2,
    ui.hstack {
      device.is_default and ui.text { device.description, font = "headline", line_limit = 1 }
        or ui.button { device.description, id = "choose." .. device.name, line_limit = 1,
                       accessibility = "Use " .. device.description, action = function() choose(device) end },
      ui.spacer(),
      -- The slider shows the rest.
      (device.muted or device.volume > limit()) and ui.text { level(device), color = "secondary", line_limit = 1 },
    },
    ui.hstack { spacing = 8, mute_button(device, is_source), slider(device) },
  }
end

local function problem() return note and ui.text { tostring(note), font = "caption", color = "red", line_limit = 2 } end

local accessory = {
  inline = function(sink) return ui.label { level(sink), icon = icon(sink) } end,
  circular = function(sink)
    return ui.gauge { sink.muted and 0 or sink.volume, max = limit(), text = "Vol",
                      value_text = sink.muted and "–" or format.number(sink.volume * 100, { digits = 0 }) }
  end,
  rectangular = function(sink)
    return ui.vstack { align = "leading",
      ui.label { level(sink), icon = icon(sink), font = "headline" },
      ui.text { sink.description, color = "secondary", line_limit = 1 },
      ui.progress { sink.muted and 0 or math.min(1, sink.volume / limit()), accessibility = level(sink) },
    }
  end,
}

local function small(sink)
  return ui.vstack { align = "leading", spacing = 4,
    ui.text { sink.description, color = "secondary", line_limit = 1 },
    ui.text { level(sink), font = "title", line_limit = 1 },
    ui.spacer(),
    ui.hstack { spacing = 8,
      mute_button(sink),
      step_button(sink, "minus", "Quieter", -0.05), step_button(sink, "plus", "Louder", 0.05),
    },
    problem(),
  }
end

function content(context)
  local sink = sinks[1]
  if not sink then return ui.text { note and tostring(note) or "No speakers", color = "secondary" } end
  if accessory[context.family] then return accessory[context.family](sink) end
  if context.family == "small" then return small(sink) end
  local rows = { align = "leading", spacing = 10 }
  if context.family == "medium" or context.display_mode == "compact" then
    rows[1] = row(sink)
    rows[2] = sources[1] and row(sources[1], true)
  else
    for _, device in ipairs(sinks) do rows[#rows + 1] = row(device) end
    if #sources > 0 then rows[#rows + 1] = ui.divider() end
    for _, device in ipairs(sources) do rows[#rows + 1] = row(device, true) end
  end
  rows[#rows + 1] = problem()
  return ui.vstack(rows)
end
