# shellcheck shell=bash
# Completion of cardroom's commands, options and names for bash. Source it, or install it with `meson install`.
# Rankings and bets are those that the program itself lists, activities and offers those whose files are there.

_cardroom_rankings() {
    "$1" hand --list 2>/dev/null | sed -n 's/^ *\([a-z0-9][a-z0-9-]*\).*/\1/p'
}

# The targets, or with a target its bets, as the program lists them.
_cardroom_targets() {
    "$1" odds --list 2>/dev/null | sed -n 's/^\([a-z][^ ]*\).*/\1/p'
}

_cardroom_bets() {
    "$1" odds --list 2>/dev/null | sed -n "/^\([a-z0-9-]*\/\)*${2##*/} /,/^\$/s/^  *//p"
}

# The names of files that are two folders deep, without the ending: bay101/aces-cracked. Looks where the program looks,
# as far as the shell can know.
_cardroom_activities() {
    local home file
    for home in . "${CARDROOM_HOME:-.}"; do
        for file in "$home"/rulebooks/*/*.md; do
            [[ -e $file ]] || continue
            file=${file#"$home"/rulebooks/}
            printf '%s\n' "${file%.md}"
        done
        [[ -d $home/rulebooks ]] && return
    done
}

_cardroom_offers() {
    local home file
    for home in . "${CARDROOM_HOME:-.}"; do
        for file in "$home"/houses/*/offers/*.yaml; do
            [[ -e $file ]] || continue
            file=${file#"$home"/houses/}
            file=${file%.yaml}
            printf '%s\n' "${file/offers\//}"
        done
        [[ -d $home/rulebooks ]] && return
    done
}

_cardroom_houses() {
    _cardroom_offers | sed 's|/.*||' | sort -u
}

# The names of games have spaces and apostrophes: they are offered as the shell wants them.
_cardroom_games() {
    local name
    while IFS= read -r name; do
        [[ $name == "$2"* ]] && COMPREPLY+=("$(printf '%q' "$name")")
    done < <("$1" qualify --list-games 2>/dev/null | sed 's/  (.*//')
}

# The reports, as the program lists them.
_cardroom_reports() {
    "$1" report --list 2>/dev/null | sed -n '2,$s/^ *\([a-z]*\) .*/\1/p'
}

# Names of offers alone, and the tables of all houses.
_cardroom_offer_names() {
    _cardroom_offers | sed 's|.*/||' | sort -u
}

_cardroom_tables() {
    local home
    for home in . "${CARDROOM_HOME:-.}"; do
        cat "$home"/houses/*/house.yaml 2>/dev/null | sed -n 's/.*{table: \([^,]*\),.*/\1/p' | sort -u
        [[ -d $home/rulebooks ]] && return
    done
}

# A store is sqlite:FILE or postgresql://... The shell takes the colon for a word of its own.
_cardroom_store() {
    local current=$1 previous=$2
    if [[ $current == : || $previous == : ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "${current#:}")
    elif [[ $current == sqlite:* ]]; then
        mapfile -t COMPREPLY < <(compgen -f -P sqlite: -- "${current#sqlite:}")
    else
        mapfile -t COMPREPLY < <(compgen -W "sqlite: postgresql://" -- "$current")
        compopt -o nospace 2>/dev/null
    fi
}

# cardroom house init, do, show, diff, amend, staff and patrons.
_cardroom_house() {
    local current=$1 previous=$2 words=
    case $previous in
    house) words="init do show diff amend staff patrons --help" ;;
    --house) words=$(_cardroom_houses) ;;
    --by | --second | --from | --at | --ids | --badge) return ;;
    --log-key)
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    *)
        case ${COMP_WORDS[2]:-}/$current in
        init/-*) words="--house --by --at --log-key" ;;
        do/-*) words="--ids --quiet --json --log-key" ;;
        show/-*) words="--json" ;;
        diff/-*) words="--json" ;;
        amend/-*) words="--by --second --from --at --json --log-key" ;;
        staff/-*) words="--by --badge --json" ;;
        patrons/-*) words="--by --json" ;;
        *)
            # The store comes first, then a script or what is shown.
            if ((COMP_CWORD == 3)) || [[ $current == : || $previous == : ]]; then
                _cardroom_store "$current" "$previous"
                return
            fi
            case ${COMP_WORDS[2]:-} in
            do)
                mapfile -t COMPREPLY < <(compgen -f -- "$current")
                return
                ;;
            show) words="house meters hits funds tables hands prizes boards patrons staff offers access program" ;;
            diff | amend)
                mapfile -t COMPREPLY < <(compgen -d -W "$(_cardroom_houses)" -- "$current")
                return
                ;;
            staff) words="list set-password set-pin unlock remove" ;;
            patrons) words="list set-pin unlock remove" ;;
            esac
            ;;
        esac
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}

