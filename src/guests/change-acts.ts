import type { GroupRecord } from '../domain/bookings/group.ts'
import type { BookingRecord, Outcome, Problem } from '../http/guests/page-shape.ts'
import { type ActAnswer, type ActRequest, act, showBooking } from './act.ts'
import { changeBody, listChanged, readChanges, type StayChange } from './lib/stay-change.ts'
import { changePage, type TriedChange } from './views/change.tsx'

// The change of dates and guests: of a booking, or of all stays of a reservation at once.

/** The problem of a form whose ages of children are none. */
const WRONG_AGES = {
  status: 422,
  code: 'validation_failed',
  errors: [{ path: '/childAges', code: 'wrong_format', message: '' }],
} as unknown as Problem

/** Simulates other dates and guests, and shows their price. */
export async function change(asked: ActRequest): Promise<ActAnswer> {
  const { form } = asked.visit
  const changes = readChanges(asked.found, form)
  if (!changes.every(isRead)) return await showBooking(asked, { problem: WRONG_AGES, form })
  const { value, problem } = await tryChange(asked, changes)
  if (problem) return await showBooking(asked, { problem, form })
  return value.changed.length === 0
    ? await showBooking(asked, { done: asked.say.word('done.same') })
    : changePage(asked, value)
}

/** Changes the stay for the price that was shown. */
export async function move(asked: ActRequest): Promise<ActAnswer> {
  const { found, visit, say } = asked
  const { form } = visit
  const changes = readChanges(found, form)
  if (!changes.every(isRead)) return await showBooking(asked, { problem: WRONG_AGES, form })
  const { value, problem } = await act<BookingRecord | GroupRecord>(asked, 'PATCH', '', {
    ...changeBody(found, changes, form),
    expectedPayableCents: Number(form.payable),
  })
  if (!problem) return await showBooking(asked, { done: say.word('done.moved'), value })
  if (problem.code !== 'price_changed') return await showBooking(asked, { problem, form })
  const again = await tryChange(asked, changes)
  return again.problem
    ? await showBooking(asked, { problem: again.problem, form })
    : changePage(asked, again.value, problem)
}

const isRead = (change: StayChange | null): change is StayChange => change !== null

async function tryChange(asked: ActRequest, changes: StayChange[]): Promise<Outcome<TriedChange>> {
  const { found } = asked
  const body = { ...changeBody(found, changes), simulate: true }
  const { value, problem } = await act<BookingRecord | GroupRecord>(asked, 'PATCH', '', body)
  if (problem) return { problem }
  const after = 'bookings' in value ? value.bookings : [value]
  return { value: { changed: listChanged(found, after), payableCents: value.payableCents } }
}
