-- Quote of the day, from a file that another program maintains.
widget {
  name = "Quote",
  icon = "quote.opening",
  description = "One quote a day, the same all day.",
  refresh = { cron = "0 0 * * *" },
  settings = {
    file = { type = "string", default = "quotes.json", label = "File",
             description = "In the widget's folder: a list of { text, author, source }" },
  },
}

local height = defaults.get("height", 0)   -- of the last quote; reserved, so that the content below does not move
if height > 0 then preferred_size(0, height) end

local quote

local function load_quotes()
  local response = fetch(settings.file)
  local list = response and response:json()
  return type(list) == "table" and #list > 0 and list or nil
end

function perform_update()
  local quotes = load_quotes()
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
  if not quote then return ui.text { "Please launch Totem at least once before using this widget", color = "secondary" } end
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
