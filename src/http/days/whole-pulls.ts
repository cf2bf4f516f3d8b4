import type { Range } from '../../domain/dashboards/dashboard.ts'
import { daysBetween } from '../../domain/kernel/date.ts'
import { unavailable } from '../../domain/kernel/errors.ts'
import { createTurns } from '../../service/turns.ts'
import { hotelTopic } from '../../store/catalog/catalog.ts'
import type { Handle } from '../../store/engine/engine.ts'
import { shortTurn } from '../../store/engine/loop-turns.ts'
import { ANY } from '../../store/engine/versions.ts'
import type { Store } from '../../store/open.ts'
import { refuseGone } from '../api/call-turn.ts'
import { type KeptPulls, type Pull, pullOf, type RoomText } from './kept-pulls.ts'

// Reads of pulls: all of an answer is of one moment, and a large one is read in pieces.

/** Days that are read by one statement, and written, before the event loop is released. */
const DAYS_AT_ONCE = 1_000
/** Large pulls that wait: of one hotel five keys' requests of a minute. */
const WAITING_MAX = { ofOneMax: 300, inAllMax: 1_000 }
/** Reads while days of the hotel change, before those of one snapshot, if the database supports it. */
const TRIES_MAX = 2
/** Reads in all, while its room types and rates change: they are no part of the snapshot. */
const READS_MAX = 8

type OfRoom = { roomCode: string }

/** The caller of a pull. @property readmit refuses one whose key or session has ended while it waited */
export type PullCaller = { request: Request; readmit: () => Promise<unknown> }

/** A pull by the name of its answer. */
export type WholePull<Room extends OfRoom> = Range & {
  hotelId: number
  name: string
  /** The number of series of days of a room type: itself, or its rates. */
  series: (room: Room) => number
  /** The topics of all that it shows. */
  topics: readonly string[]
  /** Its room types now. */
  rooms: () => Promise<readonly Room[]>
  caller: PullCaller
  /** Reads days, and writes the texts of room types. */
  read: (handle: Handle, rooms: readonly Room[]) => Promise<RoomText[]>
}

/**
 * Creates the reader of pulls that are not kept. Large ones are read one at a time, hotels in turn; not those of which
 * little has changed since the last answer. A pull of which days change meanwhile is read again.
 *
 * @throws AppError `unavailable` if too many large pulls wait, or the caller of one has gone; what `readmit` throws
 */
export function createWholePulls<Room extends OfRoom>(store: Store, kept: KeptPulls) {
  // While one waits for a remote database, another is written.
  const atOnce = store.isRemote ? 4 : 1
  const large = createTurns({ ...WAITING_MAX, atOnce, retryAfterSeconds: 5 })
  return async (pull: WholePull<Room>): Promise<Pull> => {
    const known = await lookAt(store, kept, pull)
    if (!isLarge(pull, known.stale)) return await readWhole(store, kept, pull, known)
    return await large.take(pull.hotelId, async () => {
      // Small requests go in between.
      await shortTurn()
      refuseGone(pull.caller.request)
      await pull.caller.readmit()
      const made = kept.get(pull.name)
      return made ?? (await readWhole(store, kept, pull, await lookAt(store, kept, pull)))
    })
  }
}

const isLarge = <Room extends OfRoom>(pull: WholePull<Room>, stale: readonly Room[]): boolean =>
  stale.reduce((sum, room) => sum + pull.series(room), 0) * lengthOf(pull) > DAYS_AT_ONCE

/** A pull's room types at a moment. */
type Known<Room> = {
  /** Versions of its topics before the look, and of the hotel. */
  before: string
  catalogBefore: number
  rooms: readonly Room[]
  /** The texts that are still true, by code. */
  texts: Map<string, RoomText>
  /** Those without one. */
  stale: readonly Room[]
}

async function lookAt<Room extends OfRoom>(
  store: Store,
  kept: KeptPulls,
  pull: WholePull<Room>,
  isSnapshot = false,
): Promise<Known<Room>> {
  const before = versionNow(store, pull)
  const catalogBefore = store.version(hotelTopic(pull.hotelId))
  const rooms = await pull.rooms()
  // One snapshot may be younger than any text that is known.
  const texts = isSnapshot ? new Map<string, RoomText>() : kept.roomsOf(pull.name)
  const stale = rooms.filter(({ roomCode }) => !texts.has(roomCode))
  return { before, catalogBefore, rooms, texts, stale }
}

/** The versions of this hotel alone: during a long read some other hotel always commits. */
const versionNow = (store: Store, { topics }: { topics: readonly string[] }): string =>
  String(topics.map(store.version))

async function readWhole<Room extends OfRoom>(
  store: Store,
  kept: KeptPulls,
  pull: WholePull<Room>,
  first: Known<Room>,
): Promise<Pull> {
  const { hotelId, from, to, name, topics } = pull
  let known = first
  for (let time = 1; ; time++) {
    const isSnapshot = time > TRIES_MAX
    if (time > 1) known = await lookAt(store, kept, pull, isSnapshot)
    const { before, rooms, texts, stale } = known
    const read = (handle: Handle) => pull.read(handle, stale)
    for (const text of await (isSnapshot ? store.long.snapshot(read) : read(store)))
      texts.set(text.roomCode, text)
    // A commit may have fallen between two statements, or between a known text and this read.
    if (stale.length > 0) await store.freshen(topics)
    const isWhole = versionNow(store, pull) === before
    const found = rooms.map(({ roomCode }) => texts.get(roomCode)!)
    const answer = pullOf(hotelId, { from, to }, found)
    if (isWhole) kept.set(name, answer, store.version(ANY))
    if (isWhole) return answer
    if (isSnapshot && store.version(hotelTopic(hotelId)) === known.catalogBefore) return answer
    if (time === READS_MAX)
      throw unavailable('The room types or rates change too often to be read.', 1)
  }
}

/** Returns the number of room types to read at once, each with days of so many series: itself, or its rates. */
export const roomsAtOnce = (range: Range, series = 1): number =>
  Math.ceil(DAYS_AT_ONCE / (lengthOf(range) * series))

const lengthOf = ({ from, to }: Range): number => daysBetween(from, to) + 1
