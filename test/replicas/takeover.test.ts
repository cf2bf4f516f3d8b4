import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { isNull, ne } from 'drizzle-orm'
import { AppError } from '../../src/domain/kernel/errors.ts'
import { temporaryFolder } from '../support/folder.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { type ServiceProcess, startProcess, until } from '../support/process.ts'
import { startReceiver } from '../support/receiver.ts'
import { type Relay, type RelayMode, startRelay } from '../support/relay.ts'
import { LEASE_MS, type Scene, SHARED_KEY, startScene } from '../support/replicas.ts'
import { countCommits } from '../support/turn.ts'

setDefaultTimeout(900_000)

// Three processes on one database, of which the worker is killed, paused or cut off again and again while events come
// (issue 15): nothing is lost, each booking's come in order, and only what was under way comes twice.

/** The lease runs out, and another replica asks for it a moment later. */
const TAKEOVER_MS = LEASE_MS + 1_000
/** How often; ten times for the closing note of an issue. */
const ROUNDS = Number(process.env.TAKEOVERS ?? 3)
const BOOKINGS = 20
const EVERY_MS = 10
/** Long enough that some is under way at any moment. */
const ANSWER_MS = 30

/** On a busy machine terms of a second end by themselves, and little is sent in each. */
const SEND_PATIENCE_MS = 120_000

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server[Symbol.asyncDispose]())

/** A process under a name that what it sends carries, with a way to the database of its own. */
type Replica = { name: string; relay: Relay; served: ServiceProcess; isDown: boolean }

async function startReplica(scene: Scene, name: string, folder: string): Promise<Replica> {
  const relay = startRelay(server.port)
  const env = {
    DATABASE_URL: scene.by(relay.port).url,
    BRAND: name,
    ENCRYPTION_KEY: SHARED_KEY,
    JWT_SECRET: 'a secret of the tests, long enough',
    WEBHOOK_ALLOW_PRIVATE: '1',
    WORKER_LEASE_MS: String(LEASE_MS),
  }
  const served = await startProcess(['serve'], { folder, env })
  return { name, relay, served, isDown: false }
}

/** The highest epoch that a replica has said it has. */
const epochOf = ({ served }: Replica): number =>
  Math.max(
    0,
    ...[...served.stderr().matchAll(/"event":"worker",.*?"epoch":(\d+)/g)].map(([, epoch]) =>
      Number(epoch),
    ),
  )

const workerOf = (replicas: readonly Replica[]): Replica =>
  replicas.reduce((one, other) => (epochOf(other) > epochOf(one) ? other : one))

/** What is done to the worker; the answer makes it well again. */
type Harm = (worker: Replica) => Promise<() => Promise<void>>

const partition =
  (mode: RelayMode): Harm =>
  async ({ relay }) => {
    relay.set(mode)
    return async () => {
      await Bun.sleep(ROUNDS > 3 ? 15_000 : 1_000)
      relay.set('pass')
    }
  }

const HARMS: Record<string, Harm> = {
  async killed(worker) {
    await worker.served.stop('SIGKILL')
    worker.isDown = true
    return async () => {}
  },
  async paused({ served }) {
    process.kill(served.pid, 'SIGSTOP')
    return async () => {
      await Bun.sleep(1_000)
      process.kill(served.pid, 'SIGCONT')
    }
  },
  partitioned: partition('swallow'),
  'unable to ask': partition('hold-there'),
  'given no answer': partition('hold-back'),
}
/** One of the partitions by turns. */
const [killed, paused, ...partitions] = Object.entries(HARMS)
const harms =
  ROUNDS > 3
    ? Object.entries(HARMS)
    : [killed!, paused!, partitions[countCommits() % partitions.length]!]

/** Tells the next revision of one booking after another until it is stopped. @returns ids of all events, in their order */
function startTelling(scene: Scene) {
  const told: string[] = []
  let isStopped = false
  const telling = (async () => {
    for (let count = 0; !isStopped; count++) {
      told.push(await tellNext(scene, count))
      await Bun.sleep(EVERY_MS)
    }
  })()
  return async () => {
    isStopped = true
    await telling
    return told
  }
}

