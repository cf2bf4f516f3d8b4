import type { PushReport } from '../../../../client/call.ts'
import type { FlawCode } from '../../../../domain/kernel/errors.ts'
import { UPDATES_MAX } from '../../../../domain/kernel/limits.ts'
import { STD } from '../../../../domain/rates/rate.ts'
import { asProblem, call, Problem } from '../../../lib/api.ts'
import type { DayName, Step, Update } from '../model/step.ts'

/** An element that was refused or corrected, and the reason; the standard rate is not named. */
export type Refusal = PushReport['warnings'][number] & DayName & { code: FlawCode }
type Report = Pick<PushReport, 'pushId'> & { errors: Refusal[]; warnings: Refusal[] }

/** What came of a change: what takes back the part that was applied, and what was not. */
export type Sent = {
  done: Update[]
  undo: Update[]
  /** Of the pushes it took. */
  pushIds: string[]
  refusals: Refusal[]
  corrections: Refusal[]
  problem?: Problem
}

/** What came of a change before any of it was sent. */
export const nothingSent = (): Sent => ({
  ...{ done: [], undo: [], pushIds: [], refusals: [], corrections: [] },
})

/** Sends a change, as many pushes as it needs; it ends at the first that fails as a whole. */
export async function sendStep(hotel: string, step: Step): Promise<Sent> {
  const { updates, undo = [], seenThrough } = step
  const sent = nothingSent()
  for (const part of partsOf(updates)) {
    const chunk = part.map((at) => updates[at]!)
    try {
      const { pushId, errors, warnings } = await push(hotel, { updates: chunk, seenThrough })
      sent.pushIds.push(pushId)
      const refusals = [...errors, ...warnings.filter(({ code }) => code === 'stale_push')]
      // Of an element whose count is left out whatever it has beside that and its place applies.
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
      // In reverse: what came last is taken back first.
      sent.undo.unshift(...done.flatMap((at) => undo[at] ?? []))
    } catch (error) {
      sent.problem = asProblem(error)
      break
    }
  }
  return sent
}

const rateIn = ({ rateCode = STD }: Update) => (rateCode === STD ? {} : { rateCode })

/** Which updates go together: days and days of rates go to different operations, so many of each at once. */
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

/** One push; that it was refused whole is a report too. */
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
