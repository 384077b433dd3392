/**
 * What npm needs to know of this machine, picked from an environment: proxies, certificates, npm's own settings. One
 * function for everything here that starts npm, so that an install works behind a proxy or a private certificate whatever
 * else is kept from the child. Plain JavaScript of Node 18, no dependency: scripts/ensure.mjs needs it before any install.
 */
import { existsSync } from 'node:fs'
import { delimiter, dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const own = join(dirname(dirname(fileURLToPath(import.meta.url))), 'node_modules')
const passed =
  /^(https?_proxy|no_proxy|all_proxy|node_extra_ca_certs|node_use_system_ca|ssl_cert_(file|dir)|npm_config_.+)$/i

const setting = (env, name) =>
  Object.entries(env).find(([key, value]) => key.toLowerCase() === `npm_config_${name}` && value)?.[1]

const lies = (path, directory) => `${resolve(path)}${sep}`.startsWith(`${directory}${sep}`)

/** The directory that npm would call its prefix if the machine's own Node ran it: the first on the PATH that is not ours. */
function machinePrefix(env, nodeModules) {
  const set = setting(env, 'prefix') ?? env.PREFIX
  if (set && !lies(set, nodeModules)) return set
  const directories = (env.PATH ?? '').split(delimiter).filter((directory) => directory !== '')
  const found = directories.find((one) => !lies(one, nodeModules) && existsSync(join(one, 'node')))
  return found === undefined ? null : dirname(resolve(found))
}

/**
 * npm looks for the machine's settings beside the Node that runs it, or below `--prefix` (`<prefix>/etc/npmrc`). Run by the Node
 * of node_modules, or with a prefix, it finds none, and the registry, the proxy and the certificate are gone: it is told.
 */
function globalSettings(env, nodeModules) {
  // An npm that our Node ran hands its own wrong place on.
  const set = setting(env, 'globalconfig')
  if (set && !lies(set, nodeModules)) return {}
  const prefix = machinePrefix(env, nodeModules)
  const file = prefix === null ? null : join(prefix, 'etc', 'npmrc')
  return file !== null && existsSync(file) ? { npm_config_globalconfig: file } : {}
}

/** For a child that lives in another HOME: the settings of the person who runs this stay theirs. */
function userSettings(env) {
  if (setting(env, 'userconfig') || !env.HOME) return {}
  const file = join(env.HOME, '.npmrc')
  return existsSync(file) ? { npm_config_userconfig: file } : {}
}

/** The variables to add to the environment of an npm that is started from here. */
export function npmEnvironment(env = process.env, nodeModules = own) {
  const picked = Object.entries(env).filter(([name, value]) => value !== undefined && passed.test(name))
  return { ...Object.fromEntries(picked), ...globalSettings(env, nodeModules), ...userSettings(env) }
}
