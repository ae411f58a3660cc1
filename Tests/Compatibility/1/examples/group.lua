-- defaults.suite: values shared by the widgets of a group. Run it together with another widget of the same group.
widget { name = "Group", icon = "person.2", permissions = { groups = { "group.examples" } } }

local shared = defaults.suite("group.examples")
shared.register { turns = 0 }

function perform_update()
  shared.set("turns", shared.get("turns") + 1)
  shared.set("last", "group.lua")
  return update_result.new_data
end

function content()
  return ui.text { format.ordinal(shared.get("turns")) .. " turn, the last one by " .. (shared.get("last") or "no one") }
end
