complete --erase --command npuzzle
complete --keep-order --exclusive --command npuzzle --arguments "(NPUZZLE_COMPLETE=fish npuzzle -- (commandline --current-process --tokenize --cut-at-cursor) (commandline --cut-at-cursor --current-token) 2>/dev/null)"
