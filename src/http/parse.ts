/** Holds params, query and body against their schemas and says exactly what is wrong, by path. Reads no socket. */
import type { z } from '@hono/zod-openapi'
import { DroverError, isErrorCode } from '#contract/error'

interface Fault {
  readonly path: string
  readonly message: string
}

/** `prompt`, `settings.env[0]`; an unknown field is named by its own path. */
export function faultsOf(issues: readonly z.core.$ZodIssue[]): readonly Fault[] {
  return issues.flatMap((issue) => {
    const base = issue.path.reduce<string>(
      (text, part) =>
        typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
      '',
    )
    if (issue.code !== 'unrecognized_keys') return [{ path: base, message: issue.message }]
    return issue.keys.map((key) => ({ path: base === '' ? key : `${base}.${key}`, message: 'is not a known field' }))
  })
}

const sentence = (faults: readonly Fault[]): string =>
  faults.map((fault) => (fault.path === '' ? fault.message : `${fault.path}: ${fault.message}`)).join('; ')

/** A path id of the wrong shape is a thing that does not exist; its schema's message is the code. */
export function parseParams(schema: z.ZodType, raw: Record<string, string>): unknown {
  const parsed = schema.safeParse(raw)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const code = issue !== undefined && isErrorCode(issue.message) ? issue.message : 'ROUTE_NOT_FOUND'
  throw new DroverError(code, `There is no ${JSON.stringify(raw[String(issue?.path[0])] ?? '')} here.`, {
    hint: 'Check the id; `drover session ls` and `drover project ls` list what exists.',
  })
}

const cursors = new Set(['after', 'before', 'cursor'])

export function parseQuery(schema: z.ZodType, raw: Record<string, string>): unknown {
  const parsed = schema.safeParse(raw)
  if (parsed.success) return parsed.data
  const faults = faultsOf(parsed.error.issues)
  const code = faults.some((fault) => cursors.has(fault.path)) ? 'INVALID_CURSOR' : 'INVALID_QUERY'
  throw new DroverError(code, `The query is not valid: ${sentence(faults)}.`, {
    hint: 'See GET /api/v1/openapi.json for the parameters of this route.',
    details: faults,
  })
}

export function parseBody(schema: z.ZodType, raw: unknown): unknown {
  const parsed = schema.safeParse(raw ?? {})
  if (parsed.success) return parsed.data
  const faults = faultsOf(parsed.error.issues)
  throw new DroverError('INVALID_BODY', `The body is not valid: ${sentence(faults)}.`, {
    hint: 'See GET /api/v1/openapi.json for the fields of this route.',
    details: faults,
  })
}
