-- With --redact, views in `private` become bars of the same size, and their controls are disabled.
widget { name = "Account", icon = "lock" }

function perform_update() return update_result.new_data end

function content()
  return ui.vstack {
    ui.text { "Current account", font = "headline" },
    ui.private {
      ui.hstack { ui.text "Balance", ui.spacer(), ui.text { "1 234.56 €", color = "green", weight = "bold" } },
      ui.chart { type = "spark", values = { 3, 5, 4, 6, 7, 6, 8, 9, 7, 8 }, accessibility = "the balance grows" },
      ui.button { "Transfer", action = function() end },
    },
    ui.text { "Updated every hour", color = "secondary", font = "caption" },
  }
end
