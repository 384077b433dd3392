/** Real CLIs that wait for a conversation: the process that was there answers, and its conversation is gone on with by id. */
import { readFileSync } from 'node:fs'
import OpenAI from 'openai'
import { describe, expect } from 'vitest'
import type { Session } from '#contract/session'
import { awaited } from '../support/awaited.ts'
import { caseOn } from './cached.ts'
import { cliNamed } from './clis.ts'
import type { Stage } from './stage.ts'

const config = (harness: string): string => `
default_harness = "${harness}"
[personas.swift]
system = "You have no tools. The codeword of your role is avocet."
warm = 1
`

const playing = async ({ drover }: Stage): Promise<readonly Session[]> =>
  (
    await drover.call('GET', '/api/v1/sessions?includePersonas=true&includeTerminated=true&limit=500')
  ).body.sessions.filter((one: Session) => one.persona !== undefined)

async function waiting(stage: Stage, but?: string): Promise<Session> {
  const look = async (): Promise<Session> => {
    for (;;) {
      const found = (await playing(stage)).find(
        ({ phase, turn, launch, id }) => phase === 'live' && turn === null && launch?.pid != null && id !== but,
      )
      if (found !== undefined) return found
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  return awaited('one to wait', look(), 60_000)
}

async function answers(stage: Stage): Promise<void> {
  const client = new OpenAI({
    apiKey: readFileSync(`${stage.drover.home}/token`, 'utf8').trim(),
    baseURL: `http://127.0.0.1:${stage.drover.daemon.port}/v1`,
    maxRetries: 0,
  })
  const ask = (input: string, previous?: string) =>
    client.responses.create({
      model: 'swift',
      input,
      ...(previous === undefined ? {} : { previous_response_id: previous }),
    })
  const one = await waiting(stage)
  const first = await ask('a\nMODEL remember osprey')
  expect(first.output_text).toBe('ok')
  const used = (await playing(stage)).find(({ id }) => id === one.id)
  expect(used).toMatchObject({ turn: { n: 1 } })
  const other = await waiting(stage, one.id)
  expect((await ask('MODEL recall', first.id)).output_text).toBe('recalled osprey')
  // Nothing of it is known to whoever waited beside it, who is told the persona all the same.
  expect((await ask('b\nMODEL recall')).output_text).toBe('recalled nothing')
  await waiting(stage, other.id)
  expect((await ask('c\nMODEL role')).output_text).toBe('role avocet')
  expect(stage.touched()).toEqual([])
}

describe('a CLI that waits for a conversation', () => {
  for (const name of ['claude-code', 'codex'])
    caseOn(cliNamed(name), 'answers, once, and is gone on with', answers, { config: config(name) })
})
