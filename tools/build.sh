# shellcheck shell=sh
# Configures and builds. Sourced by run, test and bench from the root of the tree, after setup.sh.
#
#   build_folder FOLDER OPTION...    configures FOLDER with these options of meson, unless it already is,
#                                    and builds everything in it.
#
# All builds are kept below build/: build itself holds the program, build/sanitize the same with clang and
# the sanitizers, build/fuzz the fuzz targets.

# The stamp names the tree and the options for which a folder was configured.
build_configure() {
    build_where=$1
    shift
    build_wanted="$(pwd) $*"
    build_stamp=$build_where/configured-as
    if [ -f "$build_where/build.ninja" ] && [ -f "$build_stamp" ] &&
        read -r build_found <"$build_stamp" && [ "$build_found" = "$build_wanted" ]; then
        return 0
    fi
    echo "configuring $build_where"
    mkdir -p "$build_where"
    build_log=$build_where/configure.log
    rm -f "$build_stamp"
    if [ -f "$build_where/build.ninja" ]; then
        set -- --reconfigure "$@"
    fi
    if ! meson setup "$build_where" "$@" >"$build_log" 2>&1; then
        tail -n 20 "$build_log" >&2
        echo "cardroom: $build_where could not be configured; 'rm -r $build_where' starts afresh" >&2
        return 1
    fi
    echo "$build_wanted" >"$build_stamp"
}

build_folder() {
    build_configure "$@" || return 1
    # Shows all failures, not only the first; nothing if there are none.
    if [ -t 1 ]; then
        ninja -C "$1" -k 0 --quiet
    else
        build_output=$(ninja -C "$1" -k 0 --quiet 2>&1) || {
            printf '%s\n' "$build_output" >&2
            return 1
        }
    fi
}

build_release() {
    build_folder build --buildtype=release
}
