-- A text for the clipboard: of the terminal, the browser or the desktop, wherever you tap.
widget { name = "Clipboard", refresh = "1h", permissions = { clipboard = true } }

local code = "482 913"
local problem, copied

local function copy()
  local ok, err = clipboard.write((code:gsub(" ", "")))
  copied, problem = ok, err
end

function content()
  return ui.vstack {
    ui.text { "Your code", color = "secondary" },
    ui.text { code, font = "title", monospaced = true },
    ui.button { copied and "Copied" or "Copy", icon = copied and "checkmark" or "doc.on.doc", action = copy },
    problem and ui.text { problem.message, font = "footnote", color = "red" },
  }
end
