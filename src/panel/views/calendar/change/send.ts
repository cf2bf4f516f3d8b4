import type { Static } from 'typebox'
import { UPDATES_MAX } from '../../../../domain/kernel/limits.ts'
import { STD } from '../../../../domain/rates/rate.ts'
import type { PushReportSchema } from '../../../../http/days/push-shape.ts'
import { api, asProblem, Problem } from '../../../lib/api.ts'
import type { AnyUpdate, Step } from '../model/step.ts'

type Answer = Static<typeof PushReportSchema>
/** An element that was refused or done otherwise, and why; all that are sent from here name their day. */
export type Refusal = Answer['warnings'][number] & {
  roomCode: string
  date: string
  /** Of a rate that is not the standard one. */
  rateCode?: string
}
type Report = Omit<Answer, 'errors' | 'warnings'> & { errors: Refusal[]; warnings: Refusal[] }

/** What came of a change: what takes back the part that was applied, and what was not. */
export type Sent = {
  done: AnyUpdate[]
  undo: AnyUpdate[]
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

const rateIn = (update: AnyUpdate) =>
  'rateCode' in update && update.rateCode !== STD ? { rateCode: update.rateCode } : {}

/** Which updates go together: days and days of rates go to different operations, so many of each at once. */
function partsOf(updates: readonly AnyUpdate[]): number[][] {
  return [false, true].flatMap((isOfRates) => {
    const part = [...updates.keys()].filter((at) => 'rateCode' in updates[at]! === isOfRates)
    return Array.from({ length: Math.ceil(part.length / UPDATES_MAX) }, (_, at) =>
      part.slice(at * UPDATES_MAX, (at + 1) * UPDATES_MAX),
    )
  })
}

/** One push; that it was refused whole is a report too. */
async function push(hotel: string, body: Pick<Step, 'updates' | 'seenThrough'>): Promise<Report> {
  const isOfRates = body.updates.every((update) => 'rateCode' in update)
  const call = isOfRates ? api.patch<Report> : api.put<Report>
  try {
    return await call('/v1/panel/availability', { query: { hotel }, body })
  } catch (error) {
    if (!(error instanceof Problem && 'pushId' in error.body)) throw error
    return { ...(error.body as unknown as Report), warnings: [] }
  }
}
