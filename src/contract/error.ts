/**
 * The closed vocabulary of what can go wrong, and the one table that maps each code to its HTTP status, its kind word,
 * the exit code of the CLI and whether trying again may help. Refusals (core), failures (adapters) and the API's error
 * envelope all speak these codes; nobody else decides a status.
 */

export type ErrorKind =
  | 'bad_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'too_large'
  | 'unprocessable'
  | 'rate_limited'
  | 'internal'
  | 'bad_gateway'
  | 'unavailable'

interface CodeFacts {
  readonly kind: ErrorKind
  /** May the same request succeed later without being changed? */
  readonly retry: boolean
  /** The CLI's exit code: 2 for wrong usage, 1 for everything else. */
  readonly exit: 1 | 2
}

const statusOfKind: Record<ErrorKind, number> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unprocessable: 422,
  rate_limited: 429,
  internal: 500,
  bad_gateway: 502,
  unavailable: 503,
}

const no = (kind: ErrorKind): CodeFacts => ({ kind, retry: false, exit: 1 })
const later = (kind: ErrorKind): CodeFacts => ({ kind, retry: true, exit: 1 })
const usage = (): CodeFacts => ({ kind: 'bad_request', retry: false, exit: 2 })

export const codes = {
  PATH_REQUIRED: usage(),
  INVALID_PATH: no('bad_request'),
  NOT_A_GIT_REPO: no('bad_request'),
  PROJECT_UNBORN: no('unprocessable'),
  INVALID_PROJECT_ID: usage(),
  PATH_ALREADY_REGISTERED: no('conflict'),
  ID_ALREADY_REGISTERED: no('conflict'),
  PROJECT_NOT_FOUND: no('not_found'),
  PROJECT_HAS_SESSIONS: no('conflict'),
  WORKTREE_UNSUPPORTED: no('unprocessable'),
  UNKNOWN_HARNESS: no('bad_request'),
  HARNESS_BINARY_NOT_FOUND: no('unprocessable'),
  HARNESS_SIGNED_OUT: no('unprocessable'),
  UNSUPPORTED_MODEL: no('unprocessable'),
  ABILITY_MISSING: no('unprocessable'),
  INVALID_BRANCH: no('bad_request'),
  BRANCH_CHECKED_OUT_ELSEWHERE: no('conflict'),
  BRANCH_NAMESPACE_TAKEN: no('conflict'),
  BASE_REF_NOT_FOUND: no('unprocessable'),
  SETUP_FAILED: no('unprocessable'),
  SETUP_NOT_TRUSTED: no('conflict'),
  SESSION_LIMIT: later('conflict'),
  PROMPT_REQUIRED: usage(),
  PROMPT_TOO_LONG: no('too_large'),
  SESSION_NOT_FOUND: no('not_found'),
  SESSION_ENDED: no('conflict'),
  SESSION_NOT_RESTORABLE: no('conflict'),
  TURN_IN_PROGRESS: later('conflict'),
  TURN_TIMEOUT: no('unavailable'),
  NO_TURN: no('conflict'),
  LAUNCH_CHANGED: no('conflict'),
  REQUEST_NOT_FOUND: no('not_found'),
  MESSAGE_REQUIRED: usage(),
  MESSAGE_TOO_LONG: no('too_large'),
  INVALID_ACTIVITY_STATE: usage(),
  NAME_REQUIRED: usage(),
  WORKSPACE_DIRTY: no('conflict'),
  SNAPSHOT_NOT_FOUND: no('not_found'),
  INVALID_CURSOR: no('bad_request'),
  INVALID_QUERY: no('bad_request'),
  UNAUTHORIZED: no('unauthorized'),
  FORBIDDEN_ORIGIN: no('forbidden'),
  FORBIDDEN_HOST: no('forbidden'),
  FORBIDDEN_SCOPE: no('forbidden'),
  RATE_LIMITED: later('rate_limited'),
  STORE_TOO_NEW: no('unavailable'),
  NOT_READY: later('unavailable'),
  INTERNAL_ERROR: no('internal'),
  // Tasks and relays.
  TASK_NOT_FOUND: no('not_found'),
  TASK_CLAIMED: later('conflict'),
  TASK_BLOCKED: later('conflict'),
  TASK_CYCLE: no('unprocessable'),
  LEASE_LOST: no('conflict'),
  RELAY_NOT_FOUND: no('not_found'),
  RELAY_ENDED: no('conflict'),
  RELAY_UNFINISHED: no('conflict'),
  UNKNOWN_AGENT_SPEC: no('bad_request'),
  INVALID_QUOTA: no('bad_request'),
  ROUTE_EMPTY: no('unprocessable'),
  QUEUE_UNREADABLE: no('unprocessable'),
  ALL_AGENTS_UNAVAILABLE: no('unavailable'),
  AGENT_BENCHED: later('conflict'),
  BUDGET_REACHED: later('conflict'),
  // Reviews.
  REVIEW_EMPTY: no('conflict'),
  REVIEW_CHANGED: no('conflict'),
  COMMENT_NOT_FOUND: no('not_found'),
  FILE_NOT_FOUND: no('not_found'),
  // Roles, mail and efforts.
  ROLE_UNKNOWN: no('bad_request'),
  ROLE_MAY_NOT_SPAWN: no('forbidden'),
  PARENT_NOT_FOUND: no('not_found'),
  DEPTH_EXCEEDED: no('conflict'),
  CHILDREN_LIMIT: later('conflict'),
  EFFORT_LIMIT: later('conflict'),
  FILE_SCOPE_OVERLAP: no('conflict'),
  MAIL_NOT_FOUND: no('not_found'),
  UNKNOWN_RECIPIENT: no('not_found'),
  EMPTY_GROUP: no('unprocessable'),
  RECIPIENT_ENDED: no('conflict'),
  MAIL_ANSWERED: no('conflict'),
  INVALID_MAIL_TYPE: no('bad_request'),
  INVALID_PAYLOAD: no('bad_request'),
  EFFORT_NOT_FOUND: no('not_found'),
  EFFORT_ENDED: no('conflict'),
  GROUP_NOT_FOUND: no('not_found'),
  GROUP_COMPLETED: no('conflict'),
  WAIT_INVALID: no('bad_request'),
  // Added to the specification's list, each where a caller must be able to tell the case apart.
  MAIL_DELIVERED: no('conflict'),
  ATTACHMENT_TOO_LARGE: no('too_large'),
  ATTACHMENT_TYPE: no('unprocessable'),
  ATTACHMENT_NOT_FOUND: no('not_found'),
  EDITOR_FAILED: no('unprocessable'),
  ROUTE_NOT_FOUND: no('not_found'),
  METHOD_NOT_ALLOWED: no('method_not_allowed'),
  INVALID_JSON: no('bad_request'),
  INVALID_BODY: no('bad_request'),
  BODY_TOO_LARGE: no('too_large'),
  INVALID_CONFIG: no('unprocessable'),
  INVALID_NAME: usage(),
  BLOB_NOT_FOUND: no('not_found'),
  TURN_NOT_FOUND: no('not_found'),
  SESSION_NOT_ENDED: no('conflict'),
  NOTHING_TO_RETRY: no('conflict'),
  TRY_NOT_FOUND: no('not_found'),
  BEARER_NOT_FOUND: no('not_found'),
  SESSION_STARTING: later('conflict'),
  SPAWN_CANCELLED: no('conflict'),
  SNAPSHOT_FAILED: no('conflict'),
  SNAPSHOT_INCOMPLETE: no('unprocessable'),
  DESTINATION_NOT_EMPTY: no('conflict'),
  RESOURCE_FLOOR: later('unavailable'),
  RUNTIME_MISSING: no('unprocessable'),
  /** Words for a terminal: nothing was typed. */
  AGENT_EXITED: no('conflict'),
  SESSION_AWAITING_DECISION: later('conflict'),
  TERMINAL_IN_USE: later('conflict'),
  TERMINAL_UNREACHABLE: later('unavailable'),
  NOT_A_TERMINAL: no('conflict'),
  LAUNCH_FAILED: no('unprocessable'),
  LAUNCH_UNRECORDED: no('internal'),
  SPOOL_UNWRITABLE: no('unavailable'),
  STORE_UNWRITABLE: later('unavailable'),
  ADAPTER_FAILED: no('internal'),
  AGENT_STALLED: no('unavailable'),
  AGENT_FAILED: no('unprocessable'),
  AGENT_CRASHED: no('unprocessable'),
  DAEMON_UNRESPONSIVE: later('unavailable'),
  GIT_FAILED: no('unprocessable'),
  CODE_EXPIRED: no('unauthorized'),
  DAEMON_NOT_RUNNING: later('unavailable'),
  DAEMON_START_FAILED: no('unavailable'),
  INSECURE_BIND: no('bad_request'),
  CONFIRMATION_REQUIRED: usage(),
  NOTIFY_TARGET_NOT_FOUND: no('not_found'),
  NOTIFY_FAILED: later('unavailable'),
  SUBSCRIPTION_NOT_FOUND: no('not_found'),
  ENDPOINT_REFUSED: no('bad_request'),
  JOB_NOT_FOUND: no('not_found'),
  PERSONA_NOT_FOUND: no('bad_request'),
  CALLBACK_UNSIGNED: no('unprocessable'),
  T3_INVALID_COMMAND: no('bad_request'),
  T3_REFUSED: no('conflict'),
  KEY_REUSED: no('conflict'),
  ACTION_UNKNOWN: no('bad_request'),
  ACTION_RUNNING: later('conflict'),
  ACTION_FAILED: no('bad_gateway'),
  MERGE_NOT_FOUND: no('not_found'),
  MERGE_NOTHING: no('conflict'),
  MERGE_TARGET_MISSING: no('unprocessable'),
  MERGE_BLOCKED: no('conflict'),
  HEAT_NOT_FOUND: no('not_found'),
  HEAT_SIZE: no('bad_request'),
  HEAT_MEMBER_UNKNOWN: no('not_found'),
  HEAT_DECIDED: no('conflict'),
  VERIFY_MISSING: no('unprocessable'),
  HEAD_CHANGED: no('conflict'),
  UPDATE_CONFLICT: no('conflict'),
  NO_REMOTE: no('unprocessable'),
  NOTHING_TO_PUSH: no('conflict'),
  PUSH_REJECTED: no('conflict'),
  REMOTE_UNREACHABLE: later('unavailable'),
  FORGE_UNSUPPORTED: no('unprocessable'),
  FORGE_NO_TOKEN: no('unprocessable'),
  FORGE_REFUSED: no('unprocessable'),
  FORGE_UNREACHABLE: later('unavailable'),
  FORGE_RATE_LIMITED: later('unavailable'),
  EXECUTOR_REFUSED: no('unprocessable'),
  EXECUTOR_UNREACHABLE: later('unavailable'),
  ISSUE_NOT_FOUND: no('not_found'),
  INVALID_ISSUE: no('bad_request'),
  TRIP_NOT_FOUND: no('not_found'),
  AFK_OFF: no('conflict'),
  AFK_INVALID: no('unprocessable'),
  AFK_SKIPPED: no('conflict'),
  ENROLMENT_INCOMPLETE: no('unprocessable'),
  PR_NOT_FOUND: no('not_found'),
  PR_NOT_OPEN: no('conflict'),
  PR_NOT_MERGEABLE: no('conflict'),
  PR_PRECONDITIONS_UNMET: no('unprocessable'),
  PR_HEAD_CHANGED: no('conflict'),
  PR_OPERATION_FAILED: no('unprocessable'),
  INVALID_PR: no('bad_request'),
  PR_REQUIRED: no('bad_request'),
  INVALID_PR_REF: no('bad_request'),
  PR_CLAIMED_BY_ACTIVE_SESSION: no('conflict'),
  PR_PROJECT_MISMATCH: no('unprocessable'),
  PR_NOT_PUSHABLE: no('unprocessable'),
  SESSION_NOT_CLAIMABLE: no('unprocessable'),
  SESSION_NO_WORKSPACE: no('unprocessable'),
  NOTHING_TO_RESOLVE: no('unprocessable'),
  SCM_UNAVAILABLE: later('unavailable'),
  // Doors.
  QUEUE_FULL: later('rate_limited'),
  USAGE: usage(),
} as const satisfies Record<string, CodeFacts>

