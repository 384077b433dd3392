/** Talking to a persona: who there is, what is held, words with an id of this page's own. */
import type { Talk, TalkSaid } from '#contract/talk'
import { ask } from './call.ts'

const at = (persona: string) => ({ path: { persona } })

export const listTalks = async (): Promise<readonly Talk[]> => (await ask('get', '/api/v1/talk')).talks
export const getTalk = async (persona: string): Promise<Talk> =>
  (await ask('get', '/api/v1/talk/{persona}', at(persona))).talk
export const sayToPersona = (persona: string, body: { message: string; id: string }): Promise<TalkSaid> =>
  ask('post', '/api/v1/talk/{persona}/say', { ...at(persona), body })
export const endTalk = async (persona: string): Promise<Talk> =>
  (await ask('post', '/api/v1/talk/{persona}/new', { ...at(persona), body: {} })).talk
