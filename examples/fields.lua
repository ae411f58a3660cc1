-- Fields: a shopping list with a text field, and a picker, a slider and a stepper.
widget { name = "Fields", icon = "list.bullet", refresh = "never" }

local items = defaults.get("items", { "Milk", "Bread" })
local typed = ""
local unit = defaults.get("unit", "Metric")
local city = defaults.get("city", "Berlin")
local volume = defaults.get("volume", 0.4)
local people = defaults.get("people", 2)

local function keep(name, value)
  defaults.set(name, value)
  return value
end

function content()
  local rows = {}
  for index, item in ipairs(items) do
    rows[index] = ui.hstack { item, ui.spacer(), ui.button { "Done", on_tap = function()
      table.remove(items, index)
      keep("items", items)
    end } }
  end
  return ui.vstack {
    ui.text_field { label = "Add", placeholder = "Eggs, butter ...",
      on_submit = function(text)
        if text ~= "" then items[#items + 1] = text end
        typed = ""
        keep("items", items)
      end,
      on_change = function(text) typed = text end },
    #typed > 0 and ui.text { #typed, " bytes typed", font = "caption", color = "secondary" },
    rows,
    ui.divider(),
    ui.picker { label = "Units", choices = { "Metric", "Imperial" }, selected = unit, style = "segments",
      on_change = function(choice) unit = keep("unit", choice) end },
    ui.picker { label = "City", choices = { "Berlin", "London", "Tel Aviv" }, selected = city,
      on_change = function(choice) city = keep("city", choice) end },
    ui.slider { label = "Volume", value = volume, on_change = function(value) volume = keep("volume", value) end },
    ui.stepper { label = "People", value = people, from = 1, to = 12,
      on_change = function(value) people = keep("people", value) end },
  }
end
