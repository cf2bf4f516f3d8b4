import { processorMicros } from './against/processor-time.ts'
import { encodeRequest, NOBODY } from './client.ts'
import { withHouse } from './house-servers.ts'
import { sendTogether, withConnections } from './load.ts'
import { guestOf, listStays } from './row-booking.ts'
import type { Plan } from './rows.ts'
import { slugOf } from './seed-fill.ts'
import { LARGE } from './seed-large.ts'
import { type Server, startOurs } from './servers.ts'
import { alternate, type Line } from './stats.ts'

/** Stays of one group, and callers who book as many rooms at once. */
const STAYS = 4
/** Bookings of a round that a group of four may cost as one. */
const RATIO_MAX = 2.5
const WARM_ROUNDS = 3

type Way = { requests: Uint8Array[]; callers: number }

/**
 * Processor time of a group of four stays beside that of one booking, where four callers book the same four rooms at
 * once and share their commits.
 */
export async function group({
  rounds,
  isQuick,
}: Pick<Plan, 'rounds' | 'isQuick'>): Promise<Line[]> {
  const each = isQuick ? 250 : 1_000
  return await withHouse(
    LARGE,
    async ({ servers: [server], folders, about }) => {
      // Some rounds more, which warm both up: the compiler takes long over a group.
      const stays = listStays(folders[0]!, about, 2 * (rounds + WARM_ROUNDS) * each)
      const next = () => stays.splice(0, each).map(toOrder)
      const asGroups = (): Way => ({ callers: 1, requests: next().map(requestOfGroup) })
      const asBookings = (): Way => ({ callers: STAYS, requests: next().flatMap(requestsOfFour) })
      const measure = async (makeWay: () => Way) => ({ value: await microsOf(server!, makeWay()) })
      const ways = [asGroups, asBookings]
      await alternate(ways, WARM_ROUNDS, measure)
      const [ours, theirs] = await alternate(ways, rounds, measure)
      return [
        {
          ...{ what: 'group of 4, against a booking of 4 at once', unit: 'µs', against: 'booking' },
          ...{ ours: ours!, theirs: theirs!, target: { bound: '≤', ratio: RATIO_MAX } },
        },
      ]
    },
    [startOurs],
  )
}

type Order = ReturnType<typeof toOrder>

const toOrder = ({ hotelId, ...stay }: ReturnType<typeof listStays>[number], index: number) => ({
  ...{ hotelSlug: slugOf(hotelId), guest: guestOf(index) },
  stay: { ...stay, adults: 1 },
})

const requestOfGroup = ({ stay, ...order }: Order) =>
  encodeRequest(NOBODY, 'POST', '/v1/booking-groups', {
    ...order,
    stays: Array.from({ length: STAYS }, () => stay),
  })

const requestsOfFour = ({ stay, ...order }: Order) =>
  Array.from({ length: STAYS }, () =>
    encodeRequest(NOBODY, 'POST', '/v1/bookings', { ...order, ...stay }),
  )

/** Processor microseconds a request. */
const microsOf = (server: Server, { requests, callers }: Way): Promise<number> =>
  withConnections(server, callers, async (connections) => {
    const before = processorMicros(server.pid)
    await sendTogether(connections, requests, 201)
    return (processorMicros(server.pid) - before) / requests.length
  })
