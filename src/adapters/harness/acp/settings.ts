/**
 * What a new session offers to choose from: models and modes, in the protocol's old and new shape. Owns finding the
 * request that makes a choice; null where the agent offers no such thing.
 */
import { asFields, type Fields, fieldsIn, listIn, textIn } from '../line-json.ts'
import type { Calls } from './wire.ts'

export type Choice =
  | { readonly method: 'session/set_mode'; readonly params: Calls['session/set_mode'] }
  | { readonly method: 'session/set_model'; readonly params: Calls['session/set_model'] }
  | { readonly method: 'session/set_config_option'; readonly params: Calls['session/set_config_option'] }

/** What the session told at its opening; plain JSON. */
export interface Offer {
  readonly models: readonly Offered[]
  readonly model: string | null
  readonly modelOption: string | null
  readonly modes: readonly Offered[]
  readonly mode: string | null
  readonly modeOption: string | null
}

interface Offered {
  readonly id: string
  readonly name: string
}

const offered = (list: unknown, idKey: string): readonly Offered[] =>
  listIn(list)
    .map(fieldsIn)
    .flatMap((one) => {
      // Options may come in groups.
      if (Array.isArray(one.options)) return offered(one.options, idKey)
      const id = textIn(one[idKey])
      return id === null ? [] : [{ id, name: textIn(one.name) ?? id }]
    })

export function offerOf(result: Fields): Offer {
  const options = listIn(result.configOptions).map(fieldsIn)
  const option = (category: string): Fields | null =>
    options.find((one) => one.category === category || (one.category === undefined && one.id === category)) ?? null
  const [model, mode] = [option('model'), option('mode')]
  const models = asFields(result.models)
  const modes = asFields(result.modes)
  return {
    models: model === null ? offered(models?.availableModels, 'modelId') : offered(model.options, 'value'),
    model: model === null ? textIn(models?.currentModelId) : textIn(model.currentValue),
    modelOption: textIn(model?.id),
    modes: mode === null ? offered(modes?.availableModes, 'id') : offered(mode.options, 'value'),
    mode: mode === null ? textIn(modes?.currentModeId) : textIn(mode.currentValue),
    modeOption: textIn(mode?.id),
  }
}

/** null: already so. 'unknown': the agent lists its models and this is none of them. */
export function modelChoice(sessionId: string, offer: Offer, wanted: string): Choice | 'unknown' | null {
  const found = offer.models.find(({ id, name }) => id === wanted || name === wanted)
  if (found === undefined) return 'unknown'
  if (found.id === offer.model) return null
  return offer.modelOption === null
    ? { method: 'session/set_model', params: { sessionId, modelId: found.id } }
    : { method: 'session/set_config_option', params: { sessionId, configId: offer.modelOption, value: found.id } }
}

/** `plan` is the word most agents use for a mode that changes nothing. */
const words = { readOnly: /(^|[#/-])(plan|read-?only)$/i, asking: /(^|[#/])default$/i }

export function modeChoice(sessionId: string, offer: Offer, kind: keyof typeof words): Choice | 'none' | null {
  const found = offer.modes.find(({ id }) => words[kind].test(id))
  if (found === undefined) return 'none'
  if (found.id === offer.mode) return null
  return offer.modeOption === null
    ? { method: 'session/set_mode', params: { sessionId, modeId: found.id } }
    : { method: 'session/set_config_option', params: { sessionId, configId: offer.modeOption, value: found.id } }
}
