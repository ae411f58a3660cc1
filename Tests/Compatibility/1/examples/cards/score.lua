-- A match.
widget { name = "Champions League", icon = "soccerball", families = { "small", "medium", "large", "inline" } }

local home, away = { "Union", "FCU", 2, "red" }, { "Porto", "POR", 1, "blue" }
local events = { { 17, "Gosens", "FCU" }, { 44, "Taremi", "POR" }, { 78, "Behrens", "FCU" } }

local statistics = { { "Possession", "54 %", "46 %" }, { "Shots", 14, 9 }, { "Corners", 6, 3 } }

local function crest(team, side)
  return ui.zstack { ui.text { "", width = side, height = side, background = team[4], corner_radius = side / 2 },
    ui.text { team[2], font = { size = side * 0.3, weight = "bold" }, color = "#ffffff" } }
end

local function team(side, club)
  local name = ui.text { club[1], font = "subheadline", weight = "medium", line_limit = 1 }
  return ui.vstack { align = "center", crest(club, side), name }
end

local function score(size)
  return ui.vstack { align = "center", spacing = 2, priority = 1,
    ui.text { home[3], " : ", away[3], font = { size = size, weight = "bold", design = "rounded" }, line_limit = 1 },
    ui.text { "82'", font = "footnote", weight = "semibold", color = "green" } }
end

function content(context)
  local family = context.family or context.display_mode == "compact" and "medium" or nil
  if family == "inline" then
    return ui.hstack { ui.icon "soccerball", ui.text { home[2], " ", home[3], " : ", away[3], " ", away[2], " 82'" } }
  elseif family == "small" then
    return ui.vstack { spacing = 8, align = "center", max_width = math.huge,
      ui.hstack { crest(home, 36), ui.spacer(), crest(away, 36) }, score(30) }
  end
  local match = ui.hstack { team(56, home), ui.spacer(), score(40), ui.spacer(), team(56, away) }
  if family == "medium" then return ui.vstack { max_width = math.huge, max_height = math.huge, align = "center", match } end
  local rows = {}
  for i, event in ipairs(events) do
    rows[i] = ui.hstack { ui.icon { "soccerball", color = "secondary", font = "footnote" }, ui.text { event[2] },
      ui.text { event[3], color = "secondary", font = "footnote" }, ui.spacer(), ui.text { event[1], "'", tabular = true } }
  end
  local comparison = {}
  for _, line in ipairs(statistics) do
    comparison[#comparison + 1] = ui.text { line[2], tabular = true }
    comparison[#comparison + 1] = ui.text { line[1], color = "secondary" }
    comparison[#comparison + 1] = ui.text { line[3], tabular = true }
  end
  local columns = { "auto", { width = "flex", align = "center" }, { width = "auto", align = "trailing" } }
  return ui.vstack { spacing = 10, match, ui.divider(), rows, ui.divider(),
    ui.grid { columns = columns, spacing = 6, font = "subheadline", comparison } }
end
