/**
 * The signs that failures leave in channels no agent writes prose into, as data: machine words, HTTP statuses, and
 * patterns for messages of error events, standard error and logs. Knows no harness by name; how a tool's own words
 * reach these channels is its adapter's business. A new sign is one line here and one row in the test.
 */
import type { FailureCategory } from '#contract/agent-event'

/** Machine words, compared in lower case. */
const words: Partial<Record<FailureCategory, readonly string[]>> = {
  usage_limit: [
    'insufficient_quota',
    'usage_limit',
    'usage_limit_reached',
    'usage_limit_exceeded',
    'usagelimitexceeded',
    'usage_not_included',
    'billing_error',
    'billing_hard_limit_reached',
    'quota_exceeded',
    'credits_exhausted',
    'credit_balance_too_low',
    'gousagelimiterror',
    'freeusagelimiterror',
    'terminalquotaerror',
  ],
  auth: [
    'authentication_error',
    'authentication_failed',
    'permission_error',
    'invalid_api_key',
    'oauth_token_expired',
    'unauthorized',
    'unauthenticated',
    'permission_denied',
    'providerautherror',
    'ineligibletiererror',
    'unsupported_client',
  ],
  invalid_model: [
    'model_not_found',
    'invalid_model',
    'unsupported_model',
    'modelnotfounderror',
    'providermodelnotfounderror',
  ],
  context_lost: ['session_not_found', 'conversation_not_found', 'thread_not_found'],
  rate_limit: ['rate_limit', 'rate_limit_error', 'rate_limit_exceeded', 'too_many_requests', 'resource_exhausted'],
  overloaded: ['overloaded', 'overloaded_error', 'server_overloaded', 'serveroverloaded', 'slow_down'],
  transient: [
    'api_error',
    'server_error',
    'internal',
    'internal_server_error',
    'internalservererror',
    'unavailable',
    'timeout',
    'timeout_error',
    'deadline_exceeded',
    'connection_failed',
    'econnreset',
    'econnrefused',
    'econnaborted',
    'etimedout',
    'epipe',
    'enotfound',
    'eai_again',
    'ehostunreach',
    'enetunreach',
    'httpconnectionfailed',
    'responsestreamconnectionfailed',
    'responsestreamdisconnected',
    'responsetoomanyfailedattempts',
  ],
}

/** Words of the machine that runs the process, believed from the channel `runtime` only. */
const launchWords = new Set(['enoent', 'eacces', 'eperm', 'e2big', 'enoexec', 'enotdir', 'eisdir', 'launch_failed'])

const categoryOfWord = new Map<string, FailureCategory>(
  Object.entries(words).flatMap(([category, list]) => list.map((word) => [word, category as FailureCategory] as const)),
)

export function fromWord(word: string, channel: string): FailureCategory | null {
  const key = word.toLowerCase()
  if (channel === 'runtime' && launchWords.has(key)) return 'launch'
  return categoryOfWord.get(key) ?? null
}

export function fromStatus(status: number): FailureCategory | null {
  if (status === 401 || status === 403 || status === 407) return 'auth'
  if (status === 402) return 'usage_limit'
  if (status === 408 || status === 425) return 'transient'
  if (status === 429) return 'rate_limit'
  if (status === 529) return 'overloaded'
  if (status >= 500 && status < 600) return 'transient'
  if (status >= 400 && status < 500) return 'agent_error'
  return null
}

interface Sign {
  readonly category: FailureCategory
  readonly match: RegExp
}

/** Messages, most telling first. Narrow on purpose: a sign that fits a casual sentence is worse than `unknown`. */
const signs: readonly Sign[] = [
  {
    category: 'usage_limit',
    match:
      /\b(usage|session|weekly|monthly|daily|5-hour|opus|plan|spending|spend) limit\b[^\n]{0,40}\b(reached|exceeded|hit|reset)|\b(hit|reached|exceeded) (your|the|my)\b[^\n]{0,30}\b(limit|quota)\b|\bout of (credits|extra usage)\b|\bcredit balance is too low\b|\binsufficient[ _]quota\b|\bquota (exceeded|exhausted)\b|\bexceeded your current quota\b|\b(usage|quota) limit (reached|exceeded)|\bno credits\b/i,
  },
  {
    category: 'auth',
    match:
      /\b(invalid|incorrect|missing|expired|revoked) (api[ -_]?key|x-api-key|bearer token|oauth token|access token|credentials?)\b|\bnot (logged|signed) in\b|\bplease (run \/login|log ?in|sign in)\b|\bauthentication[ _](failed|error|required)\b|\bfailed to authenticate\b|\b401 unauthorized\b|\b403 forbidden\b|\bIneligibleTierError\b|\bUNSUPPORTED_CLIENT\b/i,
  },
  {
    category: 'invalid_model',
    match:
      /\bmodel[^\n]{0,80}\b(not found|does not exist|is not supported|not supported|not available|may not exist|unavailable to)\b|\b(unknown|invalid|unsupported|unrecognized) model\b|\bissue with the selected model\b|\bmodel_not_found\b|\bnot_found_error\b[^\n]{0,60}\bmodel\b|^\s*model: \S+\s*$/i,
  },
  {
    category: 'context_lost',
    match:
      /\bno (conversation|session|thread|rollout)[^\n]{0,40}\bfound\b|\b(conversation|session|thread)[^\n]{0,80}\b(not found|does not exist)\b|\binvalid session identifier\b|\bno saved session\b/i,
  },
  { category: 'rate_limit', match: /\brate[ _-]limit(ed|s)?\b|\btoo many requests\b|\b429\b[^\n]{0,20}\brejected\b/i },
  {
    category: 'overloaded',
    match: /\boverloaded(_error)?\b|\b(experiencing high demand|at capacity)\b|\bserver is (busy|overloaded)\b/i,
  },
  {
    category: 'transient',
    match:
      /\b(ECONNRESET|ECONNREFUSED|ECONNABORTED|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)\b|\b(socket hang up|connection (error|reset|refused|closed|aborted|lost)|network error|fetch failed|unable to connect|stream (disconnected|closed) before|error sending request|request timed out|timed? ?out waiting|tls (error|handshake)|certificate (has expired|verify failed)|bad gateway|service unavailable|gateway time-?out|internal server error)\b/i,
  },
]

export const fromMessage = (message: string): FailureCategory | null =>
  signs.find((sign) => sign.match.test(message))?.category ?? null
