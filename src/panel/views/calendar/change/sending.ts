import type { Live } from '../../../lib/live.ts'
import { changesSince, feedEnd, isOwn, type PushChange } from '../model/since.ts'
import { dayKey, type Step } from '../model/step.ts'
import { nothingSent, type Sent, sendStep } from './send.ts'

/** Ends of a call that leave open whether it was done. */
const DOUBTFUL: readonly unknown[] = ['offline', 'outcome_unknown']

/** Updates whose answer was lost, by hotel, each with the place of the feed before its change. */
const doubtful = new Map<string, { cursor: string }>()

/** Pushes that were answered: none of them is what became of another. */
const answered = new Set<string>()

/** Sends a change; one whose answer was lost is looked for first: to add two rooms again would add four. */
export async function sendOnce(
  hotel: string,
  live: Live,
  step: Step,
): Promise<{ cursor: string; sent: Sent }> {
  const keys = step.updates.map((update) => `${hotel} ${JSON.stringify(update)}`)
  const [doubt, ...others] = new Set(keys.map((key) => doubtful.get(key)))
  // Of several changes some may have been done.
  const isAgain = doubt && others.length === 0
  const cursor = isAgain ? doubt.cursor : (live.cursor() ?? (await feedEnd(hotel)))
  const find = () => findSent(hotel, cursor, step)
  const isLost = ({ problem }: Sent) => DOUBTFUL.includes(problem?.code)
  let sent = (isAgain && (await find())) || (await sendStep(hotel, step))
  for (const pushId of sent.pushIds) answered.add(pushId)
  if (isLost(sent)) sent = (await find().catch(() => undefined)) ?? sent
  const place = { cursor }
  for (const key of keys) {
    if (isLost(sent)) doubtful.set(key, place)
    else doubtful.delete(key)
  }
  return { cursor, sent }
}

/** What came of a change by the hotel's feed, for its answer was lost; undefined when none of it was applied. */
async function findSent(hotel: string, cursor: string, step: Step): Promise<Sent | undefined> {
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
    ...nothingSent(),
    done: step.updates.filter(isDone),
    undo: (step.undo ?? []).filter(isDone),
    pushIds: pushes.map(({ pushId }) => pushId ?? ''),
  }
}
