-- The newest public event of a GitHub user or organisation.
widget {
  name = "GitHub",
  icon = "chevron.left.forwardslash.chevron.right",
  description = "The newest public event of a user or organisation.",
  refresh = "10m",
  settings = {
    user = { type = "string", default = "lua", label = "User or organisation" },
    api = { type = "url", default = "https://api.github.com", label = "API", description = "Base URL" },
  },
  url_schemes = { "githubtoday" },
  permissions = { net = { { setting = "api" } }, groups = { "group.github" }, open_url = { "githubtoday" } },
}

local shared = defaults.suite("group.github")   -- shared with the group and `luawidget defaults`
local key = "event." .. settings.user
local event = shared.get(key)
local opened                                    -- the event of a link: { id, ... } or { id, problem }

local icons = {
  PushEvent = "arrow.up", PullRequestEvent = "arrow.triangle.pull", IssuesEvent = "exclamationmark.triangle",
  IssueCommentEvent = "text.bubble", WatchEvent = "star", ForkEvent = "arrow.triangle.branch", CreateEvent = "plus",
  DeleteEvent = "minus", ReleaseEvent = "tag", PublicEvent = "lock.open", MemberEvent = "person",
}

-- The newest events. Returns a list, or nil and the reason.
local function fetch_events(count)
  local response, err = fetch(settings.api .. "/users/" .. settings.user:gsub("[^%w-]", "") .. "/events/public",
    { headers = { Accept = "application/vnd.github+json" }, query = { per_page = count } })
  if not response then return nil, err end
  if response.status == 404 then return nil, "GitHub knows no user \"" .. settings.user .. "\"" end
  if not response.ok then return nil, "GitHub returned status " .. response.status end
  local events, wrong = response:json()
  if not events then return nil, wrong end
  if type(events[1]) ~= "table" then return nil, "GitHub sent no events for " .. settings.user end
  return events
end

local function read(found)
  local payload = found.payload or {}
  local subject = payload.pull_request or payload.issue or payload.release or (payload.commits or {})[1] or {}
  return {
    id = found.id, type = found.type, repository = found.repo and found.repo.name or "?",
    actor = found.actor and found.actor.login or settings.user, at = found.created_at and date.parse(found.created_at),
    title = subject.title or subject.name or subject.message,
  }
end

function perform_update()
  local events, err = fetch_events(1)
  if not events then return update_result.failed(err) end
  if event and event.id == events[1].id then return update_result.no_data end
  event = read(events[1])
  shared.set(key, event)
  return update_result.new_data
end

-- githubtoday://event/42 shows that event, even if it isn't the newest any more.
function on_open(url)
  local id = url:match "^githubtoday://event/(%w+)$"
  if not id then return end
  if event and event.id == id then
    opened = event
    return
  end
  local events, err = fetch_events(100)
  opened = { id = id, problem = tostring(err or "GitHub no longer lists the event " .. id) }
  for _, found in ipairs(events or {}) do
    if found.id == id then opened = read(found) end
  end
end

-- The event's icon uses the freed space.
function margin_insets(default)
  default.left = math.max(8, default.left - 30)
  return default
end

local function more()
  open_url("githubtoday://event/" .. event.id)
end

local function words(shown)
  return (shown.type:gsub("Event$", ""):gsub("(%l)(%u)", "%1 %2"))
end

-- A link's event in full.
local function details()
  if opened.problem then return ui.label { opened.problem, icon = "exclamationmark.triangle", color = "secondary" } end
  return ui.vstack { spacing = 4,
    ui.label { opened.repository, icon = icons[opened.type] or "circle", font = "headline" },
    opened.title and ui.text { opened.title },
    ui.text { words(opened) .. " by " .. opened.actor, color = "secondary" },
    opened.at and ui.date { opened.at, style = "relative", color = "secondary" },
    ui.hstack {
      ui.link { "Show on GitHub", url = "https://github.com/" .. opened.repository }, ui.spacer(),
      ui.button { "Back", action = function() opened = nil end },
    },
  }
end

function content()
  if opened then return details() end
  if not event then return ui.activity_indicator { "Looking up " .. settings.user } end
  return ui.hstack {
    ui.icon { icons[event.type] or "circle", color = "accent" },
    ui.vstack {
      ui.text { event.repository, font = "headline", line_limit = 1 },
      ui.hstack { ui.text { words(event) .. " by " .. event.actor, color = "secondary", line_limit = 1 },
        event.at and ui.date { event.at, style = "relative", color = "secondary" } },
    },
    ui.spacer(),
    ui.button { "More", action = more },
  }
end
