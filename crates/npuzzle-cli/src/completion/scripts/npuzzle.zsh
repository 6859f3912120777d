#compdef npuzzle
_npuzzle() {
    local -a lines whole open
    local line value entry
    lines=("${(@f)$(NPUZZLE_COMPLETE=zsh npuzzle -- "${(@Q)words[1,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
    for line in $lines; do
        value=${line%%$'\t'*}
        entry="${value//:/\\:}:${line#*$'\t'}"
        # Behind what goes on, such as `korf:` or a folder, comes no blank.
        if [[ $value == *[=:/\(,] ]]; then
            open+=("$entry")
        elif [[ -n $value ]]; then
            whole+=("$entry")
        fi
    done
    (( $#whole )) && _describe -V 'npuzzle' whole
    (( $#open )) && _describe -V 'npuzzle' open -S ''
}
compdef _npuzzle npuzzle
