-- Opens a file with the recipe of docs/editors.md, waits for diagnostics, applies a code action, waits for them to go.
local wait = function(count)
  return vim.wait(60000, function() return #vim.diagnostic.get(0) == count end, 50)
end
vim.cmd("filetype on")
dofile("recipe.lua")
vim.cmd("edit " .. vim.env.TARGET)
local before = tonumber(vim.env.COUNT)
print("came " .. tostring(wait(before)))
for _, each in ipairs(vim.diagnostic.get(0)) do
  print(("at %d:%d %s %s"):format(each.lnum + 1, each.col + 1, each.code or each.user_data.lsp.code, each.source))
end
local first = vim.diagnostic.get(0)[1]
vim.api.nvim_win_set_cursor(0, { first.lnum + 1, first.col })
local params = vim.lsp.util.make_range_params()
params.context = { diagnostics = {}, only = { "quickfix" } }
for _, answer in pairs(vim.lsp.buf_request_sync(0, "textDocument/codeAction", params, 60000)) do
  for _, action in ipairs(answer.result or {}) do
    if action.title:find("ignore on this line", 1, true) then
      vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
      print("line " .. vim.api.nvim_buf_get_lines(0, first.lnum, first.lnum + 1, true)[1])
      break
    end
  end
end
print("gone " .. tostring(wait(before - 1)))
vim.cmd("qa!")
