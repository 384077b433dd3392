/** Programs by what a guard knows of them: those that change nothing, shells, and interpreters that hide what they do. */
import { wordSet } from './guard-facts.ts'

export const shells = wordSet(`
  sh bash dash zsh ksh ash mksh rbash yash
`)

/** Other shells have other grammars: nothing of them is read here. */
export const foreignShells = wordSet(`
  fish csh tcsh pwsh powershell nu xonsh elvish
`)

/** They take programs of their own languages, by option or by input. */
export const interpreters = wordSet(`
  awk bun deno gawk java julia lua mawk nawk node nodejs osascript perl php python python2 python3 R Rscript
  ruby tclsh tsx ts-node
`)

/** They would do their work later and elsewhere, where nobody watches. */
export const deferring = wordSet(`
  at batch crontab systemd-run
`)

/** They read, compute or print, and write nothing but their output. */
export const harmless = wordSet(`
  : [ ack ag alias apropos arch b2sum base32 base64 basename bat bc bg break cal cat cksum clear cmp column comm
  continue cut date dc df diff dig dirname dirs disown drover du echo egrep exa expand
  expr eza factor false fc fd fg fgrep file fmt fold free getconf getent grep groups hash head help hexdump
  history host hostname id info jobs join jq kill less locale logname look ls lsof man md5sum more nl nm nproc
  nslookup numfmt objdump od paste pgrep ping pkill popd pr printenv printf ps pwd readelf readlink realpath
  return rev rg seq set sha1sum sha256sum sha512sum shift shopt shuf size sleep ss stat strings stty sum suspend
  tac tail test times top tput tr tree true tsort tty type ulimit umask unalias uname unexpand uptime users
  vmstat w wait wc whatis whereis which who whoami yes zcat zgrep
`)

/** They run texts that are words of theirs, on this machine. */
export const carriers = wordSet('flock screen script su tmux watch xterm')

/** An argument that names one of these may be a command inside another program's words. */
export const worthALook = new Set([...shells, 'git', 'gh', 'glab', 'hub', 'eval', 'env', 'sudo', 'rm'])