export type ErrorCode = keyof typeof codes

export const errorCodes = Object.keys(codes) as readonly ErrorCode[]
export const isErrorCode = (word: string): word is ErrorCode => Object.hasOwn(codes, word)
export const kindOf = (code: ErrorCode): ErrorKind => codes[code].kind
export const httpStatusOf = (code: ErrorCode): number => statusOfKind[codes[code].kind]
export const exitOf = (code: ErrorCode): 1 | 2 => codes[code].exit
export const mayRetry = (code: ErrorCode): boolean => codes[code].retry

/** The body of every answer that is not a success. */
export interface ErrorEnvelope {
  readonly error: ErrorKind
  readonly code: ErrorCode
  readonly message: string
  readonly requestId: string
  readonly hint?: string
  readonly details?: unknown
}

/** A refusal is a value: core answers it, flows turn it into a throw at the door. */
export interface Refusal {
  readonly refused: ErrorCode
  readonly message: string
  readonly hint?: string
  readonly details?: unknown
}

/** A failure of the world or a refusal on its way to a door. Any other throw is a bug. */
export class DroverError extends Error {
  readonly code: ErrorCode
  readonly hint: string | undefined
  readonly details: unknown

  constructor(code: ErrorCode, message: string, more: { hint?: string; details?: unknown; cause?: unknown } = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'DroverError'
    this.code = code
    this.hint = more.hint
    this.details = more.details
  }

  static of(refusal: Refusal): DroverError {
    return new DroverError(refusal.refused, refusal.message, {
      ...(refusal.hint === undefined ? {} : { hint: refusal.hint }),
      details: refusal.details,
    })
  }
}
