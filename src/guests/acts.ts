import { isDisownedInTime } from '../domain/strangers/strangers.ts'
import type {
  BookingRecord,
  GuestBooking,
  Outcome,
  PageAnswer,
  Problem,
  Visit,
} from '../http/guests/page-shape.ts'
import { calendarFile } from './calendar.ts'
import type { Key } from './lib/key.ts'
import { bookingPage, type PageNotice } from './views/booking.tsx'
import { cancelPage } from './views/cancel.tsx'
import { changePage } from './views/change.tsx'
import type { Page } from './views/frame.tsx'
import type { BookingScene } from './views/parts.tsx'
import { denyPage, disownedPage, provePage } from './views/prove.tsx'

/** A booking that was opened, and what its page was asked to do. */
type ActRequest = BookingScene & { visit: Visit }
/** A page, and what opens the booking from then on, where it has changed. */
export type ActAnswer = (Page & { opened?: Key }) | PageAnswer

/** What can be asked of a booking that is open. Each answers a page; what it does is done by the public API. */
export const ACTS = {
  open: (asked: ActRequest) => (isProvable(asked) ? provePage(asked) : bookingPage(asked)),
  see: (asked: ActRequest) => bookingPage(asked),
  confirm,
  change,
  move,
  guest,
  cancel,
  drop,
  prove,
  deny,
  disown,
  calendar: ({ say, found }: ActRequest) => calendarFile(say, found),
} satisfies Record<string, (asked: ActRequest) => ActAnswer | Promise<ActAnswer>>

export const isKnownAct = (name: string): name is keyof typeof ACTS => Object.hasOwn(ACTS, name)

/** Whether the mailed link still has something to ask. */
function isProvable({ opened, found }: ActRequest): boolean {
  const { proof, status } = found.record
  if (!opened.proof || proof === 'mail' || proof === 'hotel') return false
  return status === 'pending' || status === 'confirmed' || found.isLate
}

async function confirm(asked: ActRequest): Promise<ActAnswer> {
  const { problem } = await act(asked, 'POST', '/confirm', {})
  return problem
    ? await showBooking(asked, { problem })
    : await showBooking(asked, { done: asked.say.word('done.confirmed') })
}

/** What other dates would come to. */
async function change(asked: ActRequest): Promise<ActAnswer> {
  const { form } = asked.visit
  const { checkin, checkout } = form
  const { value, problem } = await act<BookingRecord>(asked, 'PATCH', '', {
    ...{ checkin, checkout },
    simulate: true,
  })
  if (problem) return await showBooking(asked, { problem, form })
  const { record } = asked.found
  const isSame = value.checkin === record.checkin && value.checkout === record.checkout
  return isSame
    ? bookingPage(asked, { done: asked.say.word('done.same') })
    : changePage(asked, value)
}

/** Moves the stay, for the sum that was shown. */
async function move(asked: ActRequest): Promise<ActAnswer> {
  const { form } = asked.visit
  const { checkin, checkout } = form
  const guard = { expectedTotalCents: Number(form.total), revision: Number(form.revision) }
  const body = { checkin, checkout, ...guard }
  const { value, problem } = await act<BookingRecord>(asked, 'PATCH', '', body)
  if (!problem) return await showBooking(asked, { done: asked.say.word('done.moved'), value })
  if (problem.code !== 'price_changed') return await showBooking(asked, { problem, form })
  const again = await act<BookingRecord>(asked, 'PATCH', '', { checkin, checkout, simulate: true })
  return again.problem
    ? await showBooking(asked, { problem: again.problem, form })
    : changePage(asked, again.value, problem)
}

/** Changes whose name the booking is in, and what they wish. */
async function guest(asked: ActRequest): Promise<ActAnswer> {
  const { form } = asked.visit
  const { firstName = '', lastName = '', phone = '', specialRequests = '' } = form
  const { value, problem } = await act<BookingRecord>(asked, 'PATCH', '', {
    guest: { firstName, lastName, ...(phone.trim() && { phone: phone.trim() }) },
    specialRequests,
  })
  return problem
    ? await showBooking(asked, { problem, form })
    : await showBooking(asked, { done: asked.say.word('done.guest'), value })
}

