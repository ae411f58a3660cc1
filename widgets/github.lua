-- The newest public event of a GitHub user or organisation.
widget {
  name = "GitHub",
  icon = "chevron.left.forwardslash.chevron.right",
  description = "The newest public event of a user or organisation.",
  refresh = "10m",
  settings = {
    user = { type = "string", default = "lua", label = "User or organisation" },
    api = { type = "string", default = "https://api.github.com", label = "API",
            description = "Base URL; allow its host with --allow net=HOST" },
  },
  permissions = { net = { "api.github.com" }, groups = { "group.github" } },
}

local shared = defaults.suite("group.github")   -- shared with the group and `luawidget defaults`
local key = "event." .. settings.user
local event = shared.get(key)

local icons = {
  PushEvent = "arrow.up", PullRequestEvent = "arrow.triangle.pull", IssuesEvent = "exclamationmark.triangle",
  IssueCommentEvent = "text.bubble", WatchEvent = "star", ForkEvent = "arrow.triangle.branch", CreateEvent = "plus",
  DeleteEvent = "minus", ReleaseEvent = "tag", PublicEvent = "lock.open", MemberEvent = "person",
}

function perform_update()
  local response, err = fetch(settings.api .. "/users/" .. settings.user:gsub("[^%w-]", "") .. "/events/public",
    { headers = { Accept = "application/vnd.github+json" }, query = { per_page = 1 } })
  if not response then return update_result.failed(err) end
  if response.status == 404 then return update_result.failed("GitHub knows no user \"" .. settings.user .. "\"") end
  if not response.ok then return update_result.failed("GitHub returned status " .. response.status) end
  local events, wrong = response:json()
  if not events then return update_result.failed(wrong) end
  local newest = events[1]
  if type(newest) ~= "table" then return update_result.failed("GitHub sent no events for " .. settings.user) end
  if event and event.id == newest.id then return update_result.no_data end
  event = {
    id = newest.id, type = newest.type, repository = newest.repo and newest.repo.name or "?",
    actor = newest.actor and newest.actor.login or settings.user, at = date.parse(newest.created_at),
  }
  shared.set(key, event)
  return update_result.new_data
end

-- The icon of the event uses the freed space.
function margin_insets(default)
  default.left = 8
  return default
end

local function more()
  print("would open githubtoday://event/" .. event.id)
end

function content()
  if not event then return ui.activity_indicator { "Looking up " .. settings.user } end
  local words = event.type:gsub("Event$", ""):gsub("(%l)(%u)", "%1 %2")
  return ui.hstack {
    ui.icon { icons[event.type] or "circle", color = "accent" },
    ui.vstack {
      ui.text { event.repository, font = "headline", line_limit = 1 },
      ui.hstack { ui.text { words .. " by " .. event.actor, color = "secondary", line_limit = 1 },
        event.at and ui.date { event.at, style = "relative", color = "secondary" } },
    },
    ui.spacer(),
    ui.button { "More", action = more },
  }
end
