/** What Drover and its agents call beside themselves: git, tmux, curl, and the forge. */
import { judgeGit, judgeGithubToken, judgeTool, type TokenFinding } from '#core/doctor/checks'
import type { Host } from '#ports/harness'
import { type DoctorDeps, type Finding, words } from './finding.ts'

export async function tools(deps: DoctorDeps): Promise<readonly Finding[]> {
  const { host } = deps
  const git = await host
    .exec(['git', '--version'], { timeoutMs: 5000 })
    .then((ran) => (ran.code === 0 ? ran.stdout : null))
    .catch(() => null) // Not there or not runnable: judged as missing.
  const [tmux, curl] = await Promise.all([host.which('tmux'), host.which('curl')])
  return [
    { check: judgeGit(git) },
    { check: judgeTool('tmux', tmux, 'terminals of agents need it') },
    { check: judgeTool('curl', curl, "agents' hooks report by it") },
  ]
}

export async function forge(deps: DoctorDeps, ask: boolean): Promise<readonly Finding[]> {
  return [{ check: judgeGithubToken(await tryToken(deps.host.env, ask)) }]
}

/** Asks the forge who the token belongs to; nothing is asked without a token, nor unless a person asked for it. */
async function tryToken(env: Host['env'], ask: boolean): Promise<TokenFinding> {
  const source = (['DROVER_GITHUB_TOKEN', 'GITHUB_TOKEN', 'GH_TOKEN'] as const).find((name) => env[name])
  if (source === undefined) return { state: 'none' }
  if (!ask) return { state: 'unasked', source }
  const base = env.GITHUB_API_URL || 'https://api.github.com'
  try {
    const answer = await fetch(`${base}/user`, {
      headers: {
        authorization: `Bearer ${env[source]}`,
        accept: 'application/vnd.github+json',
        'user-agent': 'drover',
      },
      redirect: 'error',
      signal: AbortSignal.timeout(5000),
    })
    if (answer.status === 401 || answer.status === 403) return { state: 'refused', source, status: answer.status }
    if (!answer.ok) return { state: 'untried', source, why: `the forge answered ${answer.status}` }
    const body = (await answer.json()) as { login?: unknown }
    return { state: 'accepted', source, login: typeof body.login === 'string' ? body.login : 'an unnamed user' }
  } catch (error) {
    return { state: 'untried', source, why: words(error) }
  }
}
