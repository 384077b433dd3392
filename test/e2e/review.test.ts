/**
 * A review over the API and the shell: live parts, a turn's own changes, odd files, comments that gather, and a message that
 * is sent exactly once, over a crash too.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Review, ReviewChanges, SentReview } from '#contract/review'
import { ok, type World, world } from '#test/support/world'

let w: World
beforeAll(async () => {
  w = await world({ repo: { 'README.md': '# A\n', 'a.txt': 'one\ntwo\nthree\n', 'gone.txt': 'x\n' } })
  await w.addProject()
})
afterAll(() => w.end())

const at = (id: string, rest = '') => `/api/v1/sessions/${id}/review${rest}`
const changes = async (id: string, view = 'all'): Promise<ReviewChanges> =>
  (await ok<{ changes: ReviewChanges }>(w.call('GET', at(id, `/changes?view=${encodeURIComponent(view)}`)))).changes
const review = async (id: string): Promise<Review> => (await ok<{ review: Review }>(w.call('GET', at(id)))).review
const comment = (id: string, body: object) => w.call('POST', at(id, '/comments'), body)
const paths = ({ files }: ReviewChanges) => files.map((file) => file.path).sort()
const patchOf = async (id: string, query: Record<string, string>): Promise<string> =>
  (await ok<{ diff: { patch: string } }>(w.call('GET', `/api/v1/sessions/${id}/diff?${new URLSearchParams(query)}`)))
    .diff.patch
const idle = (id: string, turn: number) =>
  w.until(id, (one) => one.status === 'idle' && one.turn?.n === turn && one.turn.state === 'completed')
const saved = async (id: string, turn: number): Promise<void> => {
  await idle(id, turn)
  await w.until(id, (one) => one.filesChanged !== null)
}
const userWords = async (id: string): Promise<string[]> =>
  (await w.rows(id)).flatMap((row) => (row.kind === 'user' ? [row.text] : []))

describe('what is looked at', () => {
  it('is live while the agent works, told apart by part, by turn and by commit', async () => {
    const { id, workspace } = await w.spawn(
      '@write first.txt 1\n@commit first work\n@write second.txt 2\n@say wrote\n@hang',
    )
    await w.row(id, (row) => row.kind === 'text')
    const git = (...args: string[]) => execFileSync('git', args, { cwd: workspace ?? '', encoding: 'utf8' })
    writeFileSync(join(workspace ?? '', 'staged.txt'), 's\n')
    git('add', 'staged.txt')
    const now = await changes(id)
    expect(paths(now)).toEqual(['first.txt', 'second.txt', 'staged.txt'])
    expect(now.parts).toEqual({
      committed: { files: 1, additions: 1, deletions: 0 },
      staged: { files: 1, additions: 1, deletions: 0 },
      uncommitted: { files: 1, additions: 1, deletions: 0 },
    })
    expect(Object.fromEntries(now.files.map((file) => [file.path, file.parts]))).toEqual({
      'first.txt': ['committed'],
      'second.txt': ['uncommitted'],
      'staged.txt': ['staged'],
    })
    expect(paths(await changes(id, 'committed'))).toEqual(['first.txt'])
    expect(paths(await changes(id, 'staged'))).toEqual(['staged.txt'])
    const loose = await changes(id, 'uncommitted')
    expect(loose.files).toMatchObject([{ path: 'second.txt', status: 'added', additions: 1 }])
    expect(await patchOf(id, { view: 'uncommitted', file: 'second.txt' })).toContain('+2')
    const [only] = now.commits
    expect(now.commits.map(({ subject }) => subject)).toEqual(['first work'])
    expect(paths(await changes(id, `commit:${only?.hash}`))).toEqual(['first.txt'])
    await ok(w.call('POST', `/api/v1/sessions/${id}/cancel`, {}))
    await w.until(id, (one) => one.filesChanged === 3)
    await ok(w.call('POST', `/api/v1/sessions/${id}/send`, { message: '@write third.txt 3\n@append first.txt more' }))
    await idle(id, 2)
    await w.until(id, (one) => one.filesChanged === 4)
    const second = await changes(id, 'turn:2')
    expect(paths(second)).toEqual(['first.txt', 'third.txt'])
    expect(second.files.find((file) => file.path === 'first.txt')).toMatchObject({ status: 'modified', additions: 1 })
    expect(paths(await changes(id, 'turn:1'))).toEqual(['first.txt', 'second.txt', 'staged.txt'])
    expect(second.turns.map(({ n }) => n)).toEqual([1, 2])
    const cli = await w.cli(['session', 'diff', id, '--view', 'turn:2', '--stat'])
    expect([cli.code, cli.stdout.includes('third.txt'), cli.stdout.includes('second.txt')]).toEqual([0, true, false])
    // The branch is reset under the reader: what is gone is said, the rest is there.
    git('reset', '-q', '--hard', 'HEAD~1')
    git('reflog', 'expire', '--expire=now', '--all')
    expect((await changes(id)).commits).toEqual([])
    for (const view of ['turn:9', `commit:${'0'.repeat(40)}`, 'nonsense'])
      expect((await w.call('GET', at(id, `/changes?view=${view}`))).body.code).toBe(
        { t: 'TURN_NOT_FOUND', c: 'BASE_REF_NOT_FOUND', n: 'INVALID_QUERY' }[view[0]!],
      )
  })

  it('holds odd names and odd files, each readable by itself, and opens none that leads out', async () => {
    const { id, workspace } = await w.spawn('@write plain.txt p')
    await saved(id, 1)
    const dir = workspace ?? ''
    const put = (name: string, content: string | Buffer) => {
      mkdirSync(join(dir, name, '..'), { recursive: true })
      writeFileSync(join(dir, name), content)
    }
    const odd = [
      'new\nline.txt',
      'tab\there.txt',
      'say "x".txt',
      '<script>alert(1)</script>.txt',
      'ünï/日本.txt',
      '-dash',
      ':(top)x',
      '*',
    ]
    for (const name of odd) put(name, `in ${JSON.stringify(name)}\n`)
    put('crlf.txt', 'one\r\ntwo\r\n')
    put('no-end.txt', 'without end')
    put('pic.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]))
    symlinkSync('/etc/passwd', join(dir, 'link.png'))
    symlinkSync('/etc', join(dir, 'folder'))
    chmodSync(join(dir, 'a.txt'), 0o755)
    rmSync(join(dir, 'gone.txt'))
    // Two gigabytes that take no room on the disk: told, not read.
    writeFileSync(join(dir, 'huge.bin'), '')
    truncateSync(join(dir, 'huge.bin'), 2 * 1024 ** 3)
    const all = await changes(id)
    expect(paths(all)).toEqual(
      [
        ...odd,
        'a.txt',
        'crlf.txt',
        'folder',
        'gone.txt',
        'huge.bin',
        'link.png',
        'no-end.txt',
        'pic.png',
        'plain.txt',
      ].sort(),
    )
    const one = (path: string) => all.files.find((file) => file.path === path)
    expect(one('huge.bin')).toMatchObject({ additions: null, skipped: { why: 'too_large' } })
    expect(one('pic.png')).toMatchObject({ binary: true })
    expect(one('gone.txt')).toMatchObject({ status: 'deleted' })
    for (const name of odd) {
      const patch = await patchOf(id, { file: name })
      expect([name, patch.match(/^diff --git/gm)?.length, patch.includes(`+in ${JSON.stringify(name)}`)]).toEqual([
        name,
        1,
        true,
      ])
    }
    expect(await patchOf(id, { file: 'crlf.txt' })).toContain('+one\r\n')
    expect(await patchOf(id, { file: 'no-end.txt' })).toContain('\\ No newline at end of file')
    expect(await patchOf(id, { file: 'a.txt' })).toContain('new mode 100755')
    expect(await patchOf(id, { file: 'huge.bin' })).toBe('')
    const bytes = await w.call('GET', at(id, '/file?file=pic.png'))
    expect([bytes.status, bytes.headers['content-type'], bytes.headers['x-content-type-options']]).toEqual([
      200,
      'image/png',
      'nosniff',
    ])
    expect((await w.call('GET', at(id, '/file?file=link.png'))).text).toBe('/etc/passwd')
    for (const file of ['../../x', '/etc/passwd', 'folder/passwd', '.git/config', 'huge.bin', 'gone.txt', 'a\0b'])
      expect([file, (await w.call('GET', at(id, `/file?file=${encodeURIComponent(file)}`))).body.code]).toEqual([
        file,
        'FILE_NOT_FOUND',
      ])
    expect((await w.call('GET', at(id, '/file?file=gone.txt&side=old'))).text).toBe('x\n')
    // A rename is one when its old name is told, and viewed holds until the difference is another.
    execFileSync('git', ['mv', 'README.md', 'READ.md'], { cwd: dir })
    const moved = (await changes(id)).files.find((file) => file.path === 'READ.md')
    expect(moved).toMatchObject({ status: 'renamed', oldPath: 'README.md' })
    expect(await patchOf(id, { file: 'READ.md', oldFile: 'README.md' })).toContain('rename from README.md')
    const mark = one('crlf.txt')!.mark
    await ok(w.call('POST', at(id, '/viewed'), { path: 'crlf.txt', mark, viewed: true }))
    const viewed = async () => (await changes(id)).files.find((file) => file.path === 'crlf.txt')?.viewed
    expect(await viewed()).toBe(true)
    put('crlf.txt', 'one\r\ntwo, changed\r\n')
    expect(await viewed()).toBe(false)
  })
})

describe('comments', () => {
  it('gather in a draft, say where their lines went, and become one message, once', async () => {
    const { id, workspace } = await w.spawn(
      '@write code.txt alpha line\n@append code.txt beta line\n@append code.txt gamma line',
    )
    await saved(id, 1)
    const file = join(workspace ?? '', 'code.txt')
    writeFileSync(file, 'alpha line\nbeta line\ngamma line\n')
    const shell = await w.cli(['session', 'comment', id, 'code.txt:2', 'Rename', 'beta', '--json'])
    expect([shell.code, JSON.parse(shell.stdout).comment.quote]).toEqual([0, 'beta line'])
    for (const [where, code] of [
      ['code.txt:9', 'FILE_NOT_FOUND'],
      ['none.txt:1', 'FILE_NOT_FOUND'],
      ['code.txt', 'USAGE'],
    ] as const)
      expect((await w.cli(['session', 'comment', id, where, 'x', '--json'])).stderr).toContain(code)
    const mine = { id: 'mine', path: 'code.txt', line: 1, endLine: 1, quote: 'alpha line', body: 'First' }
    expect((await comment(id, mine)).status).toBe(200)
    await ok(comment(id, { ...mine, body: 'First, said again' }))
    await ok(comment(id, { path: 'code.txt', line: 3, quote: 'gamma line', body: 'Drop it' }))
    await ok(w.call('PATCH', at(id), { note: 'Nearly there.' }))
    expect((await comment(id, { ...mine, id: 'empty', body: ' ' })).body.code).toBe('INVALID_QUERY')
    expect((await w.call('DELETE', at(id, '/comments/none'))).body.code).toBe('COMMENT_NOT_FOUND')
    // The agent writes on: one line moved, one was rewritten.
    writeFileSync(file, 'new line\nalpha line\nbeta line\nGAMMA\n')
    const draft = await review(id)
    expect(draft.comments.map(({ body, place, nowLine }) => [body, place, nowLine])).toEqual([
      ['Rename beta', 'moved', 3],
      ['First, said again', 'moved', 2],
      ['Drop it', 'changed', null],
    ])
    // Over a restart.
    await w.stop('keep')
    await w.start()
    expect((await review(id)).comments).toHaveLength(3)
    expect((await w.call('POST', at(id, '/send'), { rev: draft.rev - 1 })).body.code).toBe('REVIEW_CHANGED')
    const key = { headers: { 'idempotency-key': 'send-once' } }
    const first = await ok<SentReview>(w.call('POST', at(id, '/send'), { rev: draft.rev }, key))
    expect(first.delivery.state).toBe('started')
    const again = await ok<SentReview>(w.call('POST', at(id, '/send'), { rev: draft.rev }, key))
    expect(again.delivery).toEqual(first.delivery)
    expect((await w.call('POST', at(id, '/send'), {})).body.code).toBe('REVIEW_EMPTY')
    await idle(id, 2)
    const words = await userWords(id)
    expect(words).toHaveLength(2)
    expect(words[1]).toBe(first.message)
    for (const part of [
      'Nearly there.',
      'code.txt, line 1 (moved since: now line 2)',
      '```\nbeta line\n```\nRename beta',
      'has changed since',
    ])
      expect(words[1]).toContain(part)
    expect(await review(id)).toMatchObject({ comments: [], note: '', sent: 1 })
    // A session that has ended keeps its draft.
    await ok(comment(id, mine))
    await ok(w.call('POST', `/api/v1/sessions/${id}/kill`, {}))
    const refused = await w.cli(['review', id, '--send'])
    expect([refused.code, refused.stderr.includes('SESSION_ENDED')]).toEqual([1, true])
    expect((await review(id)).comments).toHaveLength(1)
  })

  it.each(['send:committed', 'review:sent'])('a daemon that dies at %s has sent it once', async (point) => {
    const { id } = await w.spawn('@write code.txt alpha')
    await saved(id, 1)
    await ok(comment(id, { path: 'code.txt', line: 1, quote: 'alpha', body: '@say heard' }))
    const told = await w.cli(['review', id, '--no-open', '--json'])
    expect(JSON.parse(told.stdout).url).toMatch(new RegExp(`/sessions/${id}/review#code=`))
    await w.crash()
    await w.start({ DROVER_FAULT: point })
    const answered = w.call('POST', at(id, '/send'), {}).catch(() => undefined)
    await w.gone()
    await answered
    await w.start()
    expect((await w.call('POST', at(id, '/send'), {})).body.code).toBe('REVIEW_EMPTY')
    await w.turnEnd(id, 2)
    expect((await userWords(id)).filter((text) => text.includes('@say heard'))).toHaveLength(1)
  })
})
