/**
 * Reads the request bodies of four wire protocols into one shape: the tools on offer and the turns so far. Owns nothing
 * about what the model answers.
 */

/** Request bodies are other people's JSON: looked at field by field, never trusted to have a shape. */
export type Loose = { readonly [key: string]: unknown }

export interface Tool {
  readonly name: string
  /** function, custom, local_shell … in the protocol's own word. */
  readonly kind: string
  readonly namespace?: string
  readonly schema: Loose
}

export interface Turn {
  readonly role: 'user' | 'assistant'
  readonly text: string
  /** Tool results that this turn carries. */
  readonly results: number
}

export interface Conversation {
  readonly model: string
  readonly stream: boolean
  readonly system: string
  readonly tools: readonly Tool[]
  readonly turns: readonly Turn[]
  /** The answer must be JSON of this schema (helper requests). */
  readonly schema?: Loose
}

export const loose = (value: unknown): Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {}
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const word = (value: unknown, fallback = ''): string => (typeof value === 'string' ? value : fallback)

const blocksOf = (content: unknown): readonly Loose[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : list(content).map(blockOf)
const blockOf = (block: unknown): Loose => (typeof block === 'string' ? { type: 'text', text: block } : loose(block))
const textOf = (content: unknown): string =>
  blocksOf(content)
    .map((block) => word(block.text))
    .filter((text) => text !== '')
    .join('\n')

/** CLIs glue user messages together, so each block of a user message counts as a turn of its own. */
function turnsOf(role: unknown, blocks: readonly Loose[], isResult: (block: Loose) => boolean): readonly Turn[] {
  if (role === 'assistant' || role === 'model') return [{ role: 'assistant', text: textOf(blocks), results: 0 }]
  return blocks
    .map((block) => ({
      role: 'user' as const,
      text: isResult(block) ? '' : word(block.text),
      results: isResult(block) ? 1 : 0,
    }))
    .filter((turn) => turn.text !== '' || turn.results > 0)
}

export function fromAnthropic(body: Loose): Conversation {
  // Newer CLIs put messages of role "system" between the others: not the user's words, unless they quote them.
  const messages = list(body.messages)
    .map(loose)
    .map((message) => (message.role === 'system' ? quotedWords(message) : message))
    .filter((message) => message.role !== 'system')
  return {
    model: word(body.model),
    stream: body.stream === true,
    system: textOf(body.system),
    tools: list(body.tools)
      .map(loose)
      .map((tool) => ({
        name: word(tool.name),
        kind: word(tool.type, 'function'),
        schema: loose(tool.input_schema),
      })),
    turns: messages.flatMap((message) =>
      turnsOf(message.role, blocksOf(message.content), (block) => block.type === 'tool_result'),
    ),
  }
}

/** How Claude Code tells its model what the user said while a turn ran. */
function quotedWords(message: Loose): Loose {
  const said = /^The user sent a new message while you were working:\n([\s\S]*?)\n\n/.exec(textOf(message.content))?.[1]
  return said === undefined ? message : { role: 'user', content: said }
}

export function fromChat(body: Loose): Conversation {
  const messages = list(body.messages).map(loose)
  const isSystem = (message: Loose): boolean => message.role === 'system' || message.role === 'developer'
  const schema = loose(loose(body.response_format).json_schema).schema
  return {
    model: word(body.model),
    stream: body.stream === true,
    system: messages
      .filter(isSystem)
      .map((message) => textOf(message.content))
      .join('\n'),
    tools: list(body.tools)
      .map(loose)
      .map((tool) => {
        const called = loose(tool.function)
        return { name: word(called.name, word(tool.name)), kind: 'function', schema: loose(called.parameters) }
      }),
    turns: messages
      .filter((message) => !isSystem(message))
      .flatMap((message): readonly Turn[] =>
        message.role === 'tool'
          ? [{ role: 'user', text: '', results: 1 }]
          : turnsOf(message.role, blocksOf(message.content), () => false),
      ),
    ...(schema === undefined ? {} : { schema: loose(schema) }),
  }
}

export function fromResponses(body: Loose): Conversation {
  const input = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : list(body.input).map(loose)
  const isMessage = (item: Loose): boolean => (item.type ?? 'message') === 'message'
  const isSystem = (item: Loose): boolean => isMessage(item) && (item.role === 'system' || item.role === 'developer')
  // Newer models of codex get their tools inside the input.
  const offered = [
    ...list(body.tools),
    ...input.filter((item) => item.type === 'additional_tools').flatMap((item) => list(item.tools)),
  ]
  return {
    model: word(body.model),
    stream: body.stream === true,
    system: [word(body.instructions), ...input.filter(isSystem).map((item) => textOf(item.content))].join('\n'),
    tools: offered.map(loose).flatMap(responsesTools),
    turns: input
      .filter((item) => !isSystem(item))
      .flatMap((item): readonly Turn[] => {
        if (isMessage(item)) return turnsOf(item.role, blocksOf(item.content), () => false)
        if (item.type === 'additional_tools' || item.type === 'reasoning') return []
        if (word(item.type).endsWith('_output')) return [{ role: 'user', text: '', results: 1 }]
        return [{ role: 'assistant', text: '', results: 0 }]
      }),
  }
}

function responsesTools(tool: Loose): readonly Tool[] {
  if (tool.type === 'namespace') {
    return list(tool.tools)
      .map(loose)
      .flatMap(responsesTools)
      .map((one) => ({ ...one, namespace: word(tool.name) }))
  }
  return [{ name: word(tool.name, word(tool.type)), kind: word(tool.type, 'function'), schema: loose(tool.parameters) }]
}

export function fromGemini(body: Loose, model: string, stream: boolean): Conversation {
  const generation = loose(body.generationConfig)
  const wantsJson = generation.responseMimeType === 'application/json'
  return {
    model,
    stream,
    system: textOf(loose(body.systemInstruction).parts),
    tools: list(body.tools)
      .flatMap((tool) => list(loose(tool).functionDeclarations))
      .map(loose)
      .map((tool) => ({
        name: word(tool.name),
        kind: 'function',
        schema: loose(tool.parametersJsonSchema ?? tool.parameters),
      })),
    turns: list(body.contents)
      .map(loose)
      .flatMap((content) =>
        turnsOf(
          content.role,
          list(content.parts)
            .map(loose)
            .filter((part) => part.thought !== true),
          (part) => part.functionResponse !== undefined,
        ),
      ),
    ...(wantsJson ? { schema: loose(generation.responseJsonSchema ?? generation.responseSchema) } : {}),
  }
}
