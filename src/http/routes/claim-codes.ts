/** What may stand against taking a pull request over, by a session or at its spawn. */
import type { ErrorCode } from '#contract/error'

export const claimCodes: readonly ErrorCode[] = [
  'PR_REQUIRED',
  'INVALID_PR_REF',
  'PR_NOT_FOUND',
  'PR_NOT_OPEN',
  'PR_PROJECT_MISMATCH',
  'PR_NOT_PUSHABLE',
  'PR_HEAD_CHANGED',
  'PR_CLAIMED_BY_ACTIVE_SESSION',
  'SESSION_NOT_CLAIMABLE',
  'SCM_UNAVAILABLE',
  'FORGE_NO_TOKEN',
  'FORGE_REFUSED',
  'FORGE_UNREACHABLE',
  'FORGE_RATE_LIMITED',
  'PR_OPERATION_FAILED',
  'NO_REMOTE',
  'REMOTE_UNREACHABLE',
  'HEAD_CHANGED',
  'GIT_FAILED',
]
