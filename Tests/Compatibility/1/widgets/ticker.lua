-- A number that a server sends whenever it changes: a price, a temperature, visitors. The server speaks server-sent events,
-- whose data is a number, or JSON with the number in a field.
widget {
  name = "Ticker",
  icon = "chart.line.uptrend.xyaxis",
  description = "A number from a server that sends its changes, with its course.",
  refresh = "1h",
  settings = {
    { name = "url", type = "url", label = "Address", description = "Of a stream of server-sent events" },
    { name = "event", type = "string", label = "Event", description = "The type of event; empty for all" },
    { name = "field", type = "string", label = "Field", default = "price",
      description = "Where the number is, such as price or data.value" },
    { name = "title", type = "string", label = "Title" },
    { name = "unit", type = "string", label = "Unit", description = "Shown after the number, such as € or °C" },
  },
  permissions = { net = { { setting = "url" } } },
}

local KEPT = 60
defaults.register { source = "", values = json.array {}, first = 0 }

-- The number in an event's data, or nil.
local function number(data)
  local value = tonumber(data)
  if value then return value end
  value = json.decode(data)
  for name in settings.field:gmatch "[^.]+" do
    if type(value) ~= "table" then return nil end
    value = value[name] or value[tonumber(name)]
  end
  return tonumber(value)
end

function perform_update()
  if not settings.url then return update_result.new_data end
  local event = settings.event ~= "" and settings.event or nil
  -- Other settings, other numbers.
  local source = table.concat({ settings.url, event or "", settings.field }, " ")
  if defaults.get "source" ~= source then
    defaults.set("source", source)
    defaults.set("values", json.array {})
  end
  local subscribed, err = subscribe { url = settings.url, event = event }
  if not subscribed then return update_result.failed(err) end
  return update_result.new_data
end

function on_event(events)
  local values = defaults.get "values"
  for _, event in ipairs(events) do
    local value = number(event.data)
    -- NaN and infinity say nothing.
    if value and value == value and math.abs(value) < math.huge then
      if #values == 0 then defaults.set("first", value) end
      values[#values + 1] = value
      if #values > KEPT then table.remove(values, 1) end
    end
  end
  defaults.set("values", values)
  return update_result.new_data
end

local function text(value)
  local digits = math.abs(value) < 1000 and 2 or 0
  local unit = settings.unit and settings.unit ~= "" and " " .. settings.unit or ""
  return format.number(value, { digits = digits }) .. unit
end

function content(context)
  if not settings.url then return ui.text { "Set the address of a stream: --set url=https://...", color = "secondary" } end
  local values, first = defaults.get "values", defaults.get "first"
  local title = settings.title and settings.title ~= "" and settings.title or url.parse(settings.url).host
  if #values == 0 then
    return ui.vstack { align = "leading", ui.text { title, font = "headline" },
      ui.text { "Waiting for the first number", color = "secondary" } }
  end
  local now = values[#values]
  local change = first ~= 0 and (now - first) / math.abs(first) or 0
  local is_large = context.family == "large" or context.family == "extra_large"
  local color = change > 0 and "green" or change < 0 and "red" or "secondary"
  return ui.vstack { align = "leading", spacing = 4,
    ui.text { title, color = "secondary", line_limit = 1 },
    ui.hstack { align = "first_baseline",
      ui.text { text(now), font = "title2", content_transition = "numeric" },
      ui.text { format.percent(change, { digits = 2, sign = "except_zero" }), color = color },
    },
    #values > 1 and ui.chart { type = "spark", values = values, color = color, height = is_large and 180 or 48,
                               accessibility = "From " .. text(values[1]) .. " to " .. text(now) },
  }
end
