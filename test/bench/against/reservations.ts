import { answersOf, bookingOf, DAYS, EMAIL, type Side } from './side.ts'

/** The first and last of the days whose reservations are pulled, which no other operation books in as many rounds. */
export const PULLED = { from: 341, to: 371 }
/** Reservations of a page. */
export const PAGE = 100
const ACK = { revision: 1, externalId: 'PMS-4711' }
const WHOLE = {
  specialRequests: 'A quiet room',
  guest: {
    ...{ firstName: 'Carla', lastName: 'Caller', email: EMAIL },
    ...{ phone: '+90 212 000 00 00', country: 'TR' },
  },
}

/**
 * Books a page of reservations in the days that are pulled, the same on each side: the demo has few there, and which of
 * those of one day come first differs with the order in which a side's callers were answered. The first one has every
 * member that others may lack.
 */
export async function bookPage(side: Side): Promise<void> {
  await bookWhole(side)
  const nights = PULLED.to - PULLED.from
  const rest = Array.from({ length: PAGE - 1 }, (_, at) =>
    bookingOf(side, nightOf(PULLED.from + 1 + (at % nights))),
  )
  await answersOf(side.server, rest, 201)
}

/** Books on the first day for an agency, acknowledges that as a system with its own ids, and cancels it. */
async function bookWhole(side: Side): Promise<void> {
  const { ask, server } = side
  const request = bookingOf(side, { ...WHOLE, ...nightOf(PULLED.from) }, 'agency')
  const [text] = await answersOf(server, [request], 201)
  const { code } = JSON.parse(text!)
  await answersOf(server, [ask('POST', `/v1/partner/bookings/${code}/ack`, ACK, 'alfa')])
  const cancellation = { reason: 'The guest is ill' }
  await answersOf(server, [ask('POST', `/v1/bookings/${code}/cancel`, cancellation, 'agency')])
}

const nightOf = (day: number) => ({ checkin: DAYS[day]!, checkout: DAYS[day + 1]! })
