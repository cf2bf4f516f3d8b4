import { expect, test } from 'bun:test'
import { shelvedBinary } from '../support/binary.ts'
import { good } from '../support/oversold.ts'
import { type Replicas, startReplicas } from '../support/processes.ts'
import { startReceiver } from '../support/receiver.ts'
import { replayHotel, storedRevisions, wholeFeed } from '../support/replica-checks.ts'
import { hireAdmin, makeGround, makeHotel } from '../support/replica-hotels.ts'
import { openNights, ROOMS, runLoad, SUCCESSES, type Tally } from '../support/replica-load.ts'
import { checkTold, tell, untilTold } from '../support/replica-webhooks.ts'

// Guests, partners and readers at several replicas of the binary on one database (issue 15). CLIENTS=300 SECONDS=60 with
// BUN_CONFIG_MAX_HTTP_REQUESTS=4096 is the long one.

const CLIENTS = Number(process.env.CLIENTS ?? 40)
const SECONDS = Number(process.env.SECONDS ?? 5)
const SLUGS = ['alfa', 'bravo', 'delta']

const EXPECTED = / (200|201|409|503)$/
/** Many guests who all want one hotel are sent away for a moment, few only by a machine that is busy with other things. */
const AWAY_SHARE_MAX = CLIENTS > 100 ? 1 : 0.1

const program = shelvedBinary()

async function openHotels(replicas: Replicas, receiver: ReturnType<typeof startReceiver>) {
  const admin = await hireAdmin(replicas)
  await makeGround(admin, replicas.next())
  const hotels = []
  for (const slug of SLUGS) {
    const hotel = await makeHotel(admin, replicas, { slug, rooms: ROOMS })
    good(await openNights(replicas.next(), hotel))
    await tell(replicas, hotel, receiver)
    hotels.push(hotel)
  }
  return hotels
}

/** The feed is one, whoever reads it and whenever, and has every revision of every booking, in order. */
async function checkFeed(replicas: Replicas, { read }: Tally): Promise<void> {
  for (const { hotel, cursors } of read) {
    const entries = await wholeFeed(replicas, hotel)
    const whole = entries.map(({ cursor }) => cursor)
    const missed = whole.filter((cursor) => !new Set(cursors).has(cursor))
    expect(missed).toEqual([])
    expect(cursors).toEqual(whole)
    const told = entries.flatMap(({ booking }) =>
      booking ? [`${booking.code} ${booking.revision}`] : [],
    )
    expect(told).toEqual(await storedRevisions(replicas.sql, hotel))
  }
}

/** Of all answers, those that sent somebody away. */
function shareAway(answers: ReadonlyMap<string, number>): number {
  const all = [...answers].reduce((sum, [, count]) => sum + count, 0)
  const away = [...answers].filter(([name]) => name.endsWith(' 503'))
  return away.reduce((sum, [, count]) => sum + count, 0) / all
}

test.each([2, 3])(
  'at %p replicas nothing is oversold, rooms are freed once, history, feed and webhooks are whole and in order',
  async (count) => {
    await using receiver = startReceiver()
    await using replicas = await startReplicas({ count, program })
    const hotels = await openHotels(replicas, receiver)

    const begun = performance.now()
    const tally = await runLoad(replicas, hotels, { clients: CLIENTS, seconds: SECONDS })
    const took = performance.now() - begun
    await untilTold(replicas)

    const { answers, doubles, read } = tally
    const defects = replicas.all.flatMap(
      (each) => each.stderr().match(/.*"event":"internal".*/g) ?? [],
    )
    expect(defects).toEqual([])
    expect([...answers.keys()].filter((name) => !EXPECTED.test(name))).toEqual([])
    expect(shareAway(answers)).toBeLessThanOrEqual(AWAY_SHARE_MAX)
    expect(doubles).toEqual([])
    for (const what of SUCCESSES) expect([what, (answers.get(what) ?? 0) > 0]).toEqual([what, true])
    let changes = 0
    for (const hotel of hotels) changes += await replayHotel(replicas.sql, hotel)
    await checkFeed(replicas, tally)
    const told = await checkTold(replicas, receiver)
    if (process.env.FIGURES) {
      const longPolls = read.reduce((sum, each) => sum + each.longPolls, 0)
      const figures = {
        count,
        answers: Object.fromEntries(answers),
        changes,
        told,
        took,
        longPolls,
      }
      process.stdout.write(`${JSON.stringify(figures)}\n`)
    }
    await replicas.stop()
  },
  { timeout: 120_000 + SECONDS * 3_000 },
)
