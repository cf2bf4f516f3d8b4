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
import { bookingPage, type Told } from './views/booking.tsx'
import { cancelPage } from './views/cancel.tsx'
import { changePage } from './views/change.tsx'
import type { Page } from './views/frame.tsx'
import type { BookingScene } from './views/parts.tsx'
import { denyPage, disownedPage, provePage } from './views/prove.tsx'

/** A booking that was opened, and what its page was asked to do. */
type Asked = BookingScene & { visit: Visit }
/** A page, and what opens the booking from then on, where it has changed. */
export type Answered = (Page & { opened?: Key }) | PageAnswer

/** What can be asked of a booking that is open. Each answers a page; what it does is done by the public API. */
export const ACTS = {
  open: (asked: Asked) => (isProvable(asked) ? provePage(asked) : bookingPage(asked)),
  see: (asked: Asked) => bookingPage(asked),
  confirm,
  change,
  move,
  guest,
  cancel,
  drop,
  prove,
  deny,
  disown,
  calendar: ({ say, found }: Asked) => calendarFile(say, found),
} satisfies Record<string, (asked: Asked) => Answered | Promise<Answered>>

export const isKnownAct = (name: string): name is keyof typeof ACTS => Object.hasOwn(ACTS, name)

/** Whether the mailed link still has something to ask. */
function isProvable({ opened, found }: Asked): boolean {
  const { proof, status } = found.record
  if (!opened.proof || proof === 'mail' || proof === 'hotel') return false
  return status === 'pending' || status === 'confirmed' || found.isLate
}

async function confirm(asked: Asked): Promise<Answered> {
  const { problem } = await act(asked, 'POST', '/confirm', {})
  return problem
    ? await shown(asked, { problem })
    : await shown(asked, { done: asked.say.word('done.confirmed') })
}

/** What other dates would come to. */
async function change(asked: Asked): Promise<Answered> {
  const { form } = asked.visit
  const { checkin, checkout } = form
  const { value, problem } = await act<BookingRecord>(asked, 'PATCH', '', {
    ...{ checkin, checkout },
    simulate: true,
  })
  if (problem) return await shown(asked, { problem, form })
  const { record } = asked.found
  const isSame = value.checkin === record.checkin && value.checkout === record.checkout
  return isSame
    ? bookingPage(asked, { done: asked.say.word('done.same') })
    : changePage(asked, value)
}

/** Moves the stay, for the sum that was shown. */
async function move(asked: Asked): Promise<Answered> {
  const { form } = asked.visit
  const { checkin, checkout } = form
  const guard = { expectedTotalCents: Number(form.total), revision: Number(form.revision) }
  const body = { checkin, checkout, ...guard }
  const { value, problem } = await act<BookingRecord>(asked, 'PATCH', '', body)
  if (!problem) return await shown(asked, { done: asked.say.word('done.moved'), value })
  if (problem.code !== 'price_changed') return await shown(asked, { problem, form })
  const again = await act<BookingRecord>(asked, 'PATCH', '', { checkin, checkout, simulate: true })
  return again.problem
    ? await shown(asked, { problem: again.problem, form })
    : changePage(asked, again.value, problem)
}

/** Changes whose name the booking is in, and what they wish. */
async function guest(asked: Asked): Promise<Answered> {
  const { form } = asked.visit
  const { firstName = '', lastName = '', phone = '', specialRequests = '' } = form
  const { value, problem } = await act<BookingRecord>(asked, 'PATCH', '', {
    guest: { firstName, lastName, ...(phone.trim() && { phone: phone.trim() }) },
    specialRequests,
  })
  return problem
    ? await shown(asked, { problem, form })
    : await shown(asked, { done: asked.say.word('done.guest'), value })
}

/** What a cancellation would cost. */
async function cancel(asked: Asked, because?: Problem): Promise<Answered> {
  const { value, problem } = await act<BookingRecord>(asked, 'POST', '/cancel', { simulate: true })
  if (problem) return await shown(asked, { problem })
  return cancelPage(asked, value.penaltyCents ?? 0, because)
}

/** Cancels for what was shown. */
async function drop(asked: Asked): Promise<Answered> {
  const body = { expectedPenaltyCents: Number(asked.visit.form.penalty) }
  const { problem } = await act(asked, 'POST', '/cancel', body)
  if (problem?.code === 'penalty_changed') return await cancel(asked, problem)
  return problem
    ? await shown(asked, { problem })
    : await shown(asked, { done: asked.say.word('done.cancelled') })
}

async function prove(asked: Asked): Promise<Answered> {
  const { opened, visit, say } = asked
  const payable = visit.form.payable
  const { value, problem } = await send<BookingRecord>(asked, 'POST', '/prove', {
    proofToken: opened.proof,
    ...(payable && { expectedPayableCents: Number(payable) }),
  })
  if (!problem) return await shown(asked, { done: say.word('done.confirmed'), value })
  if (problem.code !== 'price_changed') return await refused(asked, problem)
  return provePage(asked, { problem, payableCents: problem.totalPriceCents ?? 0 })
}

/** What *This was not me* would cost a booking that stands: what its guest would pay, once it is not free any more. */
async function deny(asked: Asked): Promise<Answered> {
  const { record, today } = asked.found
  const made = { createdAtMs: Date.parse(record.createdAt), checkin: record.checkin }
  if (isDisownedInTime(made, asked.visit.nowMs, today)) return denyPage(asked, 0)
  const { value } = await act<BookingRecord>(asked, 'POST', '/cancel', { simulate: true })
  return denyPage(asked, value?.penaltyCents ?? 0)
}

async function disown(asked: Asked): Promise<Answered> {
  const body = { proofToken: asked.opened.proof }
  const { problem } = await send(asked, 'POST', '/disown', body)
  return problem ? await refused(asked, problem) : disownedPage(asked, asked.found)
}

/** A proof token that proves nothing is not carried on: its button would do nothing again. */
async function refused(asked: Asked, problem: Problem): Promise<Answered> {
  const { proof: _, ...rest } = asked.opened
  return await shown(problem.code === 'not_found' ? { ...asked, opened: rest } : asked, { problem })
}

/** Asks the API to do something as whoever has the manage token. */
const act = <T>(asked: Asked, method: string, path: string, body: object): Promise<Outcome<T>> =>
  send<T>(asked, method, path, { manageToken: asked.opened.token, ...body })

async function send<T>(
  { visit, opened }: Asked,
  method: string,
  path: string,
  body: object,
): Promise<Outcome<T>> {
  return await visit.ask<T>(method, `/v1/bookings/${encodeURIComponent(opened.code)}${path}`, body)
}

/** The booking as it stands after what was done or not; a new token takes the place of one that was ended. */
async function shown(
  asked: Asked,
  { value, ...told }: Told & { value?: object },
): Promise<Answered> {
  const given = (value as { manageToken?: string | null } | undefined)?.manageToken
  const opened = given ? { ...asked.opened, token: given } : asked.opened
  const key = opened.token ? { manageToken: opened.token } : { email: opened.email ?? '' }
  const read = await asked.visit.read({ code: opened.code, ...key })
  const found: GuestBooking = read.value ?? asked.found
  return { ...bookingPage({ ...asked, opened, found }, told), opened }
}
