#!/bin/sh
# Tests that setup.sh finds what is missing and gives the right answer on machines that differ from this one. Each machine is
# a folder of programs that is alone on the PATH, with stand-ins for apt-get, sudo and id. Prints TAP.
set -u

cd "$(dirname "$0")/.." || exit 3
setup=$(pwd)/tools/setup.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
number=0

# A machine with everything for a build, where one is root and apt-get does its work. Every call of it is recorded.
machine() {
    machine=$scratch/machine
    rm -rf "$machine"
    mkdir -p "$machine/bin"
    for program in sh cat env readlink tail sed mkdir ln; do
        ln -s "$(command -v "$program")" "$machine/bin/$program"
    done
    for program in cc meson ninja pkg-config node npm python3; do
        stand_in "$program" 'exit 0'
    done
    stand_in id 'echo 0'
    stand_in apt-get "echo \"\$*\" >>'$machine/calls'"
    : >"$machine/calls"
}

stand_in() {
    printf '#!/bin/sh\n%s\n' "$2" >"$machine/bin/$1"
    chmod +x "$machine/bin/$1"
}

# apt-get that brings the program $1.
apt_brings() {
    stand_in apt-get "echo \"\$*\" >>'$machine/calls'
case \"\$*\" in *install*) ln -s /bin/true '$machine/bin/$1' ;; esac"
}

# Runs setup on the machine; sets code and leaves the output in $machine/said.
setup() {
    code=0
    (
        cd "$machine" || exit 1
        PATH=$machine/bin
        # shellcheck source=tools/setup.sh
        . "$setup"
        setup_need "$@"
    ) >"$machine/said" 2>&1 </dev/null || code=$?
}

# expect WORDS COMMAND...  is one case.
expect() {
    number=$((number + 1))
    words=$1
    shift
    if "$@" >/dev/null 2>&1; then
        echo "ok $number - $words"
    else
        echo "not ok $number - $words"
        sed 's/^/# /' "$machine/said" "$machine/calls"
    fi
}

said() {
    grep -q -e "$1" "$machine/said"
}

called() {
    grep -q -e "$1" "$machine/calls"
}

code_is() {
    [ "$code" -eq "$1" ]
}

echo "1..18"

machine
setup build
expect "with nothing missing it succeeds" code_is 0
expect "and says nothing" test ! -s "$machine/said"
expect "and calls no apt-get" test ! -s "$machine/calls"

machine
rm "$machine/bin/meson"
apt_brings meson
setup build
expect "what is missing is installed" code_is 0
expect "and named with its purpose" said "meson  *describes the build"
expect "only that is installed" called "^install -y --no-install-recommends meson$"

machine
rm "$machine/bin/meson" "$machine/bin/apt-get"
setup build
expect "without apt-get the exit code is 3" code_is 3
expect "and the package is named, to be installed by hand" said "by hand.*: meson"

machine
rm "$machine/bin/meson"
stand_in id 'echo 1000'
setup build
expect "without root and sudo the exit code is 3" code_is 3
expect "and that is the reason given" said "there is no sudo"

machine
rm "$machine/bin/meson"
apt_brings meson
stand_in id 'echo 1000'
stand_in sudo "echo \"sudo \$*\" >>'$machine/calls'; [ \"\$1\" = -n ] && shift; exec \"\$@\""
setup build
expect "without root sudo installs" code_is 0
expect "and does not ask for a password where nobody can answer" called "^sudo -n "

machine
rm "$machine/bin/meson"
stand_in apt-get "echo \"\$*\" >>'$machine/calls'; echo 'no such package'; exit 100"
setup build
expect "a failed installation ends with exit code 3" code_is 3
expect "after the lists were brought up to date" called "^update"
expect "and shows the end of the log" said "no such package"

machine
rm "$machine/bin/meson"
setup build
expect "an installation that brings nothing is noticed" code_is 3

machine
for program in minisign shellcheck clang-format clang-tidy chromium-headless-shell; do stand_in "$program" 'exit 0'; done
mkdir -p "$machine/llvm-77/bin" "$machine/resources/lib/linux"
stand_in apt-get "echo \"\$*\" >>'$machine/calls'
case \"\$*\" in
*install*clang-rt-77-dev*) : >'$machine/resources/lib/linux/libclang_rt.fuzzer-x86_64.a' ;;
*install*clang*) printf '#!/bin/sh\necho $machine/resources\n' >'$machine/llvm-77/bin/clang'
    '$(command -v chmod)' +x '$machine/llvm-77/bin/clang'
    ln -s '$machine/llvm-77/bin/clang' '$machine/bin/clang' ;;
esac"
setup build test
expect "the runtime of clang follows once clang is there" code_is 0
expect "in the version that clang has" called "libclang-rt-77-dev"
