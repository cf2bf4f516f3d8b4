/** @jsxImportSource preact */

import type { GuestBooking } from '../../http/guests/page-shape.ts'
import type { Speaker } from '../lib/say.ts'
import { isStanding } from '../lib/standing.ts'

/** Hours that the field of the arrival offers, from the morning on; who comes after midnight comes last. */
const HOURS = Array.from(
  { length: 24 },
  (_, hour) => `${String((hour + 10) % 24).padStart(2, '0')}:00`,
)

/** The value of the field while the stays of a reservation have different times of arrival: each keeps its own. */
export const ARRIVALS_DIFFER = 'each'

/** Returns the time of arrival as its field has it: of a reservation that of all its stays. */
export function arrivalOf({ record, group }: GuestBooking): string {
  const standing = group?.bookings.filter(isStanding) ?? [record]
  const times = new Set(standing.map(({ arrivalTime }) => arrivalTime ?? ''))
  return times.size > 1 ? ARRIVALS_DIFFER : (record.arrivalTime ?? '')
}

type ArrivalProps = {
  say: Speaker
  /** The time that is kept, perhaps another than the full hours; empty if none is. */
  known?: string
  chosen: string
}

/** The field of the time of arrival, wherever a guest tells it. */
export function ArrivalField({ say, known = '', chosen }: ArrivalProps) {
  return (
    <div class="field">
      <label for="f-arrivalTime">{say.word('book.arrival')}</label>
      <select id="f-arrivalTime" name="arrivalTime">
        {timesWith(known).map((time) => (
          <option value={time} selected={time === chosen}>
            {time === ARRIVALS_DIFFER
              ? say.word('guest.arrival.differ')
              : time || say.word('book.arrival.open')}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Lists the times to choose from, with one that is kept in its place among the hours. */
function timesWith(known: string): string[] {
  if (known === '' || HOURS.includes(known)) return ['', ...HOURS]
  if (known === ARRIVALS_DIFFER) return [known, '', ...HOURS]
  const place = HOURS.indexOf(`${known.slice(0, 2)}:00`) + 1
  return ['', ...HOURS.toSpliced(place, 0, known)]
}
