import type { SQL } from 'bun'
import { connectTo, nameOf } from './address.ts'
import type { PostgresTarget } from './pool.ts'

/** How long the topics of commits are gathered before they are told: a notice in each commit would halve all writes. */
const GATHER_MS = 5
/** Every replica tells itself something so often, and takes silence of so long for a connection that is dead. */
const BEAT_MS = 2_000
const SILENCE_MS = 5_000
const ECHO_MS_MAX = 2_000
/** How long a start waits until it listens. */
const LISTEN_MS_MAX = 5_000
/** Another replica that was not heard for so long is none, or deaf, and reads everything anew when it hears again. */
const ALONE_MS = 10_000
const CHANNEL = 'roomwire'
/** Bytes of a notice; the server takes 7,999. */
const PAYLOAD_MAX = 7_900

/** Commits of a replica, as it tells the others: versions of scopes, and topics that belong to none. */
type Notice = { from: string; scopes: [string, number][]; topics: string[] }

/** What is done with the commits of other replicas. */
type NoticeHandlers = {
  onSeen: (scope: string, version: number) => void
  onTouched: (topics: string[]) => void
  /** It listens from now on: what was told before is to be read. */
  onListen: () => void
  /** It is deaf: nothing that is kept may be relied on. */
  onLost: () => void
}

/**
 * Tells other replicas what this one has committed, and hears of theirs. Notices only hurry: what counts is the version
 * that each request reads, so that one that is lost costs a moment and no truth.
 *
 * @param monotonicMs a clock that is never set; for tests
 */
export async function createNotices(
  { directUrl }: PostgresTarget,
  heard: NoticeHandlers,
  monotonicMs = () => performance.now(),
) {
  const from = crypto.randomUUID()
  let begun: Promise<unknown> = Promise.resolve()
  let client = connect()
  let waiting: Omit<Notice, 'from'> = { scopes: [], topics: [] }
  let timer: ReturnType<typeof setTimeout> | undefined
  let heardMs = monotonicMs()
  /** When another replica was heard last, or may have been missed. */
  let othersMs = heardMs
  let lagMs = 0
  let isClosed = false
  /** Whether it has listened once: later it listens anew. */
  let isBegun = false

  function connect(): SQL {
    // A listener has a connection of its own beside the one that tells.
    const made = connectTo(directUrl, { max: 1, prepare: false, connectionTimeout: 2 })
    const listening = made.listen(
      CHANNEL,
      (payload) => hear(made, payload),
      () => {
        othersMs = monotonicMs()
        if (made === client && isBegun) heard.onListen()
      },
    )
    listening.catch(() => {})
    begun = listening
    return made
  }

  function hear(by: SQL, payload: string): void {
    if (by !== client) return
    const notice: Notice & { atMs?: number } = JSON.parse(payload)
    if (notice.from === from) {
      heardMs = monotonicMs()
      if (notice.atMs !== undefined) lagMs = heardMs - notice.atMs
      return
    }
    othersMs = monotonicMs()
    for (const [scope, version] of notice.scopes) heard.onSeen(scope, version)
    heard.onTouched(notice.topics)
  }

  function send(notice: Omit<Notice, 'from'> & { atMs?: number }): void {
    client.notify(CHANNEL, JSON.stringify({ from, ...notice })).catch(() => {})
  }

  /** @throws Error when there is no answer */
  async function firstListen(): Promise<void> {
    const late = Promise.withResolvers<never>()
    const silent = new Error(`${nameOf(directUrl)} cannot be used: it does not answer (LISTEN)`)
    const alarm = setTimeout(() => late.reject(silent), LISTEN_MS_MAX)
    try {
      await Promise.race([begun, late.promise])
    } catch (error) {
      void client.close({ timeout: 0 }).catch(() => {})
      throw error
    } finally {
      clearTimeout(alarm)
    }
  }

  /** @throws Error past a pooler that answers LISTEN and never delivers */
  async function proveEcho(): Promise<void> {
    const sinceMs = heardMs
    const endMs = monotonicMs() + ECHO_MS_MAX
    send({ scopes: [], topics: [] })
    while (heardMs === sinceMs) {
      if (monotonicMs() > endMs) {
        await client.close({ timeout: 0 })
        throw new Error(
          'the database delivers no notices (LISTEN): past a transaction pooler name it by DATABASE_DIRECT_URL',
        )
      }
      await Bun.sleep(5)
    }
  }

  function flush(): void {
    timer = undefined
    const { scopes, topics } = waiting
    waiting = { scopes: [], topics: [] }
    for (const part of parts(scopes)) send({ scopes: part, topics: [] })
    for (const part of parts(topics)) send({ scopes: [], topics: part })
  }

  // Nobody hears before, and what is read from now on is as new as what is heard.
  await firstListen()
  await proveEcho()
  isBegun = true
  const beat = setInterval(() => {
    send({ scopes: [], topics: [], atMs: monotonicMs() })
    if (monotonicMs() - heardMs < SILENCE_MS) return
    // Nothing of itself for so long: the connection is dead, whatever it says, and another is made.
    heardMs = monotonicMs()
    heard.onLost()
    const dead = client
    client = connect()
    void dead.close({ timeout: 0 }).catch(() => {})
  }, BEAT_MS)
  beat.unref?.()

  return {
    /** @param topics of a commit that belong to no scope */
    tell(raised: ReadonlyMap<string, number>, topics: readonly string[]): void {
      // A notice is a transaction of its own, and one that nobody hears costs as much.
      if (isClosed || monotonicMs() - othersMs > ALONE_MS) return
      waiting.scopes.push(...raised)
      waiting.topics.push(...topics)
      timer ??= setTimeout(flush, GATHER_MS)
    },
    /** How long the last of its own notices took to come back, and how long ago that was. */
    state: () => ({ lagMs, silentMs: monotonicMs() - heardMs }),
    async close(): Promise<void> {
      isClosed = true
      clearInterval(beat)
      clearTimeout(timer)
      flush()
      await client.close({ timeout: 1 }).catch(() => {})
    },
  }
}

/** As many at a time as fit a notice. */
function* parts<T>(items: readonly T[]): Generator<T[]> {
  let part: T[] = []
  let bytes = 0
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item)) + 1
    if (bytes + size > PAYLOAD_MAX - 200 && part.length > 0) {
      yield part
      part = []
      bytes = 0
    }
    part.push(item)
    bytes += size
  }
  if (part.length > 0) yield part
}