/** Tells one; a machine that is too busy to end a transaction in 2 s does it again, for it was undone. */
async function tellNext(scene: Scene, count: number): Promise<string> {
  for (;;)
    try {
      return await scene.tell(`B${count % BOOKINGS}`, 1 + Math.floor(count / BOOKINGS))
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unavailable') throw error
    }
}

/** Attempts of a replica that are written down. */
async function attemptsOf({ store: { t, db } }: Scene, { name }: Replica): Promise<number> {
  const rows = await db.select({ headers: t.attempt.headers }).from(t.attempt)
  return rows.filter(({ headers }) => headers.includes(`"x-${name}-event"`)).length
}

/** Waits until every event has been delivered, however many have piled up. @throws Error when that does not go on */
async function untilDelivered({ store: { t, db } }: Scene): Promise<void> {
  const count = async () => {
    const events = await db.$count(t.outbox, isNull(t.outbox.queuedAtMs))
    return events + (await db.$count(t.delivery, ne(t.delivery.state, 'delivered')))
  }
  for (let left = await count(); left > 0; ) {
    const before = left
    await until(`fewer than ${before} are left`, async () => {
      left = await count()
      return left < before
    })
  }
}

test.each(harms)(
  `a worker that is %s ${ROUNDS} times amid events: another is within a second of the end of its lease, nothing is settled by the old one, nothing lost, in order, twice only what was under way`,
  async (what, harm) => {
    await using receiver = startReceiver(async () => {
      await Bun.sleep(ANSWER_MS)
      return new Response(null, { status: 204 })
    })
    await using scene = await startScene(server, receiver.url)
    using folder = temporaryFolder()
    const names = ['one', 'two', 'three']
    const replicas = await Promise.all(names.map((name) => startReplica(scene, name, folder.path)))
    const takenMs: number[] = []
    const stopTelling = startTelling(scene)
    try {
      for (let round = 0; round < ROUNDS; round++) {
        await until('one is the worker', () => epochOf(workerOf(replicas)) > 0)
        const worker = workerOf(replicas)
        const epoch = epochOf(worker)
        const before = receiver.received.length
        await until('it sends', () => receiver.received.length > before + 50, SEND_PATIENCE_MS)
        const harmedMs = performance.now()
        const heal = await harm(worker)
        await until('another is the worker', () => epochOf(workerOf(replicas)) > epoch)
        takenMs.push(Math.round(performance.now() - harmedMs))
        const settled = await attemptsOf(scene, worker)
        await heal()
        if (!worker.isDown)
          await until('it knows', () => worker.served.stderr().includes('"worker_no_more"'))
        await Bun.sleep(700)
        expect(await attemptsOf(scene, worker)).toBe(settled)
        if (worker.isDown)
          replicas[replicas.indexOf(worker)] = await startReplica(scene, worker.name, folder.path)
      }
      const told = await stopTelling()
      await untilDelivered(scene)
      const { underWay, terms } = await scene.endedTerms()
      const ids = receiver.received.map(({ headers }) => headers.get('webhook-id')!)
      const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
      process.stdout.write(
        `${what}: ${told.length} events, taken over after ${takenMs.join(', ')} ms, ${twice.length} came twice, ${underWay.size} were under way when one of ${terms} terms ended\n`,
      )
      expect(Math.max(...takenMs)).toBeLessThan(TAKEOVER_MS)
      expect(told.filter((id) => !ids.includes(id))).toEqual([])
      expect(twice.filter((id) => !underWay.has(id))).toEqual([])
      expect(outOfOrder(receiver.received.map(({ body }) => JSON.parse(body)))).toEqual([])
    } finally {
      await stopTelling().catch(() => {})
      for (const { served, relay } of replicas) {
        await served.stop('SIGKILL')
        relay[Symbol.dispose]()
      }
    }
  },
)

/** What came for the first time after a later revision of its booking. */
function outOfOrder(bodies: { bookingCode: string; revision: number }[]): string[] {
  const newest = new Map<string, number>()
  return bodies.flatMap(({ bookingCode, revision }) => {
    const last = newest.get(bookingCode) ?? 0
    newest.set(bookingCode, Math.max(last, revision))
    return revision > last + 1 ? `${bookingCode} ${revision} after ${last}` : []
  })
}
