/**
 * Whether a session may be made, and with what: name, place, harness, model, permissions, trust and limits, each a value or
 * a refusal with its code. Facts come from the flow; what a branch or a program is, the world says.
 */
import type { Refusal } from '#contract/error'
import type { Permissions, Phase, SessionKind } from '#contract/session'
import type { Verdict } from './decide.ts'

const longestName = 200

export function decideName(name: string): Verdict {
  if (name.trim() === '') {
    return {
      refused: 'NAME_REQUIRED',
      message: 'The name is empty.',
      hint: 'Give a name with at least one visible character.',
    }
  }
  if (name.length > longestName) {
    return {
      refused: 'INVALID_NAME',
      message: `The name has more than ${longestName} characters.`,
      hint: 'Give a shorter name.',
    }
  }
  return 'accept'
}

/** The project it is made from; null: none, in a directory of its own. */
export function decidePlace(projectId: string | null, scratch: boolean): string | null | Refusal {
  if (scratch) return null
  if (projectId !== null && projectId !== '') return projectId
  return {
    refused: 'PROJECT_NOT_FOUND',
    message: 'No project was named.',
    hint: 'Register this repository with: drover project add — or use --scratch.',
  }
}

/** An agent makes workers only: who leads is the operator's choice. */
export function decideKind(kind: SessionKind, byAgent: boolean): Verdict {
  if (!byAgent || kind === 'worker') return 'accept'
  return {
    refused: 'FORBIDDEN_SCOPE',
    message: 'An orchestrator may spawn workers only.',
    hint: 'Ask the operator for another orchestrator.',
  }
}

export interface HarnessChoice {
  readonly asked: string | undefined
  readonly fallback: string | null
  /** Those whose program is here, without the rehearsal. */
  readonly installed: readonly string[]
  /** Harnesses that the repository brings and that the operator has not approved. */
  readonly untrusted: readonly string[]
}

export function decideHarness({ asked, fallback, installed, untrusted }: HarnessChoice): string | Refusal {
  const id = asked ?? fallback ?? onlyOne(installed)
  if (id === null) {
    return {
      refused: 'UNKNOWN_HARNESS',
      message: 'No harness was named and no default is set.',
      hint: `Name one with --harness (here are: ${installed.join(', ')}), or set default_harness in the configuration.`,
    }
  }
  if (!untrusted.includes(id)) return id
  return {
    refused: 'SETUP_NOT_TRUSTED',
    message: `The harness "${id}" comes from the repository and is not trusted yet.`,
    hint: 'Read and approve it with: drover project trust <id>',
  }
}

/** The one agent that is here; where there is none, the rehearsal, which always is. null: somebody has to choose. */
const onlyOne = (installed: readonly string[]): string | null =>
  installed.length > 1 ? null : (installed[0] ?? 'rehearsal')

/** What a harness can and refuses, as far as it matters here. */
export interface HarnessFacts {
  readonly id: string
  readonly permissions: readonly Permissions[]
  readonly models: boolean
}

export function decidePermissions(
  harness: Pick<HarnessFacts, 'id' | 'permissions'>,
  asked: Permissions | undefined,
): Permissions | Refusal {
  const can = harness.permissions
  if (asked === undefined) return can.includes('bypass') ? 'bypass' : (can[0] ?? 'bypass')
  if (can.includes(asked)) return asked
  return {
    refused: 'ABILITY_MISSING',
    message: `Harness "${harness.id}" cannot run with permissions "${asked}".`,
    hint: `It can: ${can.join(', ') || 'none'}.`,
    details: { harness: harness.id, ability: `permissions:${asked}` },
  }
}

const reach: Record<Permissions, number> = { 'read-only': 0, ask: 1, bypass: 2 }

/** A session that an agent spawns may do no more than that agent. null: the operator asks. */
export function decideReach(
  lead: { readonly id: string; readonly permissions: Permissions } | null,
  asked: Permissions,
): Verdict {
  if (lead === null || reach[asked] <= reach[lead.permissions]) return 'accept'
  return {
    refused: 'FORBIDDEN_SCOPE',
    message: `Session ${lead.id} runs with permissions "${lead.permissions}" and cannot give "${asked}".`,
    hint: `Spawn with --permissions ${lead.permissions}, or ask the operator.`,
  }
}

/** `refuses` is the harness's own word against a model, null when it takes it. */
export function decideModel(
  harness: Pick<HarnessFacts, 'id' | 'models'>,
  model: string | null,
  refuses: (model: string) => string | null,
): string | null | Refusal {
  if (model === null) return null
  if (!harness.models) {
    return {
      refused: 'ABILITY_MISSING',
      message: `Harness "${harness.id}" takes no model.`,
      hint: 'Leave the model out.',
      details: { harness: harness.id, ability: 'models' },
    }
  }
  const why = refuses(model)
  if (why === null) return model
  return {
    refused: 'UNSUPPORTED_MODEL',
    message: `Harness "${harness.id}" does not take the model "${model}": ${why}`,
    hint: 'Name another model, or leave it out for the default.',
  }
}

export function decideLimit(projectId: string, live: number, limit: number): Verdict {
  if (live < limit) return 'accept'
  return {
    refused: 'SESSION_LIMIT',
    message: `${projectId} already has ${live} of ${limit} sessions.`,
    hint: 'End one with drover session kill <id>, or raise max_sessions.',
    details: { live, limit },
  }
}

export interface TrustFacts {
  readonly projectId: string | null
  /** Something in the repository's configuration is only applied once trusted. */
  readonly needed: boolean
  readonly trusted: boolean
  readonly ignored: boolean
  readonly hash: string
  readonly commands: readonly string[]
}

export function decideTrust({ projectId, needed, trusted, ignored, hash, commands }: TrustFacts): Verdict {
  if (!needed || trusted || ignored || projectId === null) return 'accept'
  return {
    refused: 'SETUP_NOT_TRUSTED',
    message: `What the repository of "${projectId}" brings is not trusted yet: ${commands.join('; ') || 'its configuration'}.`,
    hint: `Read and approve it: drover project trust ${projectId} — or go on without it: --ignore-config`,
    details: { hash, commands },
  }
}

/** At most one orchestrator that lives per project, whichever door asked for it. */
export function decideOrchestrator(projectId: string, living: string | null): Verdict {
  if (living === null) return 'accept'
  return {
    refused: 'SESSION_LIMIT',
    message: `Project "${projectId}" already has the orchestrator ${living}.`,
    hint: `Talk to it: drover send --session ${living} --message "…" — or end it first: drover session kill ${living}`,
    details: { orchestrator: living },
  }
}

export interface ForkFacts {
  readonly id: string
  readonly phase: Phase
  readonly hasWorkspace: boolean
}

export function decideFork({ id, phase, hasWorkspace }: ForkFacts): Verdict {
  if (!hasWorkspace) {
    return {
      refused: 'SESSION_NOT_RESTORABLE',
      message: `Session ${id} has no workspace to fork.`,
      hint: 'Spawn a new session.',
    }
  }
  if (phase !== 'starting') return 'accept'
  return { refused: 'SESSION_STARTING', message: `Session ${id} is still starting.`, hint: 'Fork it once it is live.' }
}

/** Nothing comes back, or is made, in a project that was put away. */
export function decideArchived(
  project: { readonly id: string; readonly path: string; readonly archivedAt: string | null } | null,
): Verdict {
  if (project === null || project.archivedAt === null) return 'accept'
  return {
    refused: 'SESSION_NOT_RESTORABLE',
    message: `Project "${project.id}" is archived.`,
    hint: `Register it again first: drover project add --path ${project.path}`,
  }
}
