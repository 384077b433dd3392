/** For CLIs that load a module of the launch: what they hear goes to the spool in one synchronous write a line, or is lost silently. */

/** JavaScript: `tell(event, data)`. It never throws and never prints into the interface. */
export const spoolWriter = (harness: string): string => `import { appendFileSync } from 'node:fs'
const spool = process.env.DROVER_SPOOL
const tell = (event, data) => {
  try {
    if (spool) appendFileSync(spool, JSON.stringify({ hook: ${JSON.stringify(harness)}, event, data }) + '\\n')
  } catch {}
}
`
