import type { GuestBooking, Outcome, PageAnswer, Visit } from '../http/guests/page-shape.ts'
import type { Key } from './lib/key.ts'
import { bookingPage, type PageNotice } from './views/booking.tsx'
import type { Page } from './views/frame.tsx'
import type { BookingScene } from './views/parts.tsx'

/** An open booking, with the visit that asks its page for an act. */
export type ActRequest = BookingScene & { visit: Visit }
/** A page, with the booking's new key if it has changed. */
export type ActAnswer = (Page & { opened?: Key } & Pick<PageAnswer, 'counted'>) | PageAnswer

/** Calls the API about a booking or a group with the manage token. */
export const act = <T>(
  { visit, opened, found }: ActRequest,
  method: string,
  path: string,
  body: object,
): Promise<Outcome<T>> => {
  const noun = found.group ? 'booking-groups' : 'bookings'
  const url = `/v1/${noun}/${encodeURIComponent(opened.code)}${path}`
  return visit.ask<T>(method, url, { manageToken: opened.token, ...body })
}

/** Shows the booking after an act or its refusal; a new token replaces one that has ended. */
export async function showBooking(
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
