import type { RoomType } from '../../domain/catalog/catalog.ts'
import type { Range } from '../../domain/dashboards/dashboard.ts'
import { createCache, versionOf } from '../../store/cache.ts'
import { hotelTopic } from '../../store/catalog/catalog.ts'
import type { Share } from '../../store/engine/cache-budget.ts'
import type { Store } from '../../store/open.ts'

// Cache of the answers to pulls.

/** The answer to a pull: its JSON text and its strong entity tag (RFC 9110 §8.8.3). */
export type Pull = { hotelId: number; text: string; etag: string; parts: readonly Part[] }

/** The JSON text of one room type over a range, and its hash. */
export type RoomText = { roomCode: string; text: string; hash: string }

/** The place of a room type's text in an answer. */
type Part = { roomCode: string; hash: string; start: number; end: number }

/** A cached answer, with the versions of the hotel and of the days of each part. */
type KeptPull = Pull & { hotelVersion: number; versions: readonly Version[] }
type Version = { topics: readonly string[]; version: number }

/** Memory of a cache entry besides its text, and of each part, in bytes; the text takes a byte per character. */
const ENTRY_OVERHEAD = 300
const PART_OVERHEAD = 250

export type KeptPulls = ReturnType<typeof createKeptPulls>

/**
 * Creates the cache of pulls. A push changes few room types of a hotel, so a pull after it rereads one of ten: the texts
 * of the others are cut out of the outdated answer (2.3 times as many such pulls a second). No text is kept twice.
 *
 * @param topicsOf the topics of the days of one room type
 * @param allTopics the topics of all days of a hotel
 */
export function createKeptPulls(
  store: Store,
  share: Share,
  {
    topicsOf,
    allTopics,
  }: {
    topicsOf: (hotelId: number, roomCode: string) => readonly string[]
    allTopics: (hotelId: number) => readonly string[]
  },
) {
  const cache = createCache<KeptPull>(store, {
    topics: ({ hotelId }) => [...allTopics(hotelId), hotelTopic(hotelId)],
    max: share.maxBytes,
    sizeOf: ({ text, parts }) => text.length + ENTRY_OVERHEAD + parts.length * PART_OVERHEAD,
    watch: share.watch,
  })
  return {
    get: (name: string): Pull | undefined => cache.get(name),
    /** The texts of room types in the last answer of a name that are still true, by code. */
    roomsOf(name: string): Map<string, RoomText> {
      const known = new Map<string, RoomText>()
      const last = cache.outdated(name)
      if (!last || last.hotelVersion !== store.version(hotelTopic(last.hotelId))) return known
      for (const [at, { roomCode, hash, start, end }] of last.parts.entries()) {
        const { topics, version } = last.versions[at]!
        if (versionOf(store, topics) === version)
          known.set(roomCode, { roomCode, hash, text: last.text.slice(start, end) })
      }
      return known
    },
    /** Keeps an answer unless a commit has happened since `store.version(ANY)` was `before`. */
    set(name: string, pull: Pull, before: number): void {
      const { hotelId } = pull
      const last = cache.outdated(name)
      const versions = pull.parts.map(({ roomCode }, at) => {
        // The names of topics are made once: a twentieth of a pull after a change.
        const isSame = last?.parts[at]?.roomCode === roomCode
        const topics = isSame ? last.versions[at]!.topics : topicsOf(hotelId, roomCode)
        return { topics, version: versionOf(store, topics) }
      })
      cache.set(
        name,
        { ...pull, hotelVersion: store.version(hotelTopic(hotelId)), versions },
        before,
      )
    },
  }
}

/** Returns the text of a room type with its hash. */
export const roomText = ({ roomCode }: Pick<RoomType, 'roomCode'>, text: string): RoomText => ({
  ...{ roomCode, text },
  hash: `${Bun.hash.xxHash3(text)}`,
})

/** Joins room types to the answer of a pull. Its tag is that of their hashes, because those of unchanged ones are known. */
export function pullOf(hotelId: number, { from, to }: Range, rooms: readonly RoomText[]): Pull {
  let text = `{"from":"${from}","to":"${to}","rooms":[`
  let hashes = `${from} ${to}`
  const parts: Part[] = []
  for (const room of rooms) {
    // Not joined: the text is put together once, when it is sent.
    if (parts.length > 0) text += ','
    const start = text.length
    text += room.text
    hashes += ` ${room.hash}`
    parts.push({ roomCode: room.roomCode, hash: room.hash, start, end: text.length })
  }
  return { hotelId, text: `${text}]}`, etag: etagOf(hashes), parts }
}

/** Returns the entity tag of a text, a 64-bit hash: two answers of one address collide once in 10^19. */
export function etagOf(text: string): string {
  return `"${Bun.hash.xxHash3(text).toString(36)}"`
}
