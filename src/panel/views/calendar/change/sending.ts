import { useRef } from 'preact/hooks'
import type { Live } from '../../../lib/live.ts'
import { changesSince, dayKey, feedEnd, isOwn, type PushChange } from '../model/since.ts'
import type { Step } from '../model/step.ts'
import { isOfRates, type Sent, sendStep } from './send.ts'

/** Ends of a call that leave open whether it was done. */
const DOUBTFUL: readonly unknown[] = ['offline', 'outcome_unknown']

/** Sends a change; one whose answer was lost is looked for first: to add two rooms again would add four. */
export function useSending(hotel: string, live: Live) {
  /** Pushes that were answered: none of them is what became of a later one. */
  const answered = useRef(new Set<string>())
  const doubtful = useRef<{ step: Step; cursor: string } | undefined>(undefined)
  return async (step: Step): Promise<{ cursor: string; sent: Sent }> => {
    // What is set of a rate is the same when it is set again: nothing need be looked for.
    if (isOfRates(step))
      return { cursor: live.cursor() ?? (await feedEnd(hotel)), sent: await sendStep(hotel, step) }
    const doubt = doubtful.current
    const isAgain = doubt && JSON.stringify(doubt.step.updates) === JSON.stringify(step.updates)
    const cursor = isAgain ? doubt.cursor : (live.cursor() ?? (await feedEnd(hotel)))
    const find = () => findSent(hotel, cursor, step, answered.current)
    const found = isAgain ? await find() : undefined
    const sent = found ?? (await sendStep(hotel, step))
    for (const pushId of sent.pushIds) answered.current.add(pushId)
    doubtful.current = DOUBTFUL.includes(sent.problem?.code) ? { step, cursor } : undefined
    if (!doubtful.current) return { cursor, sent }
    const late = await find()
    if (late) doubtful.current = undefined
    return { cursor, sent: late ?? sent }
  }
}

/** What came of a change by the hotel's feed, for its answer was lost; undefined when none of it was applied. */
async function findSent(
  hotel: string,
  cursor: string,
  step: Step,
  answered: ReadonlySet<string>,
): Promise<Sent | undefined> {
  const places = new Set(step.updates.map(dayKey))
  // Not what the same person has changed elsewhere meanwhile.
  const pushes = (await changesSince(hotel, cursor)).filter(
    (change): change is PushChange =>
      change.type !== 'booking' &&
      isOwn(change) &&
      !answered.has(change.pushId ?? '') &&
      change.days.every((day) => places.has(dayKey(day))),
  )
  if (pushes.length === 0) return undefined
  const done = new Set(pushes.flatMap(({ days }) => days.map(dayKey)))
  const isDone = (update: Parameters<typeof dayKey>[0]) => done.has(dayKey(update))
  return {
    done: step.updates.filter(isDone),
    undo: (step.undo ?? []).filter(isDone),
    pushIds: pushes.map(({ pushId }) => pushId ?? ''),
    refusals: [],
    corrections: [],
  }
}
