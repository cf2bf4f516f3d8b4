import type { PushReport } from '../../../../client/call.ts'
import type { FlawCode } from '../../../../domain/kernel/errors.ts'
import { UPDATES_MAX } from '../../../../domain/kernel/limits.ts'
import { STD } from '../../../../domain/rates/rate.ts'
import { asProblem, call, Problem } from '../../../lib/api.ts'
import type { Live } from '../../../lib/live.ts'
import { changesSince, feedEnd, isOwn, type PushChange } from '../model/since.ts'
import { type DayName, dayKey, type Step, type Update } from '../model/step.ts'

/** An element that was refused or corrected, and the reason; the standard rate is not named. */
export type Refusal = PushReport['warnings'][number] & DayName & { code: FlawCode }
type Report = Pick<PushReport, 'pushId'> & { errors: Refusal[]; warnings: Refusal[] }

/** The outcome of a change: its applied updates with their undo, and its refusals. */
export type Sent = {
  done: Update[]
  undo: Update[]
  pushIds: string[]
  refusals: Refusal[]
  corrections: Refusal[]
  problem?: Problem
}

/** The outcome of a change before any of it is sent. */
export const nothingSent = (): Sent => ({
  ...{ done: [], undo: [], pushIds: [], refusals: [], corrections: [] },
})

/** Codes of a call that may have been done or not. */
const DOUBTFUL: readonly unknown[] = ['offline', 'outcome_unknown']

/** Updates whose answer was lost, by hotel, each with the place of the feed before it. */
const doubtful = new Map<string, { cursor: string }>()

/** Pushes with an answer: none of them can be a lost one. */
const answered = new Set<string>()

/**
 * Sends a change once. If an answer was lost, the feed is searched for the change before it is sent again: to add two
 * rooms again would add four.
 */
export async function sendOnce(
  hotel: string,
  live: Live,
  step: Step,
): Promise<{ cursor: string; sent: Sent }> {
  const keys = step.updates.map((update) => `${hotel} ${JSON.stringify(update)}`)
  const [doubt, ...others] = new Set(keys.map((key) => doubtful.get(key)))
  // A mix of several changes may be done in part.
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

/** The outcome of a change whose answer was lost, by the hotel's feed; undefined if none of it was applied. */
async function findSent(hotel: string, cursor: string, step: Step): Promise<Sent | undefined> {
  const places = new Set(step.updates.map(dayKey))
  // The same person may have changed something elsewhere meanwhile.
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

/** Sends a change in as many pushes as it needs; it ends at the first that fails as a whole. */
export async function sendStep(hotel: string, step: Step): Promise<Sent> {
  const { updates, undo = [], seenThrough } = step
  const sent = nothingSent()
  for (const part of partsOf(updates)) {
    const chunk = part.map((at) => updates[at]!)
    try {
      const { pushId, errors, warnings } = await push(hotel, { updates: chunk, seenThrough })
      sent.pushIds.push(pushId)
      const refusals = [...errors, ...warnings.filter(({ code }) => code === 'stale_push')]
      // A stale count is skipped; other fields of its element are applied.
      const refused = new Set(
        refusals
          .filter(
            ({ code, index }) => code !== 'stale_push' || Object.keys(chunk[index]!).length < 4,
          )
          .map(({ index }) => index),
      )
      const done = part.filter((_, at) => !refused.has(at))
      sent.refusals.push(...refusals.map((each) => ({ ...rateIn(chunk[each.index]!), ...each })))
      sent.corrections.push(...warnings.filter(({ code }) => code.endsWith('_meanwhile')))
      sent.done.push(...done.map((at) => updates[at]!))
      // The last part is undone first.
      sent.undo.unshift(...done.flatMap((at) => undo[at] ?? []))
    } catch (error) {
      sent.problem = asProblem(error)
      break
    }
  }
  return sent
}

const rateIn = ({ rateCode = STD }: Update) => (rateCode === STD ? {} : { rateCode })

/** The indexes of updates by push: days and days of rates go to different operations, at most `UPDATES_MAX` each. */
function partsOf(updates: readonly Update[]): number[][] {
  return [false, true].flatMap((isOfRates) => {
    const part = [...updates.keys()].filter(
      (at) => (updates[at]!.rateCode !== undefined) === isOfRates,
    )
    return Array.from({ length: Math.ceil(part.length / UPDATES_MAX) }, (_, at) =>
      part.slice(at * UPDATES_MAX, (at + 1) * UPDATES_MAX),
    )
  })
}

/** Sends one push; the problem of a push that was refused as a whole is a report too. */
async function push(hotel: string, body: Pick<Step, 'updates' | 'seenThrough'>): Promise<Report> {
  const isOfRates = body.updates.every(({ rateCode }) => rateCode !== undefined)
  // An element of either fits the patch.
  const id = isOfRates ? 'patchPanelAvailability' : 'pushPanelAvailability'
  try {
    return (await call(id as 'patchPanelAvailability', { hotel }, { body })) as Report
  } catch (error) {
    if (!(error instanceof Problem && 'pushId' in error.body)) throw error
    return { ...(error.body as unknown as Report), warnings: [] }
  }
}
