import type { BookingRecord, GuestBooking } from '../../http/guests/page-shape.ts'
import { readAges } from './ages.ts'

// A change of the dates and the guests of a booking, or of all stays of a reservation, as its form has them.

type Form = Record<string, string>
export type ChangeField = 'checkin' | 'checkout' | 'adults' | 'ages'

/** A change of a stay as the API takes it. */
export type StayChange = {
  checkin: string
  checkout: string
  adults?: number
  children?: number
  childAges?: number[]
}

/** Returns the stays that a change may be about, in their order. */
export const changingStays = ({ record, group }: GuestBooking): BookingRecord[] =>
  group ? group.bookings.filter(({ status }) => status === 'confirmed') : [record]

/** True if one pair of dates is that of all stays. */
export const haveSameDates = (stays: readonly BookingRecord[]): boolean =>
  stays.every(
    ({ checkin, checkout }) => checkin === stays[0]?.checkin && checkout === stays[0]?.checkout,
  )

/** Returns the name of a field of one stay; of a lone booking it has no place. */
export const fieldOf = ({ group }: GuestBooking, record: BookingRecord, name: string): string =>
  group ? `${name}-${record.group?.position}` : name

/** Returns what a field has before anything is typed. */
export function present(record: BookingRecord, name: ChangeField): string {
  if (name === 'ages') return record.childAges?.join(', ') ?? ''
  return String(record[name])
}

/** Returns what was typed for a stay: in its own field, else in the one of all. */
const typedFor = (found: GuestBooking, record: BookingRecord, form: Form) => (name: ChangeField) =>
  (form[fieldOf(found, record, name)] ?? form[name] ?? present(record, name)).trim()

/** Reads the change of a stay; null if the ages of its children are none. A party that is not touched is not named. */
function readChange(found: GuestBooking, record: BookingRecord, form: Form): StayChange | null {
  const typed = typedFor(found, record, form)
  const [adults, agesText] = [typed('adults'), typed('ages')]
  const ages = readAges(agesText)
  if (ages === null) return null
  return {
    ...{ checkin: typed('checkin'), checkout: typed('checkout') },
    // A text that is no number is refused at its field.
    ...(adults !== present(record, 'adults') && { adults: /^\d{1,3}$/.test(adults) ? +adults : 0 }),
    ...(agesText !== present(record, 'ages') && { children: ages.length, childAges: ages }),
  }
}

/** Reads the changes of all stays of a form; null for one whose ages are none. */
export const readChanges = (found: GuestBooking, form: Form): (StayChange | null)[] =>
  changingStays(found).map((record) => readChange(found, record, form))

/** Returns the changes as the API takes them, of a booking or of a reservation. */
export function changeBody(found: GuestBooking, changes: StayChange[], form: Form = {}): object {
  const parts = changingStays(found).map((record, index) => {
    const revision = form[fieldOf(found, record, 'revision')]
    return {
      ...(found.group && { code: record.code }),
      ...changes[index],
      ...(revision && { revision: Number(revision) }),
    }
  })
  return found.group ? { stays: parts } : { ...parts[0] }
}

/** The stays before and after a change that was tried. */
export type ChangedStay = { before: BookingRecord; after: BookingRecord }

/** Returns the stays that a change makes different. */
export const listChanged = (found: GuestBooking, after: readonly BookingRecord[]): ChangedStay[] =>
  changingStays(found).flatMap((before) => {
    const next = after.find(({ code }) => code === before.code)
    return next && !isSame(before, next) ? [{ before, after: next }] : []
  })

export const hasSameNights = ({ before, after }: ChangedStay): boolean =>
  before.checkin === after.checkin && before.checkout === after.checkout

const isSame = (before: BookingRecord, after: BookingRecord): boolean =>
  hasSameNights({ before, after }) &&
  before.adults === after.adults &&
  before.children === after.children &&
  Bun.deepEquals(before.childAges, after.childAges)