/** What a cancellation would cost. */
async function cancel(asked: ActRequest, because?: Problem): Promise<ActAnswer> {
  const { value, problem } = await act<BookingRecord>(asked, 'POST', '/cancel', { simulate: true })
  if (problem) return await showBooking(asked, { problem })
  return cancelPage(asked, value.penaltyCents ?? 0, because)
}

/** Cancels for what was shown. */
async function drop(asked: ActRequest): Promise<ActAnswer> {
  const body = { expectedPenaltyCents: Number(asked.visit.form.penalty) }
  const { problem } = await act(asked, 'POST', '/cancel', body)
  if (problem?.code === 'penalty_changed') return await cancel(asked, problem)
  return problem
    ? await showBooking(asked, { problem })
    : await showBooking(asked, { done: asked.say.word('done.cancelled') })
}

async function prove(asked: ActRequest): Promise<ActAnswer> {
  const { opened, visit, say } = asked
  const payable = visit.form.payable
  const { value, problem } = await send<BookingRecord>(asked, 'POST', '/prove', {
    proofToken: opened.proof,
    ...(payable && { expectedPayableCents: Number(payable) }),
  })
  if (!problem) return await showBooking(asked, { done: say.word('done.confirmed'), value })
  if (problem.code !== 'price_changed') return await showRefusal(asked, problem)
  return provePage(asked, { problem, payableCents: problem.totalPriceCents ?? 0 })
}

/** What *This was not me* would cost a booking that stands: what its guest would pay, once it is not free any more. */
async function deny(asked: ActRequest): Promise<ActAnswer> {
  const { record, today } = asked.found
  const made = { createdAtMs: Date.parse(record.createdAt), checkin: record.checkin }
  if (isDisownedInTime(made, asked.visit.nowMs, today)) return denyPage(asked, 0)
  const { value } = await act<BookingRecord>(asked, 'POST', '/cancel', { simulate: true })
  return denyPage(asked, value?.penaltyCents ?? 0)
}

async function disown(asked: ActRequest): Promise<ActAnswer> {
  const body = { proofToken: asked.opened.proof }
  const { problem } = await send(asked, 'POST', '/disown', body)
  return problem ? await showRefusal(asked, problem) : disownedPage(asked, asked.found)
}

/** A proof token that proves nothing is not carried on: its button would do nothing again. */
async function showRefusal(asked: ActRequest, problem: Problem): Promise<ActAnswer> {
  const { proof: _, ...rest } = asked.opened
  return await showBooking(problem.code === 'not_found' ? { ...asked, opened: rest } : asked, {
    problem,
  })
}

/** Asks the API to do something as whoever has the manage token. */
const act = <T>(
  asked: ActRequest,
  method: string,
  path: string,
  body: object,
): Promise<Outcome<T>> => send<T>(asked, method, path, { manageToken: asked.opened.token, ...body })

async function send<T>(
  { visit, opened }: ActRequest,
  method: string,
  path: string,
  body: object,
): Promise<Outcome<T>> {
  return await visit.ask<T>(method, `/v1/bookings/${encodeURIComponent(opened.code)}${path}`, body)
}

/** The booking as it stands after what was done or not; a new token takes the place of one that was ended. */
async function showBooking(
  asked: ActRequest,
  { value, ...told }: PageNotice & { value?: object },
): Promise<ActAnswer> {
  const given = (value as { manageToken?: string | null } | undefined)?.manageToken
  const opened = given ? { ...asked.opened, token: given } : asked.opened
  const key = opened.token ? { manageToken: opened.token } : { email: opened.email ?? '' }
  const read = await asked.visit.read({ code: opened.code, ...key })
  const found: GuestBooking = read.value ?? asked.found
  return { ...bookingPage({ ...asked, opened, found }, told), opened }
}
