# shellcheck shell=sh
# What a machine must have to build and test cardroom, and how to get it.
#
# Sourced by run, test and bench from the root of the tree. The table below is the one place that knows
# Debian's package names; docs/dependencies.md says why each was chosen.
#
#   setup_need PURPOSE...    makes sure that everything for these purposes is there, installing what is not.
#                            Ends the script with exit code 3 where it cannot.
#
# A check looks for the thing itself, not for its package, so what was installed by other means counts:
#   command:NAME   a program on the PATH          module:NAME   a library that pkg-config knows
#   file:PATH      a file                         clang-runtime what clang links for sanitizers and fuzzing
# Debian numbers the package of the clang runtime after the compiler, so N is filled in once clang is there.

setup_table() {
    cat <<'EOF'
build command:cc            gcc               compiles the program
build file:/usr/include/stdio.h libc6-dev     the headers of the C library
build command:meson         meson             describes the build
build command:ninja         ninja-build       runs the build
build command:pkg-config    pkg-config        finds the libraries
build module:libsodium      libsodium-dev     random numbers and hashes
build module:jansson        libjansson-dev    JSON
build module:yaml-0.1       libyaml-dev       the data of rule documents and offers
build module:libcmark       libcmark-dev      the text of rule documents
build module:sqlite3        libsqlite3-dev    the store in one file
build module:libpq          libpq-dev         the store in a PostgreSQL server
build module:libmicrohttpd libmicrohttpd-dev HTTP
build module:zlib           zlib1g-dev        makes long answers small
build module:gnutls         libgnutls28-dev   TLS; the tests speak it too
build module:libqrencode    libqrencode-dev   QR codes of checkpoints on paper
build module:libcurl        libcurl4-gnutls-dev asks houses over HTTP for a witness
build module:cairo          libcairo2-dev     plots and notices
build module:pangocairo     libpango1.0-dev   sets the type of notices
build file:/usr/share/fonts/truetype/open-sans/OpenSans-Regular.ttf fonts-open-sans the type of notices
build file:/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf fonts-dejavu-core letters that the other lacks
build module:cmocka         libcmocka-dev     unit tests
build command:node          nodejs            builds the pages
build command:npm           npm               fetches what the pages are built with
build command:python3       python3           turns pages and tables into C
bench command:wrk           wrk               a second opinion on how much the server bears
test  file:/usr/lib/postgresql postgresql    the server that the store is tested with
test  file:/usr/lib/python3/dist-packages/nacl python3-nacl verifies signatures of checkpoints
test  command:minisign      minisign          verifies signatures of approvals
test  command:shellcheck    shellcheck        checks the shell scripts
test  command:chromium-headless-shell chromium-headless-shell the browser that the pages are tested in
test  command:clang-format  clang-format      checks the formatting
test  command:clang-tidy    clang-tidy        checks the code
test  command:clang         clang             the second compiler: sanitizers and fuzzing
test  clang-runtime         libclang-rt-N-dev what sanitizers and fuzzing link; N is the version of clang
EOF
}

setup_clang_version() {
    setup_clang=$(readlink -f "$(command -v clang)")
    setup_clang=${setup_clang%/bin/*}
    echo "${setup_clang##*llvm-}"
}

setup_has() {
    case $1 in
    command:*) command -v "${1#command:}" >/dev/null 2>&1 ;;
    file:*) [ -e "${1#file:}" ] ;;
    module:*) pkg-config --exists "${1#module:}" 2>/dev/null ;;
    clang-runtime)
        command -v clang >/dev/null 2>&1 || return 1
        for setup_runtime in "$(clang -print-resource-dir)"/lib/*/libclang_rt.fuzzer*; do
            [ -e "$setup_runtime" ] && return 0
        done
        return 1
        ;;
    esac
}

# Sets setup_missing to the rows of the table that are wanted and not there.
setup_look() {
    setup_missing=
    while read -r setup_purpose setup_check setup_package setup_why; do
        case " $* " in *" $setup_purpose "*) ;; *) continue ;; esac
        setup_has "$setup_check" && continue
        setup_missing="$setup_missing$setup_package $setup_why
"
    done <<EOF
$(setup_table)
EOF
}

setup_packages() {
    printf '%s' "$setup_missing" | while read -r setup_package _; do printf '%s ' "$setup_package"; done
}

setup_cannot() {
    echo "cardroom: $1" >&2
    echo "cardroom: install these by hand and try again: $(setup_packages)" >&2
    exit 3
}

# apt-get as root, with sudo if need be. Without a terminal sudo must not stop to ask for a password.
setup_apt() {
    if [ "$(id -u)" -eq 0 ]; then
        set -- env DEBIAN_FRONTEND=noninteractive apt-get "$@"
    elif [ -t 0 ]; then
        set -- sudo env DEBIAN_FRONTEND=noninteractive apt-get "$@"
    else
        set -- sudo -n env DEBIAN_FRONTEND=noninteractive apt-get "$@"
    fi
    "$@" >>"$setup_log" 2>&1
}

setup_lists_are_there() {
    for setup_list in /var/lib/apt/lists/*_Packages*; do
        [ -e "$setup_list" ] && return 0
    done
    return 1
}

setup_install() {
    echo "cardroom: this machine lacks what these packages bring:" >&2
    printf '%s' "$setup_missing" | while read -r setup_package setup_why; do
        printf '  %-18s %s\n' "$setup_package" "$setup_why" >&2
    done
    command -v apt-get >/dev/null 2>&1 || setup_cannot "there is no apt-get here"
    [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null 2>&1 ||
        setup_cannot "installing needs root, and there is no sudo here"
    echo "cardroom: installing them with apt-get" >&2
    mkdir -p build
    setup_log=build/setup.log
    : >"$setup_log"
    setup_lists_are_there || setup_apt update || true

    # The package of the clang runtime has no number before clang is installed: it waits for the next pass.
    setup_wanted=
    for setup_package in $(setup_packages); do
        case $setup_package in
        *-N-*)
            command -v clang >/dev/null 2>&1 || continue
            setup_package=${setup_package%N*}$(setup_clang_version)${setup_package#*N}
            ;;
        esac
        setup_wanted="$setup_wanted $setup_package"
    done
    # shellcheck disable=SC2086 # a list of package names
    setup_apt install -y --no-install-recommends $setup_wanted && return
    setup_apt update || true
    # shellcheck disable=SC2086
    setup_apt install -y --no-install-recommends $setup_wanted && return
    echo "cardroom: apt-get failed; the end of $setup_log:" >&2
    tail -n 15 "$setup_log" | sed 's/^/  /' >&2
    setup_cannot "the packages could not be installed"
}

setup_need() {
    setup_look "$@"
    [ -n "$setup_missing" ] || return 0
    setup_install
    setup_look "$@"
    case $setup_missing in *-N-*)
        setup_install
        setup_look "$@"
        ;;
    esac
    [ -z "$setup_missing" ] || setup_cannot "the packages are installed, but something is still not found"
}
