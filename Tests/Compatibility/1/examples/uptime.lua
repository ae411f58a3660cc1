widget { name = "Load", icon = "cpu", refresh = "30s", permissions = { device = { "load" } } }
local load
function perform_update()
  load = device.load()
  return update_result.new_data
end
function content()
  return ui.hstack { ui.text { "Load" }, ui.spacer(), ui.text { format.number(load.one, { digits = 2 }), font = "headline" } }
end
