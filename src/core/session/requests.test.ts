import { expect, it } from 'vitest'
import type { EventRow } from '#contract/agent-event'
import { openRequests } from './requests.ts'

const row = (event: object): EventRow => ({ id: 1, at: '', turn: 1, ...event }) as EventRow
const asks = (requestId: string) =>
  row({ kind: 'request', requestId, type: 'approval', text: requestId, options: ['allow', 'deny'] })
const answered = (requestId: string) => row({ kind: 'request_resolved', requestId, decision: 'allow', by: 'operator' })
const ids = (rows: readonly EventRow[]) => openRequests(rows).map((request) => request.requestId)

it.each([
  [[], []],
  [[asks('a')], ['a']],
  [
    [asks('a'), asks('b')],
    ['a', 'b'],
  ],
  [[asks('a'), asks('b'), answered('a')], ['b']],
  [[asks('a'), answered('a')], []],
  [[asks('a'), answered('x')], ['a']],
  [[asks('a'), row({ kind: 'turn_end', outcome: 'cancelled', exitCode: null })], []],
  [[asks('a'), asks('a')], ['a']],
] as [EventRow[], string[]][])('%#', (rows, open) => expect(ids(rows)).toEqual(open))
