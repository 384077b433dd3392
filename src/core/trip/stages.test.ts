/** Stages as people write them: what each comes to, and what is refused with a reason. */
import { describe, expect, it } from 'vitest'
import { readStage, stagesOf } from './stages.ts'

describe('stages', () => {
  it.each([
    ['checks', { kind: 'checks' }],
    [' woodpecker https://ci.example.com ', { kind: 'woodpecker', url: 'https://ci.example.com' }],
    ['command ./rolled out.sh --x', { kind: 'command', command: './rolled out.sh --x' }],
    ['probe https://app.example.com/version', { kind: 'probe', url: 'https://app.example.com/version' }],
    [
      'probe http://a/b expect={short} fail=boom',
      { kind: 'probe', url: 'http://a/b', expect: '{short}', fail: 'boom' },
    ],
  ])('%s', (words, spec) => expect(readStage(words)).toEqual({ ok: true, spec }))

  it.each(['', 'jenkins', 'checks x', 'woodpecker', 'woodpecker ftp://x', 'command', 'probe', 'probe https://a wat=1'])(
    '%j is refused',
    (words) => expect(readStage(words)).toMatchObject({ ok: false, error: expect.stringContaining('ci: ') }),
  )
  it('keeps the order', () =>
    expect(stagesOf(['checks', 'command a']).map(({ kind }) => kind)).toEqual(['checks', 'command']))
})
