import { expect, test } from 'bun:test'
import { shelvedBinary } from '../support/binary.ts'
import { CLIENTS, HISTORY_ENV, runHistory, SECONDS } from '../support/history-run.ts'
import type { PostgresServer } from '../support/postgres-server.ts'
import { SOURCE } from '../support/process.ts'
import { startReplicas } from '../support/processes.ts'
import { type Relay, startRelay } from '../support/relay.ts'
import { hireAdmin, makeGround, makeHotel } from '../support/replica-hotels.ts'

// The histories of `faults/histories.test.ts`, of two replicas on PostgreSQL (issue 37, item 2).

const COUNT = 2
const IS_LONG = SECONDS > 10
/** The time that one is stopped or cut off, at least and at most: in the long form until others have taken its work. */
const STOPPED_MS = 300
const STOPPED_MS_MAX = IS_LONG ? 8_000 : STOPPED_MS
const ROOM = { roomCode: 'DBL', totalRooms: null }

const program = process.env.DEV_SOURCE ? SOURCE : shelvedBinary()

/** Two replicas, each with a way of its own to the server, and a hotel. */
async function startScene(stack: AsyncDisposableStack) {
  const relays: Relay[] = []
  const own = ({ url, port }: PostgresServer, number: number) => {
    relays[number] = stack.use(startRelay(port))
    return { DATABASE_URL: url.replace(String(port), String(relays[number].port)) }
  }
  const replicas = stack.use(await startReplicas({ count: COUNT, program, env: HISTORY_ENV, own }))
  const { all } = replicas
  const admin = await hireAdmin(replicas)
  await makeGround(admin, all[0]!)
  const { slug, secret } = await makeHotel(admin, replicas, { slug: 'alfa', rooms: [ROOM] })
  const restart = async () =>
    void (await Promise.all(all.map((_, number) => replicas.restart(number, 'SIGTERM'))))
  return { replicas, relays, scene: { all, key: secret, hotelSlug: slug, restart } }
}

// Defects that are seeded in the service are found here (`test/mutants/replicas.ts`): what befalls it would hide them.
test(`one order explains what ${CLIENTS} clients of ${COUNT} replicas were told that nothing befalls`, async () => {
  await using stack = new AsyncDisposableStack()
  const { scene } = await startScene(stack)
  const { wrong, done } = await runHistory({ ...scene, faults: [] })
  expect(wrong).toEqual([])
  expect(done).toBeGreaterThan(CLIENTS / 4)
}, 240_000)

test(`one order explains what ${CLIENTS} clients were told by ${COUNT} replicas in ${SECONDS} s of kills, restarts, stops, cuts and lost connections`, async () => {
  await using stack = new AsyncDisposableStack()
  const { replicas, relays, scene } = await startScene(stack)
  const any = () => Math.floor(Math.random() * COUNT)
  const rest = () => Bun.sleep(STOPPED_MS + Math.random() * (STOPPED_MS_MAX - STOPPED_MS))
  const stand = async () => {
    const { pid } = scene.all[any()]!
    process.kill(pid, 'SIGSTOP')
    await rest()
    process.kill(pid, 'SIGCONT')
  }
  const sever = (mode: 'cut' | 'swallow') => async () => {
    const relay = relays[any()]!
    relay.set(mode)
    await rest()
    relay.set('pass')
  }
  const { wrong, done } = await runHistory({
    ...scene,
    faults: [
      () => replicas.restart(any(), 'SIGKILL'),
      stand,
      () => replicas.restart(any(), 'SIGTERM'),
      sever('cut'),
      // Bytes that were swallowed are waited for.
      ...(IS_LONG ? [sever('swallow')] : []),
    ],
  })
  expect(wrong).toEqual([])
  expect(done).toBeGreaterThan(CLIENTS / 4)
}, 240_000)
