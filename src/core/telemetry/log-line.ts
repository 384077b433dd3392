/** A line of the daemon's log as OpenTelemetry has it: its plain fields as attributes, a cause as an exception. Pure. */
import type { Attribute, LogLine } from '#contract/telemetry'

const ids: Readonly<Record<string, string>> = {
  project: 'drover.project.id',
  session: 'drover.session.id',
  launch: 'drover.launch.id',
  requestId: 'drover.request.id',
}
const mostFields = 30
const longest = 1000

export function logLineOf(
  level: LogLine['level'],
  message: string,
  fields: Readonly<Record<string, unknown>>,
  atMs: number,
): LogLine {
  const attributes: Record<string, Attribute> = {}
  for (const [field, value] of Object.entries(fields).slice(0, mostFields)) {
    if (field === 'cause' && typeof value === 'object' && value !== null) {
      const { name, code, message: said } = value as Readonly<Record<string, unknown>>
      if (typeof name === 'string') attributes['exception.type'] = typeof code === 'string' ? code : name
      if (typeof said === 'string') attributes['exception.message'] = said.slice(0, longest)
    } else if (typeof value === 'string') attributes[ids[field] ?? `drover.${field}`] = value.slice(0, longest)
    else if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
      attributes[ids[field] ?? `drover.${field}`] = value
  }
  return { atMs, level, message: message.slice(0, longest), attributes }
}
