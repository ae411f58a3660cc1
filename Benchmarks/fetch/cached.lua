-- Times fetches of stored responses, one by one and in total. run.py replaces ADDRESS, URLS, SOURCE and MODE.
widget { name = "Cached", permissions = { net = { "ADDRESS" } } }

local ROUNDS = 400
local report

local function url(i) return "http://ADDRESS/small?" .. i % URLS end

local function ask(i)
  local response = assert(fetch(url(i), { cache = "MODE" }))
  assert(response.source == SOURCE and #response.body == 1024, response.source)
end

function perform_update()
  for i = 1, URLS do assert(fetch(url(i))) end
  local began = date.now()
  for i = 1, ROUNDS do ask(i) end
  local whole = date.now() - began
  -- Reading the clock is a host call too; its time is subtracted.
  began = date.now()
  for _ = 1, ROUNDS do date.now() end
  local clock = (date.now() - began) / ROUNDS
  local times = {}
  for i = 1, ROUNDS do
    local before = date.now()
    ask(i)
    times[i] = date.now() - before - clock
  end
  table.sort(times)
  report = string.format("%.9f %.9f %.9f %.9f", whole / ROUNDS, times[ROUNDS // 2], times[ROUNDS * 99 // 100], clock)
  return update_result.new_data
end

function content() return ui.text { report } end
