import { addDays } from '../../src/domain/kernel/date.ts'
import { createRandom } from '../support/sim/random.ts'
import { encodeRequest } from './client.ts'
import { readsOf, withHouse } from './house-servers.ts'
import { expectOk, withConnections } from './load.ts'
import { sendAtRate } from './open-loop.ts'
import { AROUND, searches, times } from './row-search.ts'
import type { Plan } from './rows.ts'
import { inFolder, partnerOf } from './seed.ts'
import { CITY_HOTELS, cityHotels, DAYS_BEFORE, ROOM_CODES } from './seed-fill.ts'
import type { SeededHouse } from './seed-large.ts'
import type { Server } from './servers.ts'
import { startOurs } from './servers.ts'
import { alternate, type Line } from './stats.ts'
import { type IsOver, percentile } from './waits.ts'

const PUSHES_PER_SECOND = 200
const CONNECTIONS = 16

type Partner = Awaited<ReturnType<typeof partnerOf>>

/**
 * Searches of the city of 500 hotels with the check-in going through all days, while 200 pushes of one cell a second
 * go into its hotels and those days; the ratio is that of the times a search takes.
 */
export async function pushedSearch(plan: Plan): Promise<Line[]> {
  let partners: Partner[] = []
  const start = async (folder: string) => {
    partners = await inFolder(folder, (deps) =>
      Promise.all(cityHotels(AROUND.hotels).map((hotelId) => partnerOf(deps, hotelId))),
    )
    return await startOurs(folder)
  }
  return await withHouse(
    AROUND,
    async ({ servers: [server], about }) => {
      const requests = searches(about)
      const seconds = plan.isQuick ? 0.5 : 4
      const waits: number[] = []
      const measure = async (isPushed: boolean) => {
        let isMeasured = false
        const pushing = isPushed
          ? pushCells(server!, about, partners, waits, () => isMeasured)
          : undefined
        const searching = readsOf(server!, requests, seconds).finally(() => {
          isMeasured = true
        })
        return (await Promise.all([searching, pushing]))[0]
      }
      await measure(true)
      const [calm, pushed] = await alternate([false, true], plan.rounds, measure)
      const sorted = waits.toSorted((a, b) => a - b)
      plan.note(
        `pushed-search: ${sorted.length} pushes beside the searches took ${percentile(sorted, 0.5).toFixed(1)} ms at the median, p99 ${percentile(sorted, 0.99).toFixed(1)}`,
      )
      return [
        {
          what: `search of ${CITY_HOTELS} hotels, ${PUSHES_PER_SECOND} pushes/s into them`,
          unit: 'ms',
          against: 'no pushes',
          ours: times(pushed!),
          theirs: times(calm!),
          target: { bound: '≤', ratio: 1.5 },
        },
      ]
    },
    [start],
  )
}

/** Pushes one cell after another to a partner, a room type, a day and a value by chance. */
const pushCells = (
  server: Server,
  { from, days }: SeededHouse,
  partners: readonly Partner[],
  waits: number[],
  isOver: IsOver,
): Promise<void> =>
  withConnections(server, CONNECTIONS, async (connections) => {
    const random = createRandom(waits.length)
    const done = (answer: Parameters<typeof expectOk>[0], ms: number) => {
      expectOk(answer)
      waits.push(ms)
    }
    const next = () => {
      const update = {
        roomCode: random.pick(ROOM_CODES),
        date: addDays(from, random.int(DAYS_BEFORE, days - 1)),
        available: random.int(300, 799),
        priceCents: random.int(5_000, 9_999),
        closed: false,
      }
      const partner = random.pick(partners)
      const body = { updates: [update] }
      return { request: encodeRequest(partner, 'PUT', '/v1/partner/availability', body), done }
    }
    await sendAtRate(connections, { perSecond: PUSHES_PER_SECOND, random }, next, isOver)
  })
