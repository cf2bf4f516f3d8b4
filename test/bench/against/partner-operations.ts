import { again, each, type NextRequests, type Operation, read } from './operation.ts'
import { bookPage, PAGE, PULLED } from './reservations.ts'
import { answersOf, bookStays, DAYS, ROOMS, type Side } from './side.ts'

const AVAILABILITY = '/v1/partner/availability'
const BOOKINGS = '/v1/partner/bookings'
const FIRST = DAYS[1]!
const pullOf = (path: string, from: number, to: number) =>
  `${path}?from=${DAYS[from]}&to=${DAYS[to]}`

/** What hotels' systems call: days go to the second hotel, bookings come from the first. */
export const PARTNER_OPERATIONS: Operation[] = [
  {
    name: 'unchanged pull of 30 days',
    isQuick: true,
    prepare: read('bravo', [pullOf(AVAILABILITY, 1, 30)]),
  },
  { name: 'unchanged pull of 365 days', prepare: read('bravo', [pullOf(AVAILABILITY, 1, 365)]) },
  { name: 'changed pull', isQuick: true, prepare: changedPulls },
  { name: 'unchanged pull of rates', prepare: read('bravo', [pullOf('/v1/partner/rates', 1, 30)]) },
  { name: 'push of 1', isQuick: true, prepare: pushes(1) },
  { name: 'push of 100', prepare: pushes(100) },
  { name: 'push of 1,000', isQuick: true, callers: 1, warmUp: 100, prepare: pushes(1_000) },
  { name: 'guarded push of 100', prepare: guardedPushes },
  { name: 'prices of 100 days by a range', prepare: ranges },
  {
    name: 'pull of reservations',
    prepare: async (side) => {
      await bookPage(side)
      const path = pullOf(BOOKINGS, PULLED.from, PULLED.to)
      return again([side.ask('GET', `${path}&dateField=stay&limit=${PAGE}`, undefined, 'alfa')])
    },
  },
  {
    name: 'reservation',
    prepare: async (side) => {
      const codes = await bookStays(side, 50)
      return again(codes.map((code) => side.ask('GET', `${BOOKINGS}/${code}`, undefined, 'alfa')))
    },
  },
  {
    name: 'ack',
    prepare: (side) => async (count) => {
      const codes = await bookStays(side, count)
      return codes.map((code) =>
        side.ask('POST', `${BOOKINGS}/${code}/ack`, { revision: 1 }, 'alfa'),
      )
    },
  },
  { name: 'feed of events', prepare: read('alfa', ['/v1/partner/changes?limit=100']) },
  {
    name: 'feed that has nothing new',
    prepare: read('alfa', ['/v1/partner/changes?cursor=latest']),
  },
  { name: 'mapping', prepare: read('alfa', ['/v1/partner/mapping']) },
]

/** Pulls of ever other ranges around one day, which is pushed before: no answer that was kept will do. */
function changedPulls(side: Side): NextRequests {
  const push = each((made) => pushOf(side, [{ ...cellOf(0, made), date: DAYS[30]! }]))
  const pulls = again(
    Array.from({ length: 900 }, (_, at) => {
      const path = pullOf(AVAILABILITY, 1 + (at % 30), 30 + Math.floor(at / 30))
      return side.ask('GET', path, undefined, 'bravo')
    }),
  )
  return async (count) => {
    await answersOf(side.server, await push(1))
    return await pulls(count)
  }
}

/** Pushes of so many days, every one of which changes. */
function pushes(cells: number): Operation['prepare'] {
  return (side) => each((made) => pushOf(side, cellsOf(cells, made)))
}

/** The same by somebody who says how far they have read the feed. */
function guardedPushes(side: Side): NextRequests {
  const feed = side.ask('GET', '/v1/partner/changes?cursor=latest', undefined, 'bravo')
  let made = 0
  return async (count) => {
    const [text] = await answersOf(side.server, [feed])
    const seenThrough = JSON.parse(text!).nextCursor
    return Array.from({ length: count }, () => pushOf(side, cellsOf(100, made++), { seenThrough }))
  }
}

function ranges(side: Side): NextRequests {
  return each((made) => {
    const days = { dateFrom: FIRST, dateTo: DAYS[100] }
    const update = { roomCode: ROOMS[made % ROOMS.length], ...days, priceCents: 12_000 + made }
    return side.ask('PATCH', AVAILABILITY, { updates: [update] }, 'bravo')
  })
}

const pushOf = ({ ask }: Side, updates: object[], more: object = {}) =>
  ask('PUT', AVAILABILITY, { updates, ...more }, 'bravo')

/** Cells of a push, behind those of the pushes before it. */
const cellsOf = (cells: number, made: number) =>
  Array.from({ length: cells }, (_, at) => cellOf(made * cells + at, made))

/** One of all cells, with another value each time. */
function cellOf(at: number, made: number) {
  const cell = at % (ROOMS.length * (DAYS.length - 1))
  return {
    roomCode: ROOMS[cell % ROOMS.length],
    date: DAYS[1 + Math.floor(cell / ROOMS.length)],
    available: 2 + (made % 97),
    priceCents: 12_000 + (made % 4_999),
    closed: false,
  }
}
