import type { Booking } from '../../../client/call.ts'
import { api, Problem } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import { type Loaded, useLoad } from '../../lib/load.ts'
import { Loading, ProblemNote } from '../../parts/note.tsx'
import { nightsText } from './parts/model.ts'

/** What an action would do to a booking; `isEarly`: it is done only by force, its hour has not come. */
type Trial = Simulated & { isEarly: boolean }
/** What the service answers: to ending a booking, or to taking that back. */
type Simulated = Booking & { nightsGivenBack?: string[]; nightsTaken?: string[] }

/** What is said of nights whose rooms on sale change, and when there are no such nights. */
const TEXTS = {
  nightsTaken: ['booking.takes', 'booking.takesNothing'],
  nightsGivenBack: ['booking.givesBack', 'booking.givesNothing'],
} as const

/** Asks the service what an action would do to a booking as it is now; `more` goes with the question. */
export const useTrial = (path: string, revision: number, more: object = {}): Loaded<Trial> =>
  useLoad(
    async (signal) => {
      const ask = (body: object) => api.post<Simulated>(path, { body, signal })
      try {
        return { ...(await ask({ simulate: true, ...more })), isEarly: false }
      } catch (error) {
        if (!(error instanceof Problem) || !('from' in error.body)) throw error
        return { ...(await ask({ simulate: true, force: true, ...more })), isEarly: true }
      }
    },
    [path, revision],
  )

/** Says from or to which nights an action takes or gives back rooms, or why it cannot be done. */
export function TrialNote({
  of: { data, problem, reload },
  member,
}: {
  of: Loaded<Trial>
  member: keyof typeof TEXTS
}) {
  if (problem) return <ProblemNote problem={problem} onRetry={reload} />
  if (!data) return <Loading />
  const nights = data[member] ?? []
  const [some, none] = TEXTS[member]
  return (
    <p class="note warn" role="status">
      {nights.length === 0
        ? t(none)
        : t(some, {
            rooms: t('bookings.rooms', { count: data.rooms }),
            count: nights.length,
            dates: nightsText(nights),
          })}
    </p>
  )
}
