import type { RoomType } from '../../domain/catalog/catalog.ts'
import { capacityOf } from '../../domain/days/count.ts'
import { addDays, type CalendarDate } from '../../domain/kernel/date.ts'
import { type Scenario, syncRange } from '../../domain/sandbox/certification.ts'

/** Count pushed in the examples, if the room type has as many rooms. */
const ROOMS = 4
const PRICE_CENTS = 12_900

/** The hotel's data that the examples quote. */
type Sample = {
  today: CalendarDate
  rooms: readonly RoomType[]
  roomCode: string
  priceCents: number
  /** Rooms on sale per night. */
  left: number
  /** The last day of a full sync. */
  last: CalendarDate
}

/** Returns example calls of each certification scenario, ready to send with a test key. */
export function examplesOf(
  all: readonly RoomType[],
  today: CalendarDate,
): Record<Scenario, string[]> {
  const rooms = all.filter(({ active }) => active)
  const [room] = rooms
  const sample = {
    today,
    rooms,
    roomCode: room?.roomCode ?? '<ROOM>',
    priceCents: room?.basePriceCents ?? PRICE_CENTS,
    left: room ? leftOf(room) : ROOMS,
    last: syncRange(today, all.length).last,
  }
  return {
    ...pushExamples(sample),
    ...restrictionExamples(sample),
    ...countExamples(sample),
    back_off: [
      post('/sandbox/faults', { operation: 'getLimits', status: 429, times: 1 }),
      get('/limits'),
      get('/limits'),
    ],
    ...bookingExamples(sample),
  }
}

function pushExamples({ today, rooms, roomCode, priceCents, last }: Sample) {
  const range = (from: number, to: number) => ({
    roomCode,
    dateFrom: addDays(today, from),
    dateTo: addDays(today, to),
  })
  const whole = { dateFrom: today, dateTo: last, closed: false }
  return {
    full_sync: [
      push(
        ...rooms.map((each) => ({
          roomCode: each.roomCode,
          ...whole,
          available: leftOf(each),
          priceCents: each.basePriceCents ?? PRICE_CENTS,
        })),
      ),
    ],
    one_day: [push({ roomCode, date: addDays(today, 30), priceCents: priceCents + 100 })],
    many_days: [push({ ...range(31, 40), priceCents: priceCents + 200 })],
    ranges: [push({ ...range(60, 120), weekdays: ['fri', 'sat'], priceCents: priceCents + 300 })],
    half_year: [push({ ...range(60, 260), priceCents: priceCents + 400 })],
  }
}

function restrictionExamples({ today, roomCode }: Sample) {
  const restrict = (days: number, restriction: object) => [
    push({ roomCode, date: addDays(today, days), ...restriction }),
  ]
  return {
    closed: restrict(41, { closed: true }),
    min_stay: restrict(42, { minStay: 3 }),
    min_stay_through: restrict(43, { minStayThrough: 2 }),
    max_stay: restrict(44, { maxStay: 7 }),
    min_advance: restrict(47, { minAdvanceDays: 7 }),
    max_advance: restrict(48, { maxAdvanceDays: 30 }),
    closed_to_arrival: restrict(45, { closedToArrival: true }),
    closed_to_departure: restrict(46, { closedToDeparture: true }),
  }
}

/** The stay that examples book, `days` from today. */
const stayFrom = ({ roomCode, today }: Sample, days: number, nights: number) => ({
  ...{ roomCode, checkin: addDays(today, days), checkout: addDays(today, days + nights) },
  adults: 1,
})

/** Counts pushed with a cursor (`seenThrough`), after a booking and during a hold. */
function countExamples(sample: Sample) {
  const { roomCode, left } = sample
  const guarded = (date: string, available: number, more: object = {}) =>
    `PATCH ${PARTNER}/availability ${JSON.stringify({
      ...{ seenThrough: '<CURSOR>', ...more },
      updates: [{ roomCode, date, available }],
    })}`
  // The count as in the pull, with the hold deducted.
  const hold = (days: number, end: string, after: number) => {
    const stay = stayFrom(sample, days, 1)
    return [
      post('/sandbox/bookings', { ...stay, hold: true }),
      get('/changes?cursor=latest'),
      guarded(stay.checkin, left - 1, { holds: 'counted' }),
      `POST ${PARTNER}/sandbox/bookings/<CODE>/${end}`,
      get('/changes?cursor=latest'),
      guarded(stay.checkin, after, { holds: 'counted' }),
    ]
  }
  const stay = stayFrom(sample, 50, 2)
  return {
    late_count: [
      get('/changes?cursor=latest'),
      post('/sandbox/bookings', stay),
      guarded(stay.checkin, left),
    ],
    hold_confirmed: hold(54, 'confirm', left - 1),
    hold_expired: hold(55, 'expire', left),
    hold_released: hold(56, 'cancel', left),
  }
}

function bookingExamples(sample: Sample) {
  const { today, last } = sample
  const book = post('/sandbox/bookings', stayFrom(sample, 50, 2))
  const receive = get('/changes?cursor=<CURSOR>&waitSeconds=20')
  // The revision is a number, so without quotes.
  const ack = `POST ${PARTNER}/bookings/<CODE>/ack {"revision":<REVISION>}`
  const change = JSON.stringify({ checkout: addDays(today, 53) })
  return {
    booking_new: [get('/changes?cursor=latest'), book, receive, ack],
    booking_changed: [`PATCH ${PARTNER}/sandbox/bookings/<CODE> ${change}`, receive, ack],
    booking_cancelled: [
      post('/sandbox/bookings/<CODE>/cancel', { reason: 'Change of plans' }),
      receive,
      ack,
    ],
    booking_group: [
      get('/changes?cursor=latest'),
      post('/sandbox/booking-groups', {
        stays: [stayFrom(sample, 57, 1), stayFrom(sample, 58, 1)],
      }),
      receive,
      `POST ${PARTNER}/bookings/ack {"acks":[{"code":"<FIRST CODE>","revision":1},{"code":"<SECOND CODE>","revision":1}]}`,
    ],
    forged_delivery: [
      post('/webhooks', { url: '<HTTPS ADDRESS OF YOUR RECEIVER>' }),
      post('/sandbox/faults', { webhooks: 'bad_signature', times: 1 }),
      book,
    ],
    reconciliation: [
      get(`/availability?from=${today}&to=${last}`),
      get('/bookings?updatedSince=2000-01-01T00:00:00Z'),
    ],
  }
}

const leftOf = (room: RoomType) => Math.min(ROOMS, capacityOf(room))

const PARTNER = '/v1/partner'

const get = (path: string) => `GET ${PARTNER}${path}`
const post = (path: string, body: object) => `POST ${PARTNER}${path} ${JSON.stringify(body)}`
const push = (...updates: object[]) =>
  `PATCH ${PARTNER}/availability ${JSON.stringify({ updates })}`
