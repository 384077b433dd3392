/** The environment of a user who lives in a directory of a test: a home of Drover's own, nothing of this machine's settings. */
import { join } from 'node:path'

export const userEnv = (dir: string, home: string, path = process.env.PATH ?? ''): Record<string, string> => ({
  PATH: path,
  HOME: dir,
  LANG: 'C.UTF-8',
  DROVER_HOME: home,
  DROVER_PORT: '0',
  XDG_CONFIG_HOME: join(dir, 'config'),
  XDG_CACHE_HOME: join(dir, 'cache'),
})
