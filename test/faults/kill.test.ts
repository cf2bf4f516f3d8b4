import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { shelvedBinary } from '../support/binary.ts'
import { prepareDemo } from '../support/demo-folder.ts'
import { temporaryFolder } from '../support/folder.ts'
import {
  dayFromNow,
  runCommand,
  type ServiceProcess,
  startProcess,
  until,
} from '../support/process.ts'

const ROUNDS = 20
/** A kill comes this long after the first answer of its round, at random. */
const KILL_WITHIN_MS = 60
/** Cells of one push by room type; the large ones take several statements each. */
const BLOCKS = { DBL: 540, TWN: 540, SGL: 12, TRP: 12, FAM: 1, DLX: 90 }

type Push = { id: string; priceCents: number }
type Day = { date: string; available: number; priceCents: number; closed: boolean }
type Entry = { pushId: string | null; after: Omit<Day, 'date'> }

/** Pushes the same block again and again, each time with a price of its own in every cell. */
type Pusher = {
  roomCode: string
  dates: string[]
  /** What was answered 200 in this round, oldest first. */
  answered: Push[]
  /** Highest price sent. */
  sent: number
  /** Price that stood before this round. */
  stood: number
}

const program = shelvedBinary()

test(`nothing that was answered is lost and no push is half there after ${ROUNDS} kills (issue 2)`, async () => {
  using folder = temporaryFolder()
  const { apiKey: key } = await prepareDemo({ folder: folder.path, program })
  const pushers = Object.entries(BLOCKS).map(([roomCode, cells]): Pusher => {
    const dates = Array.from({ length: cells }, (_, day) => dayFromNow(2 + day))
    return { roomCode, dates, answered: [], sent: 0, stood: 0 }
  })
  let answered = 0
  for (let round = 1; round <= ROUNDS; round++) {
    const killAfterMs = Math.random() * KILL_WITHIN_MS
    await disturb(folder.path, key, pushers, killAfterMs)

    await using served = await startProcess(['serve'], { folder: folder.path, program })
    const when = `round ${round}, killed ${killAfterMs.toFixed(1)} ms after the first answer`
    expect(integrity(folder.path), when).toEqual(['ok'])
    for (const pusher of pushers) await checkPusher(served, key, pusher, when)
    answered += pushers.reduce((sum, pusher) => sum + pusher.answered.length, 0)
    expect((await served.stop()).exitCode).toBe(0)
  }
  expect(answered).toBeGreaterThan(ROUNDS)
  const doctor = await runCommand(['doctor', '--fast'], { folder: folder.path, program })
  expect(doctor.exitCode).toBe(0)
}, 300_000)

/** One round: pushes of all pushers at once, until the process is killed. */
async function disturb(folder: string, key: string, pushers: Pusher[], killAfterMs: number) {
  await using served = await startProcess(['serve'], { folder, program })
  for (const pusher of pushers) pusher.answered = []
  let isKilled = false
  const running = pushers.map(async (pusher) => {
    while (!isKilled) {
      const priceCents = ++pusher.sent
      const updates = pusher.dates.map((date) => ({
        roomCode: pusher.roomCode,
        date,
        available: 1,
        priceCents,
        closed: false,
      }))
      const answer = await served
        .call('PUT', '/v1/partner/availability', { key, body: { updates } })
        .catch(() => undefined)
      if (!answer) return
      expect(answer.status).toBe(200)
      expect(answer.body.applied).toBe(updates.length)
      pusher.answered.push({ id: answer.body.pushId, priceCents })
    }
  })
  await until('a push is answered', () => pushers.some(({ answered }) => answered.length > 0))
  // The only wait for time and not for a condition: the test varies the moment of the kill.
  await Bun.sleep(killAfterMs)
  await served.stop('SIGKILL')
  isKilled = true
  await Promise.all(running)
}

/** The block is of one push, no older than the last that was answered; the history holds all that were. */
async function checkPusher(served: ServiceProcess, key: string, pusher: Pusher, when: string) {
  const { roomCode, dates, answered, sent, stood } = pusher
  const range = `from=${dates[0]}&to=${dates.at(-1)}&roomCode=${roomCode}`
  const { body } = await served.call('GET', `/v1/partner/availability?${range}`, { key })
  const days: Day[] = body.rooms[0].days
  const prices = [...new Set(days.map(({ priceCents }) => priceCents))]
  const place = `${roomCode}, ${when}`
  if (answered.length > 0 || stood > 0) {
    expect(prices, place).toHaveLength(1)
    expect(prices[0], place).toBeWithin(answered.at(-1)?.priceCents ?? stood, sent + 1)
    pusher.stood = prices[0]!
  }
  for (const day of [days[0]!, days.at(-1)!]) {
    const entries = await history(served, key, roomCode, day.date, answered)
    const { date: _, ...state } = day
    // A day without history was never pushed: closed with nothing to sell (contract §2).
    const written = entries[0]?.after ?? { ...state, available: 0, closed: true }
    expect({ shortfall: 0, ...state }, `newest entry of ${place}`).toEqual({
      shortfall: 0,
      ...written,
    })
    const pushes = entries.map(({ pushId, after }) => ({
      id: pushId,
      priceCents: after.priceCents,
    }))
    for (const push of answered) expect(pushes, place).toContainEqual(push)
  }
}

/** The history of a day, newest first, back to the first of some pushes or to the end. */
async function history(
  served: ServiceProcess,
  key: string,
  roomCode: string,
  date: string,
  [oldest]: Push[],
): Promise<Entry[]> {
  const entries: Entry[] = []
  const path = `/v1/partner/availability/history?roomCode=${roomCode}&date=${date}&limit=100`
  let cursor: string | null = ''
  do {
    const more: string = cursor && `&cursor=${cursor}`
    const { body } = await served.call('GET', path + more, { key })
    entries.push(...body.items)
    cursor = body.nextCursor
  } while (cursor && oldest && !entries.some(({ pushId }) => pushId === oldest.id))
  return entries
}

/** What SQLite says of the database, asked beside the service that has it open. */
function integrity(folder: string): unknown[] {
  using database = new Database(join(folder, 'data/roomwire.db'), { readonly: true })
  return database.query('pragma integrity_check').values().flat()
}
