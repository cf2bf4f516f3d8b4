/**
 * Shows what a service waits for while it is backed up: writes at a steady rate (nine pushes of a day to one booking),
 * pulls and health, before and during the backup; how long the log gets; and that the copy passes `doctor` and has every
 * booking that was answered before the backup began.
 *
 *   bun run bench-seed /tmp/house --days 1000 --bookings 2000000
 *   bun test/bench/backup-load.ts /tmp/house [--rate 1000] [--seconds 20]
 *
 * It writes to the house.
 */
import { Database } from 'bun:sqlite'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { getPriority } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { addDays } from '../../src/domain/kernel/date.ts'
import { createRandom } from '../support/sim/random.ts'
import { encodeRequest } from './client.ts'
import { expectOk, withConnections } from './load.ts'
import { sendAtRate, type TimedRequest } from './open-loop.ts'
import { startBackup } from './row-backup.ts'
import { listBookings } from './row-booking.ts'
import { inFolder, partnerOf } from './seed.ts'
import { DAYS_BEFORE, ROOM_CODES } from './seed-fill.ts'
import type { SeededHouse } from './seed-large.ts'
import { productionEnv, ROOT, type Server, startOurs } from './servers.ts'
import { endOf, type IsOver, percentile, smallWaits } from './waits.ts'

const HOTELS = 40
const CALLERS = 64
const PUSHES_A_BOOKING = 9
const BOOKINGS = 20_000
/** Rooms are sold for two years. */
const DAYS_MAX = 700
const WARM_UP_MS = 5_000
const LOOK_MS = 20
const MIB = 1_048_576

/** What the callers of a phase waited for, in milliseconds ascending, and the longest log. */
type Phase = {
  name: string
  pushes: number[]
  bookings: number[]
  small: number[]
  logBytes: number
}

const number = { type: 'string' as const }
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rate: number, seconds: number },
})
const [folder] = positionals
if (!folder) throw new Error(`usage: bun ${basename(import.meta.path)} <folder> [--rate 1000]`)
const rate = Number(values.rate ?? 1_000)
const idleMs = Number(values.seconds ?? 20) * 1_000
const about: SeededHouse = JSON.parse(readFileSync(join(folder, 'house.json'), 'utf8'))
const target = join(folder, 'copy.db')
rmSync(target, { force: true })

const next = await writesOf(folder)
const server = await startOurs(folder)
const answered: string[] = []
try {
  await measure('warm up', forMs(WARM_UP_MS))
  await measure('idle', forMs(idleMs))
  const known = [...answered]
  const startMs = performance.now()
  const { pid, ended } = startBackup(folder, target)
  const isEnded = endOf(ended)
  // Only the check of the copy has a lower priority.
  await measure('copy', () => isEnded() || getPriority(pid) > 0)
  const copiedMs = performance.now()
  await measure('check', isEnded)
  await ended
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  console.log(
    `${(statSync(target).size / MIB).toFixed(0)} MiB: copied in ${seconds(copiedMs - startMs)}, checked in ${seconds(performance.now() - copiedMs)}`,
  )
  await measure('idle', forMs(idleMs))
  console.log(`${missingIn(target, known)} of ${known.length} bookings answered before are missing`)
} finally {
  await server.stop()
}
await passDoctor()

/** Prepares the requests: pushes of one day each, to some hotels by turns, and bookings all over the house. */
async function writesOf(seeded: string): Promise<(phase: Phase) => TimedRequest> {
  const partners = await inFolder(seeded, (deps) =>
    Promise.all(Array.from({ length: HOTELS }, (_, n) => partnerOf(deps, 2 + n))),
  )
  const bookings = listBookings(
    seeded,
    { ...about, days: Math.min(about.days, DAYS_MAX) },
    BOOKINGS,
  )
  let sent = 0
  const push = (phase: Phase): TimedRequest => ({
    request: encodeRequest(partners[sent % HOTELS]!, 'PUT', '/v1/partner/availability', {
      updates: [
        {
          roomCode: ROOM_CODES[sent % ROOM_CODES.length],
          date: addDays(about.from, DAYS_BEFORE + (sent % 331)),
          ...{ available: 300 + (sent % 97), priceCents: 9_000 + (sent % 89), closed: false },
        },
      ],
    }),
    done: (answer, ms) => void (expectOk(answer) && phase.pushes.push(ms)),
  })
  const book = (phase: Phase): TimedRequest => ({
    request: bookings[(sent / (PUSHES_A_BOOKING + 1)) % BOOKINGS]!,
    done(answer, ms) {
      answered.push(JSON.parse(expectOk(answer, 201).text()).code)
      phase.bookings.push(ms)
    },
  })
  return (phase) => (++sent % (PUSHES_A_BOOKING + 1) === 0 ? book(phase) : push(phase))
}

/** Measures a phase and prints it. */
async function measure(name: string, isOver: IsOver): Promise<void> {
  const phase: Phase = { name, pushes: [], bookings: [], small: [], logBytes: 0 }
  const looking = setInterval(() => {
    const { size = 0 } = statSync(join(folder!, 'roomwire.db-wal'), { throwIfNoEntry: false }) ?? {}
    phase.logBytes = Math.max(phase.logBytes, size)
  }, LOOK_MS)
  const day = addDays(about.from, DAYS_BEFORE)
  const random = createRandom(1)
  const [small] = await Promise.all([
    smallWaits(server, { ...about.busy, day }, isOver),
    withConnections(server as Server, CALLERS, (connections) =>
      sendAtRate(connections, { perSecond: rate, random }, () => next(phase), isOver),
    ),
  ])
  clearInterval(looking)
  print({ ...phase, small })
}

function print({ name, logBytes, ...waits }: Phase): void {
  for (const [what, each] of Object.entries(waits)) {
    if (each.length === 0) continue
    const sorted = each.toSorted((a, b) => a - b)
    const [p50, p99] = [0.5, 0.99].map((share) => percentile(sorted, share).toFixed(1))
    const longest = sorted.at(-1)!.toFixed(0)
    console.log(`${name}: ${each.length} ${what}, p50 ${p50} p99 ${p99} longest ${longest} ms`)
  }
  console.log(`${name}: log at most ${(logBytes / MIB).toFixed(0)} MiB`)
}

function missingIn(copy: string, codes: readonly string[]): number {
  using database = new Database(copy, { readonly: true })
  const find = database.query('select 1 from booking where code = ?')
  return codes.filter((code) => !find.get(code)).length
}

/** @throws Error if `doctor` finds anything wrong with the copy */
async function passDoctor(): Promise<void> {
  const doctor = Bun.spawn([process.execPath, join(ROOT, 'src/main.ts'), 'doctor'], {
    env: productionEnv({ DATA_DIR: folder!, DATABASE_URL: target }),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if ((await doctor.exited) !== 0) throw new Error('doctor finds the copy wrong')
}

function forMs(ms: number): IsOver {
  const endMs = performance.now() + ms
  return () => performance.now() >= endMs
}
