/** What the doors may ask about heats, and what a heat does by itself: go on after a crash, and end the others once one landed. */
import type { Heat, HeatBoard } from '#contract/heat'
import type { Context } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import type { Lanes } from '#flows/merge/lanes'
import { type KeepInput, keepOne, settleKeep, takeUpKeep } from './keep-heat.ts'
import { bringUp, type HeatInput, startHeat } from './start-heat.ts'
import { verifyHeat } from './verify-heat.ts'
import { boardOf, needHeat, tellHeat, viewHeat } from './views.ts'

export interface HeatFlows {
  startHeat(input: HeatInput): Promise<Heat>
  heats(filter: { projectId?: string; limit?: number }): readonly Heat[]
  heat(id: string): Promise<HeatBoard>
  keepOne(id: string, input: KeepInput): Promise<Heat>
  verifyHeat(id: string, session: string | undefined): Heat
}

export interface Heats {
  readonly flows: HeatFlows
  readonly follower: Follower
}

export function createHeats(context: Context, lanes: Lanes): Heats {
  const verifying = new Set<string>()
  const failed = (id: string, cause: unknown): void => context.log.error('a heat could not go on', { heat: id, cause })
  const settle = (id: string): void =>
    void settleKeep(context, id, verifying).catch((cause: unknown) => failed(id, cause))
  /** A start that a crash cut off. */
  const goOn = (id: string): void =>
    void bringUp(context, id).catch((cause: unknown) => {
      failed(id, cause)
      if (context.closing) return
      const reason = cause instanceof Error ? cause.message : String(cause)
      context.journal.command((tx) => {
        tx.updateHeat(id, { state: 'failed', reason })
        tellHeat(tx, id, verifying)
      })
    })
  return {
    flows: {
      startHeat: async (input) => viewHeat(await startHeat(context, input), verifying),
      heats: ({ limit = 100, ...filter }) =>
        context.journal.reads
          .heats({ ...filter, limit: Math.min(Math.max(1, limit), 500) })
          .map((record) => viewHeat(record, verifying)),
      heat: async (id) => boardOf(context, needHeat(context.journal.reads, id), verifying),
      keepOne: async (id, input) => viewHeat(await keepOne(context, lanes, id, input, verifying), verifying),
      verifyHeat: (id, session) => viewHeat(verifyHeat(context, id, session, verifying), verifying),
    },
    follower: {
      name: 'heats',
      afterChange(change) {
        if (change.type !== 'merge_landed' && change.type !== 'merge_rejected') return
        const { id } = change.payload
        for (const heat of context.journal.reads.busyHeats()) if (heat.merge === id) settle(heat.id)
      },
      atBoot() {
        for (const heat of context.journal.reads.busyHeats()) {
          if (heat.state === 'starting') goOn(heat.id)
          else {
            takeUpKeep(context, heat, verifying)
            settle(heat.id)
          }
        }
      },
    },
  }
}
