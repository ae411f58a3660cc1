-- A widget with a setting.
widget {
  name = "Settings", icon = "gearshape", refresh = "never",
  settings = { title = { type = "string", default = "Default", label = "Title" } },
}

function perform_update() return update_result.new_data end

function content() return ui.text { settings.title, font = "headline" } end
