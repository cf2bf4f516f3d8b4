import type { GroupRecord } from '../domain/bookings/group.ts'
import { isDisownedInTime } from '../domain/strangers/strangers.ts'
import type { BookingRecord, Outcome, Problem } from '../http/guests/page-shape.ts'
import { type ActAnswer, type ActRequest, act, showBooking } from './act.ts'
import { calendarFile } from './calendar.ts'
import { change, move } from './change-acts.ts'
import { guest, invoice, review } from './detail-acts.ts'
import { bookingPage } from './views/booking.tsx'
import { cancelPage } from './views/cancel.tsx'
import { denyPage, disownedPage, provePage } from './views/prove.tsx'

/** The acts on an open booking, by name. Each returns a page, and does its work through the public API. */
export const ACTS = {
  open: (asked: ActRequest) => (isProvable(asked) ? provePage(asked) : bookingPage(asked)),
  see: (asked: ActRequest) => bookingPage(asked),
  confirm,
  change,
  move,
  guest,
  invoice,
  review,
  cancel,
  drop,
  prove,
  deny,
  disown,
  calendar: ({ say, found }: ActRequest) => calendarFile(say, found),
} satisfies Record<string, (asked: ActRequest) => ActAnswer | Promise<ActAnswer>>

export const isKnownAct = (name: string): name is keyof typeof ACTS => Object.hasOwn(ACTS, name)

/** True if the mailed link can still prove the booking. */
function isProvable({ opened, found }: ActRequest): boolean {
  const { proof, status } = found.record
  if (!opened.proof || proof === 'mail' || proof === 'hotel') return false
  return status === 'pending' || status === 'confirmed' || found.isLate
}

async function confirm(asked: ActRequest): Promise<ActAnswer> {
  const { problem } = await act(asked, 'POST', '/confirm', {})
  return problem ? await showBooking(asked, { problem }) : await showSold(asked, {})
}

/** Simulates a cancellation and shows its penalty. */
async function cancel(asked: ActRequest, because?: Problem): Promise<ActAnswer> {
  const { value, problem } = await simulateCancel(asked)
  if (problem) return await showBooking(asked, { problem })
  return cancelPage(asked, value.payableCents, because)
}

const simulateCancel = (asked: ActRequest): Promise<Outcome<BookingRecord | GroupRecord>> =>
  act(asked, 'POST', '/cancel', { simulate: true })

/** Cancels for the amount that was shown. */
async function drop(asked: ActRequest): Promise<ActAnswer> {
  const body = { expectedPayableCents: Number(asked.visit.form.payable) }
  const { problem } = await act(asked, 'POST', '/cancel', body)
  if (problem?.code === 'penalty_changed') return await cancel(asked, problem)
  return problem
    ? await showBooking(asked, { problem })
    : await showBooking(asked, { done: asked.say.word('done.cancelled') })
}

async function prove(asked: ActRequest): Promise<ActAnswer> {
  const { opened, visit } = asked
  const payable = visit.form.payable
  const { value, problem } = await sendProof<BookingRecord>(asked, '/prove', {
    proofToken: opened.proof,
    ...(payable && { expectedPayableCents: Number(payable) }),
  })
  if (!problem) return await showSold(asked, { value })
  if (problem.code !== 'price_changed') return await showRefusal(asked, problem)
  const payableCents = problem.payableCents ?? problem.totalPriceCents ?? 0
  return provePage(asked, { problem, payableCents })
}

/** Asks before *This was not me* ends a standing booking, and shows the penalty that its guest would then owe. */
async function deny(asked: ActRequest): Promise<ActAnswer> {
  const { record, group, today } = asked.found
  const first = group?.bookings[0] ?? record
  const made = { createdAtMs: Date.parse(first.createdAt), checkin: first.checkin }
  if (isDisownedInTime(made, asked.visit.nowMs, today)) return denyPage(asked, 0)
  const { value } = await simulateCancel(asked)
  return denyPage(asked, value?.payableCents ?? 0)
}

async function disown(asked: ActRequest): Promise<ActAnswer> {
  const { problem } = await sendProof(asked, '/disown', { proofToken: asked.opened.proof })
  return problem ? await showRefusal(asked, problem) : disownedPage(asked, asked.found)
}

/** Shows the booking after a refusal. A proof token that failed is dropped, because its button would fail again. */
async function showRefusal(asked: ActRequest, problem: Problem): Promise<ActAnswer> {
  const { proof: _, ...rest } = asked.opened
  return await showBooking(problem.code === 'not_found' ? { ...asked, opened: rest } : asked, {
    problem,
  })
}

/** Shows a booking that its guest has confirmed; one that stood before is no further one in the statistics. */
async function showSold(asked: ActRequest, { value }: { value?: object }): Promise<ActAnswer> {
  const { hotel, record } = asked.found
  const counted =
    record.status === 'confirmed' ? [] : [{ slug: hotel.slug, kind: 'bookings' } as const]
  const done = asked.say.word('done.confirmed')
  return { ...(await showBooking(asked, { done, ...(value && { value }) })), counted }
}

/** Calls the API with the proof token; any booking of a group stands for all of it. */
const sendProof = <T>(
  { visit, found }: ActRequest,
  path: '/prove' | '/disown',
  body: object,
): Promise<Outcome<T>> => visit.ask<T>('POST', `/v1/bookings/${found.record.code}${path}`, body)
