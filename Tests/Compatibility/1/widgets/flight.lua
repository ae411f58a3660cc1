-- A flight: boarding, takeoff and landing, and whether you're checked in.
widget {
  name = "Flight",
  icon = "airplane",
  description = "Boarding, takeoff and landing times, and check-in.",
  refresh = "5m",
  settings = {
    number = { type = "string", default = "LY315", label = "Flight number" },
    source = { type = "url", label = "Schedule", description = "The URL of a schedule; without one, the widget's schedule.json" },
  },
  url_schemes = { "myflight" },
  permissions = { net = { { setting = "source" } }, open_url = { "myflight" } },
}

local flight = cache.get("flight")   -- the last known values, shown at once
local looking = true                 -- until newer values arrive
local checked_in = cache.get("checked_in")   -- by the link; the schedule may show it only later

-- Fetches the schedule. Returns "new", "same", or nil and the reason.
local function refresh()
  local response, err = fetch(settings.source or "schedule.json")
  if not response then return nil, err end
  if not response.ok then return nil, "the schedule server returned status " .. response.status end
  local schedule, wrong = response:json()
  if not schedule then return nil, wrong end
  local new = type(schedule) == "table" and schedule[settings.number]
  if type(new) ~= "table" then return nil, "no flight " .. settings.number .. " in the schedule" end
  looking = false
  if flight and json.encode(flight) == json.encode(new) then return "same" end
  flight = new
  cache.set("flight", flight, "2d")
  return "new"
end

function perform_update()
  local first = flight == nil
  local outcome, err = refresh()
  if not outcome then return update_result.failed(err) end
  return (outcome == "new" or first) and update_result.new_data or update_result.no_data
end

-- The Check in button opens myflight://check-in. An airline's app may handle it; otherwise the link comes back to this widget.
function on_open(url)
  if url ~= "myflight://check-in" then return end
  checked_in = true
  looking = false                      -- nothing is being fetched for this view
  cache.set("checked_in", true, "2d")
end

function margin_insets(default)
  default.bottom = 5
  return default
end

local function row(name, value)
  return ui.hstack { ui.text { name, color = "secondary" }, ui.spacer(), ui.text { value or "–", font = "headline" } }
end

function content()
  if not flight then return ui.activity_indicator { "Looking up " .. settings.number } end
  local is_checked_in = flight.checked_in or checked_in
  preferred_size(0, is_checked_in and 84 or 112)
  return ui.vstack {
    ui.hstack {
      ui.text { settings.number .. "  " .. (flight.from or "?") .. " → " .. (flight.to or "?"), weight = "bold" },
      ui.spacer(),
      looking and ui.activity_indicator {} or nil,
    },
    row("Boarding", flight.boarding), row("Takeoff", flight.takeoff), row("Landing", flight.landing),
    ui.hstack {
      ui.button { "Refresh", icon = "arrow.clockwise", action = function() refresh() end },
      is_checked_in and ui.label { "Checked in", icon = "checkmark", color = "green" }
        or ui.button { "Check in", action = function() open_url "myflight://check-in" end },
    },
  }
end
