import type { Static } from 'typebox'
import { UPDATES_MAX } from '../../../domain/limits.ts'
import type { PushReportSchema } from '../../../http/shapes/push.ts'
import { api, Problem } from '../../lib/api.ts'
import type { AnyStep, RateUpdate, Update } from './edit.ts'

type Answer = Static<typeof PushReportSchema>
/** An element that was refused or done otherwise, and why; all that are sent from here name their day. */
export type Refusal = Answer['warnings'][number] & { roomCode: string; date: string }
type Report = Omit<Answer, 'errors' | 'warnings'> & { errors: Refusal[]; warnings: Refusal[] }

/** What came of a change: what takes back the part that was applied, and what was not. */
export type Sent = {
  done: number
  undo: (Update | RateUpdate)[]
  /** Of the pushes it took. */
  pushIds: string[]
  refusals: Refusal[]
  corrections: Refusal[]
  problem?: Problem
}

/** Sends a change, as many pushes as it needs; it ends at the first that fails as a whole. */
export async function sendStep(hotel: string, step: AnyStep): Promise<Sent> {
  const { updates, undo = [], seenThrough } = step
  const sent: Sent = { done: 0, undo: [], pushIds: [], refusals: [], corrections: [] }
  for (let start = 0; start < updates.length; start += UPDATES_MAX) {
    const chunk = updates.slice(start, start + UPDATES_MAX)
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
      sent.refusals.push(...refusals)
      sent.corrections.push(...warnings.filter(({ code }) => code === 'sold_meanwhile'))
      sent.done += chunk.length - refused.size
      // In reverse: what came last is taken back first.
      sent.undo.unshift(
        ...undo.slice(start, start + UPDATES_MAX).filter((_, at) => !refused.has(at)),
      )
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      sent.problem = error
      break
    }
  }
  return sent
}

/** One push; that it was refused whole is a report too. */
async function push(
  hotel: string,
  body: Pick<AnyStep, 'updates' | 'seenThrough'>,
): Promise<Report> {
  const call = isOfRates(body) ? api.patch<Report> : api.put<Report>
  try {
    return await call('/v1/panel/availability', { query: { hotel }, body })
  } catch (error) {
    if (!(error instanceof Problem && 'pushId' in error.body)) throw error
    return { ...(error.body as unknown as Report), warnings: [] }
  }
}

/** Whether a step, which has an update at least, sets days of rates. */
export const isOfRates = ({ updates }: Pick<AnyStep, 'updates'>): boolean =>
  'rateCode' in updates[0]!