# cardroom store rebuild and copy.
_cardroom_store_tasks() {
    local current=$1 previous=$2 words=
    if [[ $previous == store ]]; then
        words="rebuild copy --help"
    elif [[ $current == -* ]]; then
        words="--json"
    else
        _cardroom_store "$current" "$previous"
        return
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}

_cardroom() {
    local program=${COMP_WORDS[0]} current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]:-} words=
    local commands="approve audit backup check clauses explain forecast hand help house load mutate odds play post qualify random replay report serve settle simulate store witness"

    if ((COMP_CWORD == 1)); then
        words="$commands --help --version"
    elif [[ $command == help ]]; then
        case $COMP_CWORD:${COMP_WORDS[2]} in
        2:*) words="$commands --help" ;;
        3:house) words="init do show diff amend staff patrons" ;;
        3:store) words="rebuild copy" ;;
        esac
    elif [[ $command == check ]]; then
        case $current in
        -*) words="--json --help" ;;
        *)
            mapfile -t COMPREPLY < <(compgen -d -S / -- "$current"; compgen -f -X '!*.md' -- "$current"
                compgen -f -X '!*.yaml' -- "$current")
            compopt -o nospace 2>/dev/null
            return
            ;;
        esac
    elif [[ $command == house ]]; then
        _cardroom_house "$current" "$previous"
        return
    elif [[ $command == store ]]; then
        _cardroom_store_tasks "$current" "$previous"
        return
    elif [[ $command == backup && $current != -* ]]; then
        # The store comes first, then a file.
        if ((COMP_CWORD == 2)) || [[ $current == : || $previous == : ]]; then
            _cardroom_store "$current" "$previous"
        else
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
        fi
        return
    elif [[ $command =~ ^(audit|explain|forecast|replay)$ && $current != -* ]] &&
        { ((COMP_CWORD == 2)) || [[ $current == : || $previous == : ]]; }; then
        _cardroom_store "$current" "$previous"
        return
    elif [[ $command == audit ]]; then
        case $previous in
        --checkpoint)
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        --vkey) return ;;
        esac
        words="--checkpoint --vkey --json --help"
    elif [[ $command == backup ]]; then
        words="--json --help"
    elif [[ $command == forecast ]]; then
        words="--json --help"
        [[ $current == -* ]] || words=$(_cardroom_offer_names)
    elif [[ $command == explain ]]; then
        case $previous in
        meter | advances) words=$(_cardroom_offer_names) ;;
        account) words="reserve held house administration" ;;
        prize) return ;;
        *)
            words="--all --json --help"
            [[ $current == -* ]] || words="meter account advances prize"
            ;;
        esac
    elif [[ $command == replay ]]; then
        case $previous in
        --from | --until | --patron) return ;;
        --table) words=$(_cardroom_tables) ;;
        --offer) words=$(_cardroom_offer_names) ;;
        *) words="--from --until --table --offer --patron --json --help" ;;
        esac
    elif [[ $command == report && $current != -* ]] &&
        { ((COMP_CWORD == 3)) || [[ $current == : || $previous == : ]]; }; then
        _cardroom_store "$current" "$previous"
        return
    elif [[ $command == report ]]; then
        case $previous in
        --from | --to | --by | --at) return ;;
        --paper) words="letter a4" ;;
        -o)
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        *)
            words="--from --to --csv --pdf --html --json --paper --by --at -o --list --help"
            [[ $current == -* ]] || words=$(_cardroom_reports "$program")
            ;;
        esac
    elif [[ $command == clauses ]]; then
        words="--untested --json --help"
        [[ $current == -* ]] || words=$(_cardroom_activities)
    elif [[ $command == post ]]; then
        case $previous in
        --paper) words="a4 letter sign" ;;
        --page) return ;;
        --house) words=$(_cardroom_houses) ;;
        -o)
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        *)
            words="--html --pdf --png --svg --paper --page --rules --house --approved -o --help"
            if [[ $current != -* ]]; then
                words=$(_cardroom_offers)
                [[ " ${COMP_WORDS[*]} " == *" --rules "* ]] && words+=" $(_cardroom_activities)"
            fi
            ;;
        esac
    elif [[ $command == hand ]]; then
        words="--json --list --symbols --letters --help"
        case $current in
        -*) ;;
        *)
            # A ranking comes first; after cards there may be a second hand.
            local word has_ranking=false
            for word in "${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
                [[ $word == -* ]] || has_ranking=true
            done
            if $has_ranking; then words="vs"; else words=$(_cardroom_rankings "$program"); fi
            ;;
        esac
    elif [[ $command == odds ]]; then
        case $previous in
        --meter | --wager | --magic-rate | --lucky-rate | --free-play | --pace | --rounds | --seed | --chart) return ;;
        --players) words="1 2 3 4 5 6 7 8 9 10" ;;
        --decks) words="1 2 3 4 5 6 7 8" ;;
        --game)
            _cardroom_games "$program" "$current"
            return
            ;;
        --extras) words="2 3 4 5 6 7 8" ;;
        --bet) words=$(_cardroom_bets "$program" "${COMP_WORDS[2]:-}") ;;
        --reading)
            words="unqualified-takes-bonus loss-returns-bonus bonus-needs-win forgive-each-level drop-to-the-letter"
            ;;
        --plot)
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        odds) words="$(_cardroom_activities) $(_cardroom_offers) --list --signature --help" ;;
        *)
            case " $(_cardroom_targets "$program" | tr '\n' ' ')" in
            *[\ /]"${COMP_WORDS[2]:-}"\ *)
                words="--bet --json --plot --meter --wager --players --magic-rate --lucky-rate --reading --free-play"
                words+=" --extras --help"
                ;;
            *) words="--chart --game --players --decks --pace --rounds --seed --json --help" ;;
            esac
            ;;
        esac
    elif [[ $command == serve ]]; then
        case $previous in
        --house) words=$(_cardroom_houses) ;;
        --store | --listen | --speed | --seed | --rate) return ;;
        --tls-cert | --tls-key | --log | --log-key)
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        *) words="--house --store --new --listen --tls-cert --tls-key --proxy --demo --speed --seed --rate --log --log-key --help" ;;
        esac
    elif [[ $command == witness ]]; then
        case $previous in
        --vkey | --name | --every | --timeout) return ;;
        --ca)
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        witness)
            mapfile -t COMPREPLY < <(compgen -d -- "$current")
            [[ $current == -* ]] || return
            ;;
        esac
        words="--vkey --name --ca --every --timeout --once --json --help"
    elif [[ $command == load ]]; then
        case $previous in
        load) words="rounds queries feed hello --help" ;;
        --url) words="http://127.0.0.1:8080" ;;
        --path) words="/api/meters /api/signs /healthz" ;;
        --connections | --clients | --seconds | --rate | --name | --password | --pid) return ;;
        *)
            case ${COMP_WORDS[2]} in
            queries) words="--url --connections --seconds --rate --path --name --password --json" ;;
            feed) words="--url --clients --seconds --pid --name --password --json" ;;
            hello) words="--connections --seconds --rate --json" ;;
            *) words="--url --connections --seconds --rate --name --password --json" ;;
            esac
            ;;
        esac
    elif [[ $command == simulate ]]; then
        case $previous in
        simulate) words="rounds floor --help" ;;
        rounds) words="crazy-4-poker four-card-poker" ;;
        crazy-4-poker | four-card-poker | --seed | --seeds | --days | --commands | --store | --threads) return ;;
        --house) words=$(_cardroom_houses) ;;
        *)
            words="--seed --threads --json"
            [[ ${COMP_WORDS[2]} == floor ]] && words="--seed --seeds --days --commands --store --house --dishonest --json"
            ;;
        esac
    elif [[ $command == mutate ]]; then
        case $previous in
        --jobs | --sample | --seed) return ;;
        --equivalent | --known | --record)
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        *) words="$(_cardroom_activities) --jobs --sample --seed --equivalent --known --record --killed --json --help" ;;
        esac
    elif [[ $command == settle ]]; then
        case $current in
        -*) words="--json --quiet --help" ;;
        *)
            mapfile -t COMPREPLY < <(compgen -d -S / -- "$current"; compgen -f -X '!*.case' -- "$current")
            compopt -o nospace 2>/dev/null
            return
            ;;
        esac
    elif [[ $command == play ]]; then
        case $previous in
        --players | --people) words="1 2 3 4 5 6" ;;
        --rounds | --seed | --ante | --stack | --draw-every) return ;;
        --seats) words="you,best,simple you,best" ;;
        --without) words="queens-up progressive five-card-hand-bonus magic-card lucky-bonus cover-all" ;;
        --table)
            case ${COMP_WORDS[2]:-} in
            crazy*) words="queens-up/A queens-up/B queens-up/C queens-up/D four-card-progressive/A \
                four-card-progressive/B five-card-progressive" ;;
            four*) words="$(echo aces-up/FCP-0{1..7}) progressive/FCPP-1 progressive/FCCP-2 progressive/FCCP-3 \
                progressive/PMG-01 progressive/PMG-02" ;;
            esac
            ;;
        play) words="crazy-4-poker four-card-poker hi-lo --help" ;;
        *) words="--seats --players --people --rounds --seed --ante --stack --table --without --draw-every --clauses \
            --no-colour --help" ;;
        esac
    elif [[ $command == approve ]]; then
        case $previous in
        --key | --public | --verify) mapfile -t COMPREPLY < <(compgen -f -- "$current") && return ;;
        --by | --reference | --on | --confirm | --make-key) return ;;
        --status) words="approved suspended revoked" ;;
        *)
            if [[ $current == -* ]]; then
                words="--key --by --reference --on --replace --status --confirm --make-key --verify --public --help"
            else
                _cardroom_targets "$program" "$current"
                return
            fi
            ;;
        esac
    elif [[ $command == qualify ]]; then
        case $previous in
        --game)
            _cardroom_games "$program" "$current"
            return
            ;;
        --cards | --board | --banker | --beaten-by) return ;;
        *) words="--game --cards --board --banker --beaten-by --json --list-games --help" ;;
        esac
    elif [[ $command == random ]]; then
        case $previous in
        --bytes | --count | --seed | --from) return ;;
        --decks) words="1 2 3 4 5 6 7 8" ;;
        --jokers) words="0 1 2" ;;
        random) words="raw shuffle --help" ;;
        *)
            case ${COMP_WORDS[2]:-} in
            raw) words="--bytes --seed --from --force" ;;
            shuffle) words="--decks --jokers --count --seed --from --text --json --binary --bits --force" ;;
            esac
            ;;
        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}

complete -F _cardroom cardroom
