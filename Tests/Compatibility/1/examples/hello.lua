-- The smallest widget.
function perform_update() return update_result.new_data end

function content() return ui.text { "Hello from Lua" } end
