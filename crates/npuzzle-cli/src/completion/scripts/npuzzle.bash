_npuzzle() {
    local line
    COMPREPLY=()
    # Line by line: a name such as `a*` is not to become the files that begin with an a.
    while IFS= read -r line; do
        COMPREPLY+=("$line")
    done < <(NPUZZLE_COMPLETE=bash npuzzle -- "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
    # Behind what goes on, such as `korf:` or a folder, comes no blank.
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=:/\(,] ]]; then
        compopt -o nospace 2>/dev/null
    fi
}
complete -o nosort -F _npuzzle npuzzle 2>/dev/null || complete -F _npuzzle npuzzle
