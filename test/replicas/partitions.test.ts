import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Client } from '../support/fault-load.ts'
import { seedHotel, startReplicas, suffer } from '../support/fault-scene.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { type Relay, type RelayMode, startRelay } from '../support/relay.ts'
import { countCommits } from '../support/turn.ts'

// Partitions between a service and its PostgreSQL server, and between that and its synchronous standby: one way, both, and
// ways that forget their connections (issue 37, item 1). Nothing acknowledged is lost, nothing is sold twice, answers come
// in bounded time, and all is well again soon after.

setDefaultTimeout(180_000)

const FAULTS = Number(process.env.FAULTS ?? 0)
/** How long a way is cut: in the long form until every deadline has passed. */
const CUT_MS = FAULTS ? 20_000 : 2_500
/** Servers that notice within a second or two that their link is dead, rather than in a minute. */
const WATCHFUL = {
  wal_sender_timeout: '2s',
  wal_receiver_timeout: '2s',
  wal_retrieve_retry_interval: '500ms',
}

let primary: PostgresServer
let standby: PostgresServer
let client: Client
let scene: Awaited<ReturnType<typeof startReplicas>>
/** From the service to the primary, and from the standby to the primary. */
const ways: { service?: Relay; standby?: Relay } = {}
beforeAll(async () => {
  primary = await startPostgres(WATCHFUL)
  client = await seedHotel(primary.url)
  ways.standby = startRelay(primary.port)
  standby = await primary.standby(ways.standby.port)
  ways.service = startRelay(primary.port)
  scene = await startReplicas(
    primary.url.replace(String(primary.port), String(ways.service.port)),
    1,
  )
})
afterAll(async () => {
  await scene?.[Symbol.asyncDispose]()
  for (const relay of Object.values(ways)) relay[Symbol.dispose]()
  await standby?.[Symbol.asyncDispose]()
  await primary?.[Symbol.asyncDispose]()
})

const CUTS: [who: 'service' | 'standby', mode: RelayMode, what: string][] = [
  ['service', 'hold-there', 'nothing reaches the server'],
  ['service', 'hold-back', 'no answer of the server arrives'],
  ['service', 'hold', 'the service and the server are cut off from each other'],
  ['service', 'lose', 'the way to the server forgets its connections'],
  ['standby', 'hold-back', 'nothing reaches the standby'],
  ['standby', 'hold-there', 'nothing that the standby says arrives'],
  ['standby', 'hold', 'the servers are cut off from each other'],
  ['standby', 'lose', 'the way between the servers forgets its connections'],
]
/** By turns one of them. */
const cuts = FAULTS ? CUTS : [CUTS[countCommits() % CUTS.length]!]
const here = () => ({ served: scene.replicas[0]!, client })

test.each(cuts)(
  `%s, %s, for ${CUT_MS} ms: %s; nothing acknowledged is lost, nothing is sold twice, all is soon well`,
  async (who, mode, what) => {
    const relay = ways[who]!
    await suffer({
      ...{ name: `${what} (${mode})`, ...here(), url: primary.url },
      async during() {
        relay.set(mode)
        await Bun.sleep(CUT_MS)
        relay.set('pass')
      },
    })
  },
)

// The last: the standby is the primary afterwards.
test('while the servers are cut off from each other the primary dies and its standby is promoted: nothing acknowledged is lost, nothing is sold twice', async () => {
  const mode = (['hold-back', 'hold-there', 'hold'] as const)[countCommits() % 3]!
  const told = await suffer({
    ...{ name: `promoted after a cut (${mode})`, ...here(), url: standby.url },
    async during() {
      ways.standby!.set(mode)
      await Bun.sleep(CUT_MS)
      await primary.kill()
      await standby.control('promote')
      ways.service!.lead(standby.port)
    },
  })
  expect(told.bookings.length).toBeGreaterThan(0)
})
