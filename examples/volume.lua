-- A slider for the volume, a button that mutes, and the outputs to choose from. It follows the keys of the keyboard.
widget {
  name = "Volume",
  icon = "speaker.wave.2",
  refresh = "1h",
  permissions = { audio = { "read", "control" } },
}

local volume, sinks, sources, problem

local function load()
  volume, problem = audio.volume()
  sinks, sources = audio.sinks() or {}, audio.sources() or {}
end

function perform_update()
  subscribe { audio = true }
  load()
  return update_result.new_data
end

function on_event()
  load()
  return update_result.new_data
end

local function check(done, err)
  load()
  if not done then problem = err end
end

function content()
  local sink, source = sinks[1], sources[1]
  if not volume or not sink then
    return ui.text { problem and problem.kind ~= "unavailable" and tostring(problem) or "No sound here", color = "secondary" }
  end
  local names, by_name = {}, {}
  for _, device in ipairs(sinks) do
    names[#names + 1] = device.description
    by_name[device.description] = device.name
  end
  return ui.vstack { align = "leading", spacing = 8,
    ui.slider { value = volume, to = 1, step = 0.05, label = "Volume", id = "volume",
                on_change = function(value) check(audio.set_volume(value)) end },
    ui.toggle { "Mute", on = sink.muted, id = "mute", action = function() check(audio.mute(not sink.muted)) end },
    #names > 1 and ui.picker { choices = names, selected = sink.description, label = "Output", id = "output",
                               on_change = function(name) check(audio.set_default(by_name[name])) end },
    source and ui.toggle { "Mute the microphone", on = source.muted, id = "microphone",
                           action = function() check(audio.mute(not source.muted, source.name)) end },
    problem and ui.text { tostring(problem), font = "caption", color = "red" },
  }
end
