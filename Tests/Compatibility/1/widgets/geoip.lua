-- Where am I? Facts about this machine's public address, one at a time.
widget {
  name = "GeoIP",
  icon = "location",
  description = "A random fact about your public address.",
  refresh = "1h",
  settings = {
    url = { type = "url", default = "https://ipwho.is/", label = "Service",
            description = "A URL that returns a flat JSON object" },
  },
  permissions = { net = { { setting = "url" } } },
}

math.randomseed(os.time())

local facts = cache.get("facts")    -- a list of { key, value }
local label = cache.get("label")

local function pick()
  local fact = facts[math.random(#facts)]
  return fact.key .. " - " .. fact.value
end

-- The object's strings and numbers, in a stable order.
local function read(object)
  local list = {}
  for key, value in pairs(object) do
    if (type(value) == "string" and value ~= "") or type(value) == "number" then
      list[#list + 1] = { key = key, value = tostring(value) }
    end
  end
  table.sort(list, function(a, b) return a.key < b.key end)
  return list
end

local function retrieve()
  label = label or "Refreshing..."
  redraw()
  local response, err = fetch(settings.url)
  if not response then return false, err end
  if not response.ok then return false, "the service returned status " .. response.status end
  local object, wrong = response:json()
  if not object then return false, wrong end
  local list = type(object) == "table" and read(object) or {}
  if #list == 0 then return false, "the response has no facts" end
  facts = list
  cache.set("facts", facts, "1d")
  return true
end

function perform_update()
  local before = cache.get("label")
  if not facts then
    local ok, err = retrieve()
    if not ok then
      label = nil
      return update_result.failed("An error occurred while retrieving data: " .. tostring(err))
    end
  end
  label = pick()
  if label == before then return update_result.no_data end
  cache.set("label", label)
  return update_result.new_data
end

function margin_insets(default)
  default.right = 10
  default.bottom = 5
  return default
end

-- Shows another fact. Fetches only if there are no facts yet.
local function refresh()
  if not facts then
    local ok, err = retrieve()
    if not ok then
      label = "An error occurred while retrieving data: " .. tostring(err)
      return
    end
  end
  label = pick()
  cache.set("label", label)
end

function content()
  return ui.hstack {
    ui.text { label or "No facts yet", line_limit = 2 },
    ui.spacer(),
    ui.button { "Refresh", icon = "arrow.clockwise", action = refresh },
  }
end
