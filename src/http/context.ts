import { type ApiKey, hashKey, isWellFormedKey } from '../domain/api-key.ts'
import type { User } from '../domain/user.ts'
import type { Log } from '../log.ts'
import type { Deps } from '../service/deps.ts'
import { cached } from '../store/cache.ts'
import { type CacheBudget, createCacheBudget } from '../store/cache-budget.ts'
import { findApiKey } from '../store/catalog/api-keys.ts'
import {
  findHotelId,
  findSnapshot,
  type HotelSnapshot,
  hotelTopic,
} from '../store/catalog/catalog.ts'
import { findUser, userTopic } from '../store/catalog/users.ts'
import {
  createLimiter,
  createUseCounter,
  type Limiter,
  type UseCounter,
} from './request/limiter.ts'
import { createRequestCounts, type RequestCounts } from './request-counts.ts'

export type { HotelSnapshot }

/** What every route module is made of. */
export type Context = Deps & {
  log: Log
  version: string
  startedAtMs: number
  publicUrl: string
  /** Where hotel managers find the panel. */
  panelUrl: string
  trustedProxies: number
  publicRatePerMinute: number
  /** One bucket an API key, by its id. */
  keyLimiter: Limiter
  /** One bucket of days a hotel, by its id; see `fairUse`. */
  dayLimiter: Limiter
  /** Requests of each key that passed, of the last minute. */
  keyRequests: UseCounter
  /** One bucket an address for failed authentication. */
  failureLimiter: Limiter
  /** One bucket an account, or an address for who is not signed in, for the general interface. */
  publicLimiter: Limiter
  /** One bucket an account for attempts at its password. */
  accountLimiter: Limiter
  /** The key that a text is, from memory while it stands. */
  apiKeyOf: (secret: string) => Promise<ApiKey | undefined>
  /** The hotel of an id, from memory while it stands. */
  hotelOf: (hotelId: number) => Promise<HotelSnapshot>
  /** The hotel of a slug; undefined when there is none. */
  hotelOfSlug: (slug: string) => Promise<HotelSnapshot | undefined>
  /** The account of an id, from memory while it stands. */
  userOf: (userId: string) => Promise<User | undefined>
  /** Aborted when the service stops: nobody shall wait for what will not come. */
  stopping: AbortSignal
  /** Signs the tokens of sessions. */
  jwtSecret: string
  /** What is kept in memory shares one budget. */
  caches: CacheBudget
  /** For the metrics. */
  counts: RequestCounts
  /** When each key was last used, in epoch milliseconds by the key's id; written to the database every minute. */
  keyUses: Map<string, number>
}

export type Options = Pick<
  Context,
  | 'log'
  | 'version'
  | 'publicUrl'
  | 'panelUrl'
  | 'trustedProxies'
  | 'publicRatePerMinute'
  | 'jwtSecret'
> & { monotonicMs?: () => number; cacheBytes?: number; stopping?: AbortSignal }

const KEYS_KEPT = 10_000
/** What a hotel's data and one of its room types take in memory, roughly. */
const HOTEL_BYTES = 2_000
const ROOM_TYPE_BYTES = 1_000
const CACHE_BYTES_DEFAULT = 256 * 1024 * 1024
const USERS_KEPT = 10_000

/** Puts together what the routes share: limits and what is kept in memory. */
export function createContext(
  deps: Deps,
  { monotonicMs = () => performance.now(), cacheBytes = CACHE_BYTES_DEFAULT, ...options }: Options,
): Context {
  const { store } = deps
  const caches = createCacheBudget(cacheBytes)
  const share = caches.share('hotels')
  const keys = cached<ApiKey>(store, { topics: (key) => [hotelTopic(key.hotelId)], max: KEYS_KEPT })
  const hotels = cached<HotelSnapshot>(store, {
    topics: ({ hotel }) => [hotelTopic(hotel.id)],
    max: share.maxBytes,
    sizeOf: ({ rooms }) => HOTEL_BYTES + rooms.length * ROOM_TYPE_BYTES,
    watch: share.watch,
  })
  const users = cached<User>(store, { topics: (user) => [userTopic(user.id)], max: USERS_KEPT })
  const slugs = new Map<string, number>()
  const hotelOf = async (hotelId: number) =>
    (await hotels(String(hotelId), () => findSnapshot(store, hotelId)))!
  return {
    ...deps,
    ...options,
    caches,
    startedAtMs: deps.nowMs(),
    stopping: options.stopping ?? new AbortController().signal,
    keyLimiter: createLimiter(monotonicMs),
    dayLimiter: createLimiter(monotonicMs),
    keyRequests: createUseCounter(monotonicMs),
    failureLimiter: createLimiter(monotonicMs),
    publicLimiter: createLimiter(monotonicMs),
    accountLimiter: createLimiter(monotonicMs),
    apiKeyOf: (secret) => {
      const hash = hashKey(secret)
      // Its form is looked at only when it is not in memory: every partner request passes here.
      return keys(hash, async () =>
        isWellFormedKey(secret) ? await findApiKey(store, hash) : undefined,
      )
    },
    hotelOf,
    hotelOfSlug: async (slug) => {
      // A slug is given once and for ever, so what was found stands.
      const id = slugs.get(slug) ?? (await findHotelId(store, slug))
      if (id === undefined) return undefined
      slugs.set(slug, id)
      return await hotelOf(id)
    },
    userOf: (userId) => users(userId, () => findUser(store, userId)),
    counts: createRequestCounts(),
    keyUses: new Map(),
  }
}
