import { customAlphabet } from 'nanoid'
import { KEY_SECRET } from '../domain/api-key.ts'
import { BOOKING_CODE } from '../domain/booking.ts'
import { addDays, type CalendarDate, dateIn, instantAt } from '../domain/date.ts'
import type { Deps } from './deps.ts'
import { createPasswords, type PasswordCost } from './passwords.ts'

/** The real clock, ids, randomness and passwords. */
export function realWorld(
  nowMs: () => number = Date.now,
  passwordCost?: PasswordCost,
): Omit<Deps, 'store' | 'brand'> {
  return {
    nowMs,
    today: createToday(nowMs),
    newId: Bun.randomUUIDv7,
    newCode: customAlphabet(BOOKING_CODE.alphabet, BOOKING_CODE.length),
    newKeySecret: customAlphabet(KEY_SECRET.alphabet, KEY_SECRET.length),
    passwords: createPasswords(passwordCost),
  }
}

/** Today by time zone, reckoned once between two midnights: every pull and push asks. */
function createToday(nowMs: () => number): (timeZone: string) => CalendarDate {
  const known = new Map<string, { today: CalendarDate; fromMs: number; untilMs: number }>()
  return (timeZone) => {
    const now = nowMs()
    const entry = known.get(timeZone)
    if (entry && now >= entry.fromMs && now < entry.untilMs) return entry.today
    const today = dateIn(timeZone, now)
    known.set(timeZone, {
      today,
      fromMs: now,
      untilMs: instantAt(addDays(today, 1), '00:00', timeZone),
    })
    return today
  }
}
