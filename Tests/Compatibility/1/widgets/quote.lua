-- Quote of the day. Another program puts the quotes into the group's shared container.
-- Until then, you see those in this widget's folder.
widget {
  name = "Quote",
  icon = "quote.opening",
  description = "One quote a day, the same all day.",
  refresh = { cron = "0 0 * * *" },
  settings = {
    file = { type = "string", default = "quotes.json", label = "File",
             description = "In the widget's folder, if the container has no quotes.json: { text, author, source } each" },
  },
  permissions = { groups = { "group.quotes" } },
}

local height = defaults.get("height", 0)   -- of the last quote; reserved, so the content below doesn't move
if height > 0 then preferred_size(0, height) end

local quote

-- Returns a list of quotes; nil if there are none; nil and the reason if they can't be read.
local function load_quotes()
  local list, err
  local bytes = container("group.quotes"):read("quotes.json")
  if bytes then
    list, err = json.decode(bytes)
    if err then return nil, "quotes.json of group.quotes: " .. tostring(err) end
  else
    local response = fetch(settings.file)
    list = response and response:json()
  end
  if type(list) ~= "table" or #list == 0 then return nil end
  for index, found in ipairs(list) do
    if type(found) ~= "table" or type(found.text) ~= "string" or type(found.author) ~= "string" then
      return nil, "quote " .. index .. " needs text and author"
    end
  end
  return list
end

function perform_update()
  local quotes, err = load_quotes()
  if err then return update_result.failed(err) end
  if not quotes then
    if defaults.get("day") == "none" then return update_result.no_data end
    defaults.set("day", "none")
    return update_result.new_data
  end
  local today = os.date("%Y-%m-%d")
  -- The day number selects the quote, so it changes at midnight.
  local day = os.time { year = tonumber(today:sub(1, 4)), month = tonumber(today:sub(6, 7)), day = tonumber(today:sub(9, 10)) }
  quote = quotes[day // 86400 % #quotes + 1]
  local mark = today .. quote.text
  if defaults.get("day") == mark then return update_result.no_data end
  defaults.set("day", mark)
  return update_result.new_data
end

function content(context)
  if not quote then
    return ui.vstack {
      ui.text { "No quotes yet", font = "headline" },
      ui.text { "Add some: luawidget container put group.quotes quotes.json FILE", color = "secondary" },
    }
  end
  if context.family == "inline" then return ui.text { "“" .. quote.text .. "” " .. quote.author } end
  -- About 8 points per character and 16 per line.
  local columns = math.max(10, context.size.width // 8 - 4)
  height = 16 * (math.ceil(utf8.len(quote.text) / columns) + 2)
  defaults.set("height", height)
  preferred_size(0, 0)
  return ui.vstack {
    ui.text { "“" .. quote.text .. "”", font = "body", italic = true },
    ui.text { quote.author, font = "headline" },
    quote.source and ui.text { quote.source, font = "caption", color = "secondary" },
  }
end
