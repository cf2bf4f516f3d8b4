import { expect, setDefaultTimeout, test } from 'bun:test'
import { longestGapMs, startLoad } from '../support/fault-load.ts'
import { lostOf, seedHotel, startReplicas, wrongNights } from '../support/fault-scene.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { dayFromNow, type ServiceProcess, until } from '../support/process.ts'
import { startReceiver } from '../support/receiver.ts'
import { startRelay } from '../support/relay.ts'

// The primary is lost under load and its standby promoted, behind one address that follows the primary (issue 15).

setDefaultTimeout(180_000)

/** Health answers after two seconds; a busy machine is late for it. */
const ILL_WITHIN_MS = 4_500
const OUTAGE_MS = 6_000
const ROUNDS = Number(process.env.FAULTS ?? 1)
/** From the promotion until all of every replica is well again; with a commit other tests run beside it. */
const WELL_WITHIN_MS = ROUNDS > 1 ? 10_000 : 30_000
const outageMs = (round: number) => (round === 1 ? OUTAGE_MS : Math.random() * 20_000)

type Key = { key: string }

/**
 * True if a replica hears of a push through another at once, rather than when it looks the next time. It looks each 3 s,
 * so that one in six is heard by luck.
 */
async function hears(
  hearer: ServiceProcess,
  teller: ServiceProcess,
  { key }: Key,
  n: number,
): Promise<boolean> {
  const latest = await hearer.call('GET', '/v1/partner/changes?cursor=latest', { key })
  const { nextCursor } = latest.body ?? {}
  const path = `/v1/partner/changes?cursor=${nextCursor}&waitSeconds=4`
  const waiting = hearer.call('GET', path, { key })
  await Bun.sleep(50)
  const updates = [{ roomCode: 'TWN', date: dayFromNow(300), available: 1, priceCents: 10_000 + n }]
  const pushed = await teller.call('PUT', '/v1/partner/availability', { key, body: { updates } })
  const pushedMs = performance.now()
  const { status, body } = await waiting
  return (
    pushed.status === 200 &&
    status === 200 &&
    body.changes.length > 0 &&
    performance.now() - pushedMs < 500
  )
}

/** How long after a moment something came to hold. */
async function after(ms: number, what: string, holds: () => Promise<boolean>): Promise<number> {
  await until(what, () => holds().catch(() => false))
  return Math.round(performance.now() - ms)
}

test.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
  `nothing acknowledged is lost, nothing is oversold, and all of every replica is well within ${WELL_WITHIN_MS / 1_000} s of the promotion (round %d)`,
  async (round) => {
    await using primary = await startPostgres()
    const client = await seedHotel(primary.url)
    const key = client.secret
    await using standby = await primary.standby()
    using relay = startRelay(primary.port)
    const address = primary.url.replace(String(primary.port), String(relay.port))
    await using receiver = startReceiver()
    await using two = await startReplicas(address, 2)
    const { replicas } = two
    const [one, other] = replicas as [ServiceProcess, ServiceProcess]
    const endpoint = { url: receiver.url, events: ['booking.confirmed'] }
    const made = await one.call('POST', '/v1/partner/webhooks', { key, body: endpoint })
    expect(made.status).toBe(201)
    await until('a webhook is sent', async () => {
      const { id } = made.body
      await one.call('POST', `/v1/partner/webhooks/${id}/test`, { key })
      return receiver.received.length > 0
    })

    const load = startLoad(replicas, client, 24)
    await Bun.sleep(2_000)
    const killedMs = performance.now()
    await primary.kill()
    // As long as it may take until somebody has noticed.
    const endMs = killedMs + outageMs(round)
    while (performance.now() < endMs) {
      await Bun.sleep(500)
      const askedMs = performance.now()
      const ill = await one.call('GET', '/v1/health')
      expect(performance.now() - askedMs).toBeLessThan(ILL_WITHIN_MS)
      if (askedMs - killedMs > 2_000) expect(ill).toBeProblem(503, 'unavailable')
    }
    await standby.control('promote')
    relay.lead(standby.port)
    const promotedMs = performance.now()
    const sent = receiver.received.length

    const well = await Promise.all([
      after(
        promotedMs,
        'one is well',
        async () => (await one.call('GET', '/v1/health')).status === 200,
      ),
      after(
        promotedMs,
        'other is well',
        async () => (await other.call('GET', '/v1/health')).status === 200,
      ),
      after(promotedMs, 'the worker works', async () => receiver.received.length > sent),
    ])
    const told = await load.stop()
    const overMs = performance.now()
    const hearing = (hearer: ServiceProcess, teller: ServiceProcess) => {
      let n = 0
      const hearsNext = () => hears(hearer, teller, { key }, ++n + Math.round(promotedMs))
      return after(
        overMs,
        'notices are heard',
        async () => (await hearsNext()) && (await hearsNext()) && (await hearsNext()),
      )
    }
    // Without the load a notice is heard in half a second also on a busy machine.
    const heard = await Promise.all([hearing(one, other), hearing(other, one)])
    const answering = told.doneMs.map(
      (doneMs) => doneMs.find((ms) => ms > promotedMs)! - promotedMs,
    )
    const lost = await lostOf(other, client, told)
    process.stdout.write(
      `failover after ${Math.round(endMs - killedMs)} ms: ${told.bookings.length} bookings and ${told.pushes.length} pushes acknowledged, ${lost.length} lost; answers ${JSON.stringify(told.counts)}, the longest ${Math.round(told.longestMs)} ms; ` +
        `nothing done for ${told.doneMs.map((ms) => Math.round(longestGapMs(ms, killedMs, overMs)))} ms; after the promotion the replicas wrote again in ${answering.map(Math.round)} ms, ` +
        `health ${well.slice(0, 2)}, worker ${well[2]} ms; notices ${heard} ms after the load\n`,
    )

    expect(lost).toEqual([])
    expect(await wrongNights(standby.url)).toEqual([])
    expect(told.faults).toEqual([])
    if (round === 1) expect(told.counts['503 unavailable']).toBeGreaterThan(0)
    expect(Math.max(...answering, ...well, ...heard)).toBeLessThan(WELL_WITHIN_MS)
  },
)
