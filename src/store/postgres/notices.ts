// Notices of commits between replicas (LISTEN, NOTIFY), which invalidate caches sooner.

import { setTimeout as sleep } from 'node:timers/promises'
import { createPresence, type Presence } from '../engine/presence.ts'
import { type Channel, createChannel } from './channel.ts'
import { naming } from './look.ts'
import type { PostgresTarget } from './pool.ts'
import { answerRoll, isRollChannel, type RollFacts } from './roll-call.ts'

/**
 * How long topics of commits are collected before a notice is sent: a notice in each commit would halve all writes.
 */
const GATHER_MS = 5
/** How often a replica sends a notice to itself, and after how long without one it takes the connection for dead. */
const BEAT_MS = 2_000
const SILENCE_MS = 5_000
const ECHO_MS_MAX = 2_000
/** How long the server may take to say how many connections it grants. */
const GRANTED_MS_MAX = 2_000
/**
 * After this long without a notice from another replica there is none, or it does not hear either; it reads everything
 * again once it does.
 */
const ALONE_MS = 10_000
/** Bytes of a notice; the server takes 7,999. */
const PAYLOAD_MAX = 7_900

/** The commits of a replica, for the others: versions of scopes, and topics that belong to no scope. */
type Notice = { from: string; scopes: [string, number][]; topics: string[] }
/** The additions of a beat: its moment, and the most connections of the replica. */
type Beat = { atMs?: number; connections?: number | undefined }

/** The handlers of the notices of other replicas. */
type NoticeHandlers = {
  /** The facts of this replica for a roll call; the others hear its connections by each beat. Undefined: a command. */
  facts?: RollFacts | undefined
  onSeen: (scope: string, version: number) => void
  onTouched: (topics: string[]) => void
  /** The replica hears from now on: versions announced before must be read. */
  onListen: () => void
  /** The replica hears no more: nothing cached may be trusted. */
  onLost: () => void
}

/**
 * Notifies other replicas of the commits of this one, and receives their notices. Notices only save time: each request
 * reads the versions itself, so a lost notice costs a moment and never correctness.
 *
 * @param monotonicMs a clock that never steps; for tests
 */
export async function createNotices(
  target: PostgresTarget,
  heard: NoticeHandlers,
  monotonicMs = () => performance.now(),
) {
  const from = crypto.randomUUID()
  let heardMs = monotonicMs()
  /** The moment at which another replica was last heard, or may have been missed. */
  let othersMs = heardMs
  let lagMs = 0
  let isClosed = false
  /** True after the first LISTEN; each later one is a reconnection. */
  let isBegun = false
  const channel = createChannel(target, {
    onListen: (isCurrent) => {
      othersMs = monotonicMs()
      if (isCurrent && isBegun) heard.onListen()
    },
    onNotice: hear,
  })
  const presence = createPresence(from, monotonicMs)
  const send = (notice: Omit<Notice, 'from'> & Beat) =>
    channel.send(JSON.stringify({ from, ...notice }))
  const batch = createBatch(send)

  function hear(payload: string): void {
    const notice: Notice & Beat & { roll?: unknown } = JSON.parse(payload)
    if (notice.connections !== undefined) presence.hear(notice.from, notice.connections)
    if (notice.roll !== undefined) answerTo(notice.roll, heard, channel)
    else if (notice.from === from) {
      heardMs = monotonicMs()
      if (notice.atMs !== undefined) lagMs = heardMs - notice.atMs
    } else {
      othersMs = monotonicMs()
      for (const [scope, version] of notice.scopes) heard.onSeen(scope, version)
      heard.onTouched(notice.topics)
    }
  }

  function beat(): void {
    send({ scopes: [], topics: [], atMs: monotonicMs(), connections: heard.facts?.connections })
    if (monotonicMs() - heardMs < SILENCE_MS) return
    // None of its own notices came back for so long: the connection is dead, whatever its state says, and is replaced.
    heardMs = monotonicMs()
    heard.onLost()
    channel.reconnect()
  }

  // Before this, no notice is heard; reads from now on are as new as the notices.
  await naming(target.directUrl, async () => {
    await channel.firstListen()
    const startMs = heardMs
    send({ scopes: [], topics: [] })
    await waitForEcho(() => heardMs !== startMs, channel, monotonicMs)
  })
  isBegun = true
  const beats = setInterval(beat, BEAT_MS)
  beats.unref?.()
  return {
    /** @param topics the topics of a commit that belong to no scope */
    tell(raised: ReadonlyMap<string, number>, topics: readonly string[]): void {
      // A notice is a transaction of its own, even if no replica receives it.
      if (!isClosed && monotonicMs() - othersMs <= ALONE_MS) batch.add(raised, topics)
    },
    /** The delay of the last own notice that came back, and the time since then. */
    state: () => ({ lagMs, silentMs: monotonicMs() - heardMs }),
    presence: () => presenceOf(presence.now(), target, channel),
    async close(): Promise<void> {
      isClosed = true
      clearInterval(beats)
      batch.flush()
      if (heard.facts) send({ scopes: [], topics: [], connections: 0 })
      await channel.close(1).catch(() => {})
    },
  }
}

/** @throws Error behind a pooler that accepts LISTEN and never delivers */
async function waitForEcho(
  hasHeard: () => boolean,
  channel: Pick<Channel, 'close'>,
  monotonicMs: () => number,
): Promise<void> {
  const endMs = monotonicMs() + ECHO_MS_MAX
  while (!hasHeard()) {
    if (monotonicMs() > endMs) {
      await channel.close(0)
      throw new Error(
        'no notice of it comes back (LISTEN): it went away, has no connection left, or behind a transaction pooler set DATABASE_DIRECT_URL',
      )
    }
    await Bun.sleep(5)
  }
}

/** @returns undefined if nobody knows, or a pooler grants the connections */
async function presenceOf(
  heard: Omit<Presence, 'granted'> | undefined,
  { url, directUrl }: PostgresTarget,
  { readGranted }: Pick<Channel, 'readGranted'>,
): Promise<Presence | undefined> {
  if (!heard || url !== directUrl) return undefined
  // A silent server must not keep the end of this process waiting.
  const granted = await Promise.race([
    readGranted(),
    sleep(GRANTED_MS_MAX, undefined, { ref: false }),
  ])
  return granted === undefined ? undefined : { ...heard, granted }
}

/** Answers a roll call, if this process is a replica. */
function answerTo(
  roll: unknown,
  { facts }: Pick<NoticeHandlers, 'facts'>,
  { send }: Pick<Channel, 'send'>,
): void {
  if (facts && isRollChannel(roll)) send(answerRoll(facts, roll), roll)
}

/** Collects the topics of commits for a few milliseconds and sends them in as few notices as hold them. */
function createBatch(send: (notice: Omit<Notice, 'from'>) => void) {
  let waiting: Omit<Notice, 'from'> = { scopes: [], topics: [] }
  let timer: ReturnType<typeof setTimeout> | undefined
  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const { scopes, topics } = waiting
    waiting = { scopes: [], topics: [] }
    for (const part of parts(scopes)) send({ scopes: part, topics: [] })
    for (const part of parts(topics)) send({ scopes: [], topics: part })
  }
  return {
    flush,
    add(raised: ReadonlyMap<string, number>, topics: readonly string[]): void {
      waiting.scopes.push(...raised)
      waiting.topics.push(...topics)
      timer ??= setTimeout(flush, GATHER_MS)
    },
  }
}

/** Splits items into parts that fit a notice. */
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
