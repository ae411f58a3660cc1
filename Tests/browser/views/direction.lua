-- Right to left.
widget { name = "كيوان", icon = "calendar" }

function content()
  return ui.vstack { layout_direction = "right_to_left", spacing = 8,
    ui.hstack { ui.icon "bell.fill", ui.text "مرحبا", ui.spacer(), ui.text "12:30" },
    ui.hstack { ui.text "القيمة", ui.spacer(), ui.text { "71 %", weight = "semibold" } },
    ui.progress { 0.3 },
    ui.toggle { "تنبيهات", on = true, action = function() end },
    ui.grid { columns = { "auto", "flex" }, ui.text "أ", ui.text "1", ui.text "ب", ui.text "2" },
    ui.button { "إرسال", action = function() end },
  }
end
