-- base64 and hash: for signed requests and small binary data.
widget { name = "Encodings", icon = "number" }

function perform_update() return update_result.new_data end

function content()
  local _, err = base64.decode("not base64!")
  return ui.vstack { align = "leading",
    ui.text { base64.encode("user:password") },
    ui.text { base64.decode("aGVsbG8=") },
    ui.text { err, color = "secondary" },
    ui.text { hash.sha256("abc"):sub(1, 16), monospaced = true },
    ui.text { hash.sha1("abc"):sub(1, 16), monospaced = true },
    ui.text { hash.md5("abc"):sub(1, 16), monospaced = true },
    ui.text { hash.hmac_sha256("key", "The quick brown fox jumps over the lazy dog"):sub(1, 16), monospaced = true },
  }
end
