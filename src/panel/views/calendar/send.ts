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
export async function sendStep(hotel: string, { updates, undo = [] }: AnyStep): Promise<Sent> {
  const sent: Sent = { done: 0, undo: [], pushIds: [], refusals: [], corrections: [] }
  for (let start = 0; start < updates.length; start += UPDATES_MAX) {
    const chunk = updates.slice(start, start + UPDATES_MAX)
    try {
      const { pushId, errors, rejected, warnings } = await push(hotel, chunk)
      sent.pushIds.push(pushId)
      const refused = new Set(errors.map(({ index }) => index))
      sent.refusals.push(...errors)
      const corrections = warnings.filter(({ code }) => code === 'sold_meanwhile')
      sent.corrections.push(...corrections)
      sent.done += chunk.length - rejected
      // In reverse: what came last is taken back first.
      sent.undo.unshift(
        ...undo
          .slice(start, start + chunk.length)
          .map((update, at) => asDone(update, corrections, at))
          .filter((_, at) => !refused.has(at)),
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
async function push(hotel: string, updates: (Update | RateUpdate)[]): Promise<Report> {
  const call = isOfRates({ updates }) ? api.patch<Report> : api.put<Report>
  try {
    return await call('/v1/panel/availability', { query: { hotel }, body: { updates } })
  } catch (error) {
    if (!(error instanceof Problem && 'pushId' in error.body)) throw error
    return { ...(error.body as unknown as Report), warnings: [] }
  }
}

/** Whether a step sets days of rates. */
export const isOfRates = ({ updates: [first] }: { updates: readonly object[] }): boolean =>
  first !== undefined && 'rateCode' in first

/** What takes an element back whose count was lowered: as many rooms fewer. */
function asDone<U extends Update | RateUpdate>(
  update: U,
  corrections: readonly Refusal[],
  at: number,
): U {
  const correction = corrections.find(({ index }) => index === at)
  if (!correction || !('availableBy' in update) || update.availableBy === undefined) return update
  const { sent = 0, available = 0 } = correction
  return { ...update, availableBy: update.availableBy + sent - available }
}
