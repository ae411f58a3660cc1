-- require: modules of the widget's own folder, modules/greetings.lua here.
local greetings = require "greetings"

function perform_update() return update_result.new_data end

function content(context) return ui.text { greetings.hello(context.locale) } end
