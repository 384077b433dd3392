/**
 * A train: merges of one target that are verified together and land together. Decides who rides, which of them are tried next
 * after each verification, and so finds the one that does not hold by halving. Pure; a try itself is the flows'.
 */
import { inOrder, type Waiting } from './lane.ts'

/** Some that are tried together, in their order, on top of all that landed before. */
export interface TrainPart {
  readonly members: readonly string[]
  /** Together with the part before it did not hold: when that one holds, the fault is here. */
  readonly suspect: boolean
}

/** What is left to be tried, the first part next. */
export interface Train {
  readonly parts: readonly TrainPart[]
}

export interface Rider extends Waiting {
  /** At its beginning, with nothing of its own under way. */
  readonly fresh: boolean
  readonly push: boolean
  /** It lands when it is proven, without anybody's word. */
  readonly consented: boolean
  /** What it is verified with, in one word: those of one train have the same. */
  readonly ground: string
}

/** The most urgent ones in their order, up to the first that cannot ride: nobody is overtaken. Fewer than two are no train. */
export function chooseRiders(waiting: readonly Rider[], most: number, nowMs: number): readonly string[] {
  const riders: Rider[] = []
  for (const one of inOrder(waiting, nowMs)) {
    const rides = one.fresh && !one.push && one.consented && one.ground === (riders[0] ?? one).ground
    if (!rides || riders.length === most) break
    riders.push(one)
  }
  return riders.length < 2 ? [] : riders.map(({ id }) => id)
}

export const beginTrain = (members: readonly string[]): Train => ({ parts: [{ members, suspect: false }] })

/** null: nobody is left. One alone goes the way that it would have gone without a train. */
export const nextTry = (train: Train): readonly string[] | null => train.parts[0]?.members ?? null

/** The first part was tried: it landed, or it did not hold and is halved. One alone that does not hold has found its end. */
export function afterTry({ parts }: Train, held: boolean): Train {
  const [first, second, ...rest] = parts
  if (first === undefined) return { parts: [] }
  const behind = second === undefined ? [] : [{ ...second, suspect: false }]
  if (!held) return { parts: [...(first.members.length === 1 ? [] : halves(first.members)), ...behind, ...rest] }
  const guilty = second?.suspect === true ? halves(second.members) : behind
  return { parts: [...guilty, ...rest] }
}

/** These do not hold together. */
function halves(members: readonly string[]): readonly TrainPart[] {
  if (members.length < 2) return [{ members, suspect: false }]
  const middle = Math.ceil(members.length / 2)
  return [
    { members: members.slice(0, middle), suspect: false },
    { members: members.slice(middle), suspect: true },
  ]
}

/** It does not fit to the others: it is tried by itself when they are through. */
export const goAlone = (train: Train, id: string): Train => ({
  parts: [...leaveTrain(train, id).parts, { members: [id], suspect: false }],
})

/** It is over without having been tried. What did not hold may have been its fault: nobody is under suspicion any more. */
export function leaveTrain({ parts }: Train, id: string): Train {
  if (!parts.some(({ members }) => members.includes(id))) return { parts }
  const left = parts.map(({ members }) => ({ members: members.filter((one) => one !== id), suspect: false }))
  return { parts: left.filter(({ members }) => members.length > 0) }
}
