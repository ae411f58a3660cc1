-- Without content(), the widget shows the lines printed by the update.
function perform_update()
  for row = 1, 3 do print(("*"):rep(row)) end
  return update_result.new_data
end

function margin_insets(default)
  default.left = 24
  return default
end
