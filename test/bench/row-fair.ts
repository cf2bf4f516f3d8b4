import { allCells, BOOKED, book, PUSHED, prepare } from './row-rush.ts'
import type { Plan } from './rows.ts'
import { type SeededHotel, seed } from './seed.ts'
import { type Server, startOurs } from './servers.ts'
import type { Line } from './stats.ts'
import { endOf, type IsOver, waitsBeside } from './waits.ts'

/** By then a hotel's keys have spent what they may push at once. */
const BURST_MS = 60_000
const QUICK_MS = 3_000
const WARM_UP = 40
/** Pushes that differ in their prices, one after another. */
const VARIANTS = 7

/**
 * What guests of one hotel wait for their bookings while the five keys of another push 10,000 days as often as fair use
 * lets them (contract §7), each waiting as long as a refusal says: in the first minute, which has the burst of 100,000
 * days, and in the minute after. One round of each: they are long.
 */
export async function fair(plan: Plan): Promise<Line[]> {
  const { hotels, copy, remove } = await seed([PUSHED, BOOKED])
  const [pushing, booked] = hotels as [SeededHotel, SeededHotel]
  const bodies = Array.from({ length: VARIANTS }, (_, index) =>
    JSON.stringify(allCells(pushing, 10_000 + index)),
  )
  const lastsMs = plan.isQuick ? QUICK_MS : BURST_MS
  try {
    const lines: Line[] = []
    for (const [name, notBeforeMs] of [
      ['first minute', 0],
      ['after it', lastsMs],
    ] as const) {
      let pushes = 0
      const what = `bookings, 5 keys push all they may, ${name}`
      const measured = await waitsBeside({ ...plan, rounds: 1 }, { what }, async (isBeside) => {
        const folder = copy()
        const keys = (await prepare(folder, hotels)).get(pushing.id)!
        // Limits as in production, but for how often one address may book.
        const server = await startOurs(folder, { PUBLIC_RATE_PER_MINUTE: '1000000' }, 'ignore')
        const codes: string[] = []
        const guests = { server, booked, codes }
        try {
          await book(guests, () => codes.length >= WARM_UP)
          const isOver = inTime(isBeside ? notBeforeMs + lastsMs : lastsMs)
          const sent = isBeside ? pushAllowed(server, { bodies, keys }, isOver) : undefined
          if (sent && notBeforeMs > 0) await Bun.sleep(notBeforeMs)
          const [waits, count] = await Promise.all([
            book(guests, sent ? endOf(sent) : isOver),
            sent,
          ])
          pushes = count ?? 0
          return waits.toSorted((a, b) => a - b)
        } finally {
          await server.stop()
        }
      })
      plan.note(`fair, ${name}: ${pushes} pushes were taken since the beginning`)
      lines.push(
        ...measured.map((line) => ({ ...line, target: { bound: '≤', ratio: 2 } as const })),
      )
    }
    return lines.filter(({ what }) => what.endsWith('p99'))
  } finally {
    remove()
  }
}

/** Each key pushes all cells again and again and waits when it is told to. @returns how many were taken */
async function pushAllowed(
  { port }: Server,
  { bodies, keys }: { bodies: readonly string[]; keys: readonly string[] },
  isOver: IsOver,
): Promise<number> {
  let sent = 0
  let taken = 0
  const url = `http://127.0.0.1:${port}/v1/partner/availability`
  async function push(key: string): Promise<void> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    while (!isOver()) {
      const body = bodies[sent++ % bodies.length]!
      const answer = await fetch(url, { method: 'PUT', headers, body })
      await answer.text()
      if (answer.status === 200) taken++
      else if (answer.status !== 429) throw new Error(`a push was answered ${answer.status}`)
      const again = inTime(Number(answer.headers.get('retry-after')) * 1_000)
      while (!again() && !isOver()) await Bun.sleep(50)
    }
  }
  await Promise.all(keys.map(push))
  return taken
}

/** Is over after so long. */
function inTime(ms: number): IsOver {
  const endMs = performance.now() + ms
  return () => performance.now() >= endMs
}
