/**
 * The doors on the real CLIs: the official `openai` package asks Drover, Drover asks claude-code, codex and opencode, and those
 * ask the scripted model. Each CLI has a world of its own.
 */
import { readFileSync } from 'node:fs'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '#contract/session'
import { onCached } from './cached.ts'
import { cliNamed } from './clis.ts'
import { leftOf, openStage, type Stage } from './stage.ts'

/** Every border between two pieces falls somewhere else: two bytes a letter, four an emoji, several of them one picture. */
const spoken = 'Привет, мир! 🐑🐏🦊 семья 👨‍👩‍👧‍👦 и ёжик 🦔 — всё на месте: «ночь» 🌙 тиха, 10 €'

const configOf = (harness: string): string => `
default_harness = "${harness}"
[personas.hasty]
system = "You have no tools."
timeout = 4
[personas.keeper]
system = "You have no tools."
resume = "history"
`

for (const name of ['claude-code', 'codex', 'opencode']) {
  const cli = cliNamed(name)
  onCached(cli.name, cli.version, (bin) => {
    describe(`the doors of ${cli.name} ${cli.version}`, () => {
      let stage: Stage
      let client: OpenAI
      beforeAll(async () => {
        stage = await openStage(cli, bin, {
          config: configOf(cli.name),
        })
        client = new OpenAI({
          apiKey: readFileSync(`${stage.drover.home}/token`, 'utf8').trim(),
          baseURL: `http://127.0.0.1:${stage.drover.daemon.port}/v1`,
          maxRetries: 0,
        })
      })
      afterAll(() => stage.end())

      const user = (content: string) => ({ role: 'user' as const, content })
      const ask = (content: string, model = 'conversational') =>
        client.chat.completions.create({ model, messages: [user(content)] })
      const textOf = (answer: OpenAI.Chat.ChatCompletion) => answer.choices[0]?.message.content
      const hidden = async (): Promise<readonly Session[]> =>
        (
          await stage.drover.call('GET', '/api/v1/sessions?includePersonas=true&includeTerminated=true&limit=500')
        ).body.sessions.filter((one: Session) => one.persona !== undefined)
      /** The CLI and everything that it started; not the daemon, and not a wrapper that waits for a launch. */
      const agents = () =>
        stage.drover
          .processes()
          .filter(
            ({ pid, command }) =>
              pid !== stage.drover.daemon.pid && command.includes(bin.split('/node_modules/')[0] ?? bin),
          )

      it('chat: one choice, real usage, nothing of it left', async () => {
        const answer = await ask(`hello\nMODEL say ${spoken}`)
        expect(answer).toMatchObject({
          object: 'chat.completion',
          model: 'conversational',
          choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: spoken } }],
        })
        expect(answer.usage?.prompt_tokens).toBeGreaterThan(0)
        expect(answer.usage?.completion_tokens).toBeGreaterThan(0)
        expect(await leftOf(agents)).toEqual([])
      })

      it('is told its persona and is offered no tool that writes', async () => {
        await ask('who\nMODEL say me')
        const told = stage.model.requests.findLast(
          (request) => !request.helper && request.prompt.includes('MODEL say me'),
        )
        expect(JSON.stringify(told?.body ?? {})).toContain('voice assistant')
        await ask('x\nMODEL run echo no > no.txt')
        const [session] = await hidden()
        const results = (await stage.drover.rows(session!.id)).filter((row) => row.kind === 'tool_result')
        expect(results.filter((row) => row.ok)).toEqual([])
      })

      it('streamed chat: Cyrillic and emoji are intact wherever they are cut', async () => {
        const helper = client.chat.completions.stream({
          model: 'conversational',
          messages: [user(`hm\nMODEL say ${spoken}`)],
          stream_options: { include_usage: true },
        })
        const pieces: string[] = []
        helper.on('content', (piece) => pieces.push(piece))
        const final = await helper.finalChatCompletion()
        expect(textOf(final)).toBe(spoken)
        expect(pieces.join('')).toBe(spoken)
        expect(pieces.join('')).not.toMatch(/\uFFFD/)
        expect(final.usage?.total_tokens).toBeGreaterThan(0)
      })

      it('a history is replayed, and a persona that resumes by it sends only what is new', async () => {
        const before = stage.model.requests.length
        const first = await ask('a\nMODEL remember osprey', 'keeper')
        const answer = await client.chat.completions.create({
          model: 'keeper',
          messages: [
            user('a\nMODEL remember osprey'),
            { role: 'assistant', content: textOf(first) ?? '' },
            user('MODEL recall'),
          ],
        })
        expect(textOf(answer)).toBe('recalled osprey')
        const prompts = stage.model.requests
          .slice(before)
          .filter(({ helper }) => !helper)
          .map(({ prompt }) => prompt.trim())
        expect(prompts.at(-1)).toBe('MODEL recall')
      })

      it('responses: goes on from previous_response_id, streamed and not', async () => {
        const first = await client.responses.create({ model: 'conversational', input: 'a\nMODEL remember kestrel' })
        expect(first).toMatchObject({ status: 'completed', output_text: 'ok' })
        const second = await client.responses.create({
          model: 'conversational',
          input: 'MODEL recall',
          previous_response_id: first.id,
        })
        expect(second.output_text).toBe('recalled kestrel')
        const helper = client.responses.stream({
          model: 'conversational',
          input: `MODEL say ${spoken}`,
          previous_response_id: second.id,
        })
        expect((await helper.finalResponse()).output_text).toBe(spoken)
      })

      it('conversational: a second turn knows the first', async () => {
        const speak = async (message: string) => {
          const answer = await fetch(`${client.baseURL}/conversational`, {
            method: 'POST',
            headers: { authorization: `Bearer ${client.apiKey}` },
            body: JSON.stringify({ session_id: 'кухня', message }),
          })
          return answer.json()
        }
        expect(await speak('MODEL remember heron')).toEqual({ session_id: 'кухня', reply: 'ok' })
        expect(await speak('MODEL recall')).toEqual({ session_id: 'кухня', reply: 'recalled heron' })
      })

      it('models: personas and agents', async () => {
        const names: string[] = []
        for await (const model of client.models.list()) names.push(model.id)
        expect(names).toEqual(expect.arrayContaining(['conversational', 'hasty', cli.name]))
      })

      it.each([true, false])('abort (stream: %s): its processes are gone within 2 s', async (stream) => {
        const abort = new AbortController()
        const words = `${stream} wait\nMODEL stall`
        const asked = client.chat.completions
          .create({ model: 'conversational', stream, messages: [user(words)] } as never, { signal: abort.signal })
          .then(async (answer) => {
            for await (const _ of answer as unknown as AsyncIterable<unknown>);
          })
        const over = asked
          .then(() => abort.signal.throwIfAborted())
          .then(
            () => 'answered',
            () => 'aborted',
          )
        await stage.model.seen(({ prompt, helper }) => !helper && prompt.includes(`${stream} wait`))
        expect(agents().length).toBeGreaterThan(0)
        const from = performance.now()
        abort.abort()
        expect(await over).toBe('aborted')
        expect(await leftOf(agents)).toEqual([])
        expect(performance.now() - from).toBeLessThan(2_000)
      })

      it('a timeout is 503, and in a stream an error frame', async () => {
        await expect(ask('x\nMODEL stall', 'hasty')).rejects.toMatchObject({ status: 503 })
        const stream = await client.chat.completions.create({
          model: 'hasty',
          stream: true,
          messages: [user('y\nMODEL stall')],
        })
        const reading = (async () => {
          for await (const _ of stream);
        })()
        await expect(reading).rejects.toThrow(/agent timed out/)
        expect(await leftOf(agents)).toEqual([])
      })

      it('what the provider refuses is 503 with its reason, in a stream an error frame', async () => {
        await expect(ask('x\nMODEL fail 401')).rejects.toMatchObject({ status: 503 })
        const stream = await client.chat.completions.create({
          model: 'conversational',
          stream: true,
          messages: [user('y\nMODEL fail 400')],
        })
        const reading = (async () => {
          for await (const _ of stream);
        })()
        await expect(reading).rejects.toThrow(/./)
      })

      it('at the end nothing runs and no session of a door lives', async () => {
        expect(await leftOf(agents)).toEqual([])
        await expect
          .poll(async () => (await hidden()).filter((one) => one.phase !== 'ended'), { timeout: 30_000 })
          .toEqual([])
        expect((await stage.drover.call('GET', '/health')).body).toMatchObject({ active: 0, queued: 0 })
        expect(stage.touched()).toEqual([])
      })
    })
  })
}
