-- Activity rings: three circular progresses on top of each other.
widget { name = "Activity", icon = "figure.run", families = { "small", "medium", "large", "circular" } }

local goals = {
  { name = "Move", value = 412, goal = 520, unit = "kcal", color = "pink" },
  { name = "Exercise", value = 34, goal = 30, unit = "min", color = "green" },
  { name = "Steps", value = 9, goal = 12, unit = "k", color = "teal" },
}

local function rings(size)
  local views = {}
  for i, goal in ipairs(goals) do
    local side = size * (1.28 - 0.28 * i)
    views[i] = ui.progress {
      math.min(1, goal.value / goal.goal), shape = "circle", color = goal.color, width = side, height = side,
      accessibility = string.format("%s: %d of %d %s", goal.name, goal.value, goal.goal, goal.unit) }
  end
  return ui.zstack(views)
end

local function numbers()
  local cells = {}
  for _, goal in ipairs(goals) do
    cells[#cells + 1] = ui.text { goal.name, font = "subheadline", color = "secondary", line_limit = 1 }
    cells[#cells + 1] = ui.text { { tostring(goal.value), weight = "semibold" }, "/" .. goal.goal .. " " .. goal.unit,
      color = goal.color, font = "subheadline", line_limit = 1 }
  end
  return ui.grid { columns = { "auto", { width = "auto", align = "trailing" } }, spacing = 8, cells }
end

function content(context)
  local family = context.family or context.display_mode == "compact" and "medium" or nil
  if family == "circular" then return rings(56) end
  if family == "small" then return ui.vstack { align = "center", max_width = math.huge, rings(100) } end
  if family == "large" then
    return ui.vstack { align = "center", max_width = math.huge, ui.spacer(), rings(184), ui.spacer(), numbers(), ui.spacer() }
  end
  return ui.hstack { spacing = 24, rings(100), numbers() }
end
