import { allCells, BOOKED, book, PUSHED, prepare } from './row-rush.ts'
import type { Plan } from './rows.ts'
import { type SeededHotel, seed } from './seed.ts'
import { type Server, startOurs } from './servers.ts'
import type { Line } from './stats.ts'
import { type IsOver, percentile } from './waits.ts'

/** Days of a push, all of which change. */
const CELLS = 9_800
const WARM_UP = 40
/** Pushes that differ in their prices, one after another. */
const VARIANTS = 7
/** Stretches of one run, with their seconds. In the burst a hotel's keys spend the 100,000 days that they may at once. */
const STRETCHES = [
  { name: 'idle', seconds: 12, quickSeconds: 4, isPushed: false },
  { name: 'burst', seconds: 10, quickSeconds: 4, isPushed: true },
  { name: 'after it', seconds: 50, quickSeconds: 8, isPushed: true },
] as const
/** A push that is not answered by then ends the row. */
const PUSH_MAX_MS = 60_000

/** What guests of a hotel waited for in one stretch, ascending, and what the pushes of the other were answered. */
type Stretch = { name: string; waits: number[]; answers: Map<number, number> }

/**
 * What guests of one hotel wait for their bookings while the five keys of another push 9,800 changed days as often as
 * fair use lets them (contract §7), each waiting as long as a refusal says. One run in stretches: idle, the burst, and
 * when that is spent.
 */
export async function fair({ isQuick, note }: Plan): Promise<Line[]> {
  const { hotels, copy, remove } = await seed([PUSHED, BOOKED])
  const [pushing, booked] = hotels as [SeededHotel, SeededHotel]
  const folder = copy()
  const keys = (await prepare(folder, hotels)).get(pushing.id)!
  // Limits as in production, but for how often one address may book; each refusal is a line of its log.
  const server = await startOurs(
    folder,
    { PUBLIC_RATE_PER_MINUTE: '1000000', FAIR_USE: '1' },
    'ignore',
  )
  try {
    const codes: string[] = []
    const guests = { server, booked, codes }
    await book(guests, () => codes.length >= WARM_UP)
    const bodies = bodiesOf(pushing)
    const stretches: Stretch[] = []
    let pushes: Pushes | undefined
    for (const { name, isPushed, ...lasts } of STRETCHES) {
      const answers = new Map<number, number>()
      if (isPushed) pushes ??= pushAllowed(server, { bodies, keys })
      if (pushes) pushes.answers = answers
      const waits = await book(guests, inTime(isQuick ? lasts.quickSeconds : lasts.seconds))
      stretches.push({ name, waits: waits.toSorted((a, b) => a - b), answers })
    }
    await pushes?.stop()
    for (const each of stretches) note(`fair, ${describe(each)}`)
    const [idle, ...pushed] = stretches
    return pushed.flatMap((each) => linesOf(each, idle!))
  } finally {
    await server.stop()
    remove()
  }
}

function describe({ name, waits, answers }: Stretch): string {
  const shown = [0.5, 0.99, 1].map((share) => percentile(waits, share).toFixed(1)).join(' / ')
  const told = [...answers].map(([status, count]) => `${count} × ${status}`).sort()
  const days = (answers.get(200) ?? 0) * CELLS
  return `${name}: ${waits.length} bookings, p50 / p99 / longest ${shown} ms; ${days.toLocaleString('en')} days taken (${told.join(', ') || 'no pushes'})`
}

const linesOf = ({ name, waits }: Stretch, idle: Stretch): Line[] =>
  (
    [
      ['p50', 0.5],
      ['p99', 0.99],
      ['longest', 1],
    ] as const
  ).map(([what, share]) => ({
    what: `bookings, 5 keys push all they may, ${name}: ${what}`,
    unit: 'ms',
    against: 'idle',
    ours: [{ value: percentile(waits, share) }],
    theirs: [{ value: percentile(idle.waits, share) }],
    ...(what === 'p99' && { target: { bound: '≤', ratio: 2 } }),
  }))

/** Pushes that go on until they are stopped; `answers` counts by status from when it is set. */
type Pushes = { answers: Map<number, number>; stop: () => Promise<void> }

/** Each key pushes again and again, and waits when it is told to. */
function pushAllowed(
  { port }: Server,
  { bodies, keys }: { bodies: readonly string[]; keys: readonly string[] },
): Pushes {
  let sent = 0
  let isOver = false
  const url = `http://127.0.0.1:${port}/v1/partner/availability`
  async function push(key: string): Promise<void> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    while (!isOver) {
      const body = bodies[sent++ % bodies.length]!
      const signal = AbortSignal.timeout(PUSH_MAX_MS)
      const { status, headers: told } = await fetch(url, { method: 'PUT', headers, body, signal })
      if (status !== 200 && status !== 429) throw new Error(`a push was answered ${status}`)
      pushes.answers.set(status, (pushes.answers.get(status) ?? 0) + 1)
      const again = inTime(Number(told.get('retry-after')))
      while (!again() && !isOver) await Bun.sleep(50)
    }
  }
  const ended = Promise.all(keys.map(push))
  // What went wrong is thrown where they are stopped.
  ended.catch(() => {})
  const pushes: Pushes = {
    answers: new Map(),
    async stop() {
      isOver = true
      await ended
    },
  }
  return pushes
}

const bodiesOf = (hotel: SeededHotel) =>
  Array.from({ length: VARIANTS }, (_, index) => {
    const { updates } = allCells(hotel, 10_000 + index)
    return JSON.stringify({ updates: updates.slice(0, CELLS) })
  })

/** Is over after so long. */
function inTime(seconds: number): IsOver {
  const endMs = performance.now() + seconds * 1_000
  return () => performance.now() >= endMs
}
