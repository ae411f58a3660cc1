-- env, run, notify and open_url: each needs a permission, asked for once in a terminal.
widget {
  name = "System",
  icon = "gearshape",
  permissions = { env = { "HOME" }, run = { "date" }, notify = true, open_url = { "https" } },
}

local line = "Nothing yet"

function perform_update() return update_result.new_data end

local function home() line = env.get("HOME") or "not set" end

local function today()
  local result, err = run { "date", "+%A" }
  line = result and result.stdout or err.message
end

local function remind()
  local shown, err = notify { title = "Tea", body = "It is ready.", id = "tea" }
  line = shown and "Shown" or err.message
end

local function manual() open_url("https://www.lua.org/manual/5.4/") end

function content()
  return ui.vstack { align = "leading",
    ui.text { line, line_limit = 1 },
    ui.hstack { ui.button { "Home", action = home }, ui.button { "Day", action = today } },
    ui.hstack { ui.button { "Remind", action = remind }, ui.button { "Manual", action = manual } },
  }
end
