/** What a branch of the GitHub on this machine requires: by the old protection, by rules, or by both. */
import { exampleOf, type Operation } from './description.ts'

// biome-ignore lint/suspicious/noExplicitAny: GitHub's answers have hundreds of fields; the description checks them
type Json = any

export interface FakeRules {
  /** Names of checks. */
  protection: string[]
  rules: string[]
  /** Changes come by pull request, with so many approvals; null: that is not asked for. */
  reviews?: number | null
}

/** null: that is not about rules. */
export function answerRules({ method, path }: Operation, given: FakeRules): { status: number; body: Json } | null {
  if (method !== 'get') return null
  if (path === '/repos/{owner}/{repo}/branches/{branch}') {
    const shown = exampleOf('branch-get')
    const isProtected = given.protection.length > 0
    shown.protected = isProtected
    shown.protection = {
      enabled: isProtected,
      required_status_checks: {
        enforcement_level: isProtected ? 'non_admins' : 'off',
        contexts: given.protection,
        checks: [],
      },
    }
    return { status: 200, body: shown }
  }
  if (path !== '/repos/{owner}/{repo}/rules/branches/{branch}') return null
  const checks = given.rules.map((context) => ({ context }))
  const whose = { ruleset_id: 1, ruleset_source: 'ada/shop', ruleset_source_type: 'Repository' }
  const parameters = { required_status_checks: checks, strict_required_status_checks_policy: false }
  const rule = { ...whose, type: 'required_status_checks', parameters }
  const pull = {
    ...{ ...whose, type: 'pull_request' },
    parameters: {
      ...{ dismiss_stale_reviews_on_push: false, require_code_owner_review: false, require_last_push_approval: false },
      ...{ required_approving_review_count: given.reviews ?? 0, required_review_thread_resolution: false },
    },
  }
  const body = [
    ...(checks.length === 0 ? [] : [{ ...whose, type: 'non_fast_forward' }, rule]),
    ...(given.reviews == null ? [] : [pull]),
  ]
  return { status: 200, body }
}
