-- Shows the last link.
widget { name = "Links", url_schemes = { "luawidget-test" } }

function perform_update() return update_result.no_data end

function on_open(url) defaults.set("url", url) end

function content() return ui.text { defaults.get "url" or "none" } end
