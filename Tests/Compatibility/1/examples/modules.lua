-- require: modules in the widget's folder, here modules/greetings.lua.
local greetings = require "greetings"

function perform_update() return update_result.new_data end

function content(context) return ui.text { greetings.hello(context.locale) } end
