-- A view that never changes, to compare with the painter's.
widget { name = "Still", icon = "star.fill", refresh = "never" }

function perform_update() return update_result.new_data end

function content()
  return ui.vstack {
    ui.text { "The painter draws this", font = "headline" },
    ui.progress { 0.4 },
    ui.hstack {
      ui.label { "Fine", icon = "checkmark.circle", color = "green" }, ui.spacer {},
      ui.button { "A button", action = function() end },
    },
  }
end
