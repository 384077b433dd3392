/** The keys of `[afk]`, the autonomous loop: the user's alone. Its variables win over them (`core/trip/settings`). */
import { shippedAfk } from '#core/trip/settings'
import type { Row } from './row.ts'

const shipped = shippedAfk

export const afkKeys: readonly Row[] = [
  ['afk.enabled', 'true or false', shipped.enabled, 'The loop takes issues; as shipped it does nothing at all.'],
  [
    'afk.allow',
    'a list of owner/name',
    [...shipped.allow],
    'Repositories whose issues it takes, beside those that were enrolled with `drover afk enrol`.',
  ],
  [
    'afk.ready_label',
    'a label',
    shipped.readyLabel,
    'Given by somebody with write permission, it makes an issue ready.',
  ],
  ['afk.in_progress_label', 'a label', shipped.inProgressLabel, 'Shows people that an agent is at it.'],
  ['afk.human_label', 'a label', shipped.humanLabel, 'Given when a person is needed; such an issue is not taken.'],
  ['afk.budget_usd', 'an amount of US dollars', shipped.budgetUsd, 'What one trip may cost, by what is known.'],
  [
    'afk.fix_forward_max_attempts',
    'a whole number',
    shipped.fixForwardMaxAttempts,
    'Corrective turns after red checks before it is frozen.',
  ],
  [
    'afk.fix_forward_max_seconds',
    'a duration such as 3600 or "1h"',
    shipped.fixForwardMaxSeconds,
    'Time from the first red check until it is frozen, in seconds.',
  ],
  [
    'afk.max_parallel',
    'a whole number of 1 or more',
    shipped.maxParallel,
    'Trips under way at once, one a repository.',
  ],
  [
    'afk.unlabelled_priority',
    'a whole number',
    shipped.unlabelledPriority,
    'Priority of an issue without a `priority:<n>` label.',
  ],
  [
    'afk.deadline',
    'a duration such as 7200 or "2h"',
    shipped.deadlineSeconds,
    'Time until something is pushed; then a person is asked, in seconds.',
  ],
  [
    'afk.ci_deadline',
    'a duration such as 3600 or "1h"',
    shipped.ciDeadlineSeconds,
    'Time that checks may say nothing; then a person is asked, in seconds.',
  ],
  [
    'afk.interval',
    'a duration such as 30 or "1m"',
    shipped.intervalSeconds,
    'How often issues and trips are looked at, in seconds.',
  ],
  [
    'afk.lease',
    'a duration such as 900 or "15m"',
    shipped.leaseSeconds,
    'How long a claim on an issue holds without being renewed; then another daemon may take it.',
  ],
  ['afk.landing', '"pr", "push" or "agent"', shipped.landing, 'How work lands where an enrolment does not say.'],
  ['afk.agent', 'an agent such as "cc" or "codex:model"', shipped.agent, 'Who works, where an enrolment does not say.'],
  [
    'afk.ci',
    'a list of up to three stages',
    [...shipped.ci],
    'Build, deploy, rollout: "checks", "woodpecker <address>", "command <line>" or "probe <address>".',
  ],
  ['afk.executor', '"drover" or "t3"', shipped.executor, 'Where agents work: in sessions here, or at a T3 server.'],
  ['afk.t3.url', 'an address', null, 'The T3 server; its token is DROVER_T3_TOKEN.'],
  ['afk.t3.model', 'the name of a model', null, 'The model it is asked for.'],
]
