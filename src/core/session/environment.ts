/**
 * The environment of an agent is an allow-list: what every program needs, what its harness names, what the trusted
 * project adds, and what Drover says of the launch. The operator's token is never in it.
 */

const common = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'TMPDIR',
  'TZ',
  'LANG',
  'LANGUAGE',
  'TERM',
  'COLORTERM',
  'TERMINFO',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_CACHE_HOME',
  'XDG_STATE_HOME',
  'XDG_RUNTIME_DIR',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'ALL_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'all_proxy',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'GIT_SSL_CAINFO',
  'SSH_AUTH_SOCK',
  'LD_LIBRARY_PATH',
  'NIX_PATH',
  'NIX_SSL_CERT_FILE',
  'WSL_DISTRO_NAME',
  'WSL_INTEROP',
  '__CF_USER_TEXT_ENCODING',
])

export interface EnvironmentFacts {
  readonly host: Readonly<Record<string, string | undefined>>
  readonly passEnv: readonly string[]
  readonly project: Readonly<Record<string, string>>
  readonly plan: Readonly<Record<string, string>>
  readonly drover: Readonly<Record<string, string>>
}

const ours = /^DROVER_/

export function childEnvironment(facts: EnvironmentFacts): Record<string, string> {
  const named = new Set(facts.passEnv)
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(facts.host)) {
    if (value === undefined || ours.test(name)) continue
    if (common.has(name) || name.startsWith('LC_') || named.has(name)) env[name] = value
  }
  for (const [name, value] of Object.entries(facts.project)) if (!ours.test(name)) env[name] = value
  Object.assign(env, facts.plan)
  return Object.assign(env, facts.drover)
}
