/** Keys of the daemon, in the user's file only: its address, limits, retention, what rings, its log. */
import { defaultNotifyKinds } from '#contract/notify'
import { megabyte, type Row } from './row.ts'

/** Where the daemon listens unless somebody says otherwise. */
export const defaultPort = 4180

export const daemonKeys: readonly Row[] = [
  ['server.host', 'an address', '127.0.0.1', 'Address the daemon listens on.'],
  ['server.port', 'a port from 0 to 65535', defaultPort, 'Port; 0 picks a free one. DROVER_PORT wins.'],
  ['server.trusted_proxy.peer', 'an address', null, 'Address of a proxy whose identity header is believed.'],
  ['server.trusted_proxy.header', 'the name of a header', null, 'Header in which that proxy names the person.'],
  ['server.allow_insecure_bind', 'true or false', false, 'Listen beyond this machine without TLS.'],
  ['server.tls_cert', 'a path', null, 'Certificate file (PEM).'],
  ['server.tls_key', 'a path', null, 'Key file (PEM).'],
  ['server.allowed_hosts', 'a list of host names', [], 'Host names accepted beside loopback.'],
  [
    'limits.daily_usd',
    'an amount of US dollars above 0',
    null,
    'What all projects together may cost a day; else as budget.daily_usd.',
  ],
  ['limits.max_sessions', 'a whole number of 1 or more', 1000, 'Ceiling for max_sessions of every project.'],
  [
    'limits.max_running_turns',
    'a whole number of 1 or more',
    null,
    'Turns of all sessions that may run at once; others wait in their order.',
  ],
  [
    'limits.min_free_memory',
    'a size such as "512MB"',
    256 * megabyte,
    'Launches wait while less memory is free, in bytes.',
  ],
  [
    'limits.min_free_disk',
    'a size such as "512MB"',
    512 * megabyte,
    'Launches wait while less disk is free, in bytes.',
  ],
  ['retention.snapshots_days', 'a number of days', 30, 'Keeps snapshots of ended sessions so long; 0: for ever.'],
  ['retention.changes_days', 'a number of days', 90, 'Keeps the change log so long; 0: for ever.'],
  ['retention.events_days', 'a number of days', 0, 'Keeps events of ended sessions so long; 0: for ever.'],
  [
    'notify.kinds',
    'a list of kinds, such as ["question", "failed", "done"]',
    [...defaultNotifyKinds],
    'What rings, where a place does not say otherwise; an empty list: nothing.',
  ],
  [
    'notify.url',
    'an address such as "https://desk.tailnet.ts.net"',
    null,
    'The cockpit as your phone reaches it: what rings links there.',
  ],
  ['notify.allow_loopback_push', 'true or false', false, 'For tests: pages may name a push service on this machine.'],
  ['notify.to.*.type', '"slack", "ntfy", "webhook" or "desktop"', null, 'What kind of place it is.'],
  ['notify.to.*.url', 'an address that begins with https:// or http://', null, 'Where it is; a desktop has none.'],
  ['notify.to.*.secret', 'a text', null, 'Webhook: signs each message (X-Drover-Signature, HMAC-SHA256).'],
  ['notify.to.*.token', 'a text', null, 'ntfy: the access token.'],
  ['notify.to.*.kinds', 'a list of kinds, such as ["question", "failed", "done"]', null, 'What rings at this place.'],
  [
    'editor.open',
    'a link such as "vscode://file{path}:{line}", or a program such as "code"',
    'vscode://file{path}:{line}',
    'How a workspace opens in your editor: a link that the page follows, or a program of the daemon’s machine; empty: not at all.',
  ],
  ['log.level', 'debug, info, warn or error', 'info', 'What daemon.log holds.'],
]
