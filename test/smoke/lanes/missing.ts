/** Parts of Drover that are asked for by name and may not be there yet: said plainly, never played. */
import type { Home } from '../home.ts'

/** One sentence: whether the command exists, and that nothing here tries it. */
export async function missing(home: Home, command: string, what: string): Promise<string> {
  const ran = await home.drover([command, '--help'])
  return ran.code === 0
    ? `${what}: \`drover ${command}\` exists and no lane tries it yet`
    : `${what}: there is no \`drover ${command}\` yet`
}
