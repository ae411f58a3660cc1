-- preferred_size, margin_insets, has_content: requests to the host.
widget { name = "Size", icon = "square" }

function perform_update()
  has_content(true)           -- false hides the widget
  preferred_size(0, 64)       -- a request; 0: the host decides
  return update_result.new_data
end

function margin_insets(default)
  default.left = default.left + 16
  default.bottom = -5         -- becomes 0
  return default
end

function content(context)
  local width, height = preferred_size()
  return ui.vstack {
    ui.text { "Offered: " .. format.number(context.size.width) .. " points wide" },
    ui.text { "Asked for: " .. width .. " x " .. height, color = "secondary" },
  }
end
