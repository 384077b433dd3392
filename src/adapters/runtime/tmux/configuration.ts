/** The configuration of the tmux server of a home: no surprises, no keys that end anything, nothing that leaves the screen. */

/** Lines of what scrolled away that each terminal keeps. */
export const historyLines = 2000
/** What a program may take the terminal for. */
export const terminalName = 'tmux-256color'

/** `-q`: an option that this version does not have is left out. */
export const configuration = (): string => `# Written by Drover at each start; changes are lost.
set -s set-clipboard off
set -s escape-time 10
set -s buffer-limit 20
set -s message-limit 50
set -s exit-empty on
set -s exit-unattached off
set -s default-terminal ${terminalName}
set -g default-shell /bin/sh
set -g update-environment ''
set -g status off
set -g set-titles off
set -g mouse off
set -g bell-action none
set -g visual-bell off
set -g destroy-unattached off
set -g history-limit ${historyLines}
set -gq allow-passthrough off
set -wg window-size latest
set -wg remain-on-exit on
set -wgq remain-on-exit-format ' The agent has ended. This is what it left on the screen. '
set -wg monitor-activity off
set -wg monitor-bell off
set -wg automatic-rename off
set -wg allow-rename off
# Keys are the agent's. After the prefix: away from it, back in what scrolled away, the prefix itself.
unbind -a -T root
unbind -a -T prefix
set -g prefix C-b
bind -T prefix d detach-client
bind -T prefix [ copy-mode
bind -T prefix C-b send-prefix
`
