import { type ApiKey, hashKey, isWellFormedKey, type Use } from '../../domain/accounts/api-key.ts'
import { type RelyingParty, relyingParty } from '../../domain/accounts/passkey.ts'
import { STEP_UP_DEMO_MS, STEP_UP_MS } from '../../domain/accounts/step-up.ts'
import type { User } from '../../domain/accounts/user.ts'
import type { Vendor } from '../../domain/accounts/vendor.ts'
import type { Site } from '../../domain/sites/site.ts'
import { errorFacts, type Log } from '../../log.ts'
import { createResetRequests, type ResetRequests } from '../../service/accounts/reset-password.ts'
import { createLinkRequests, type LinkRequests } from '../../service/bookings/manage-link.ts'
import type { Deps } from '../../service/deps.ts'
import { createVisits, type Visits } from '../../service/history/visits.ts'
import { findApiKey, keyTopics } from '../../store/accounts/api-keys.ts'
import { findConnection } from '../../store/accounts/connections.ts'
import { findOpenSessions, type OpenSession } from '../../store/accounts/sessions.ts'
import { findUser, userTopic } from '../../store/accounts/users.ts'
import { cached } from '../../store/cache.ts'
import {
  catalogTopic,
  findHotelId,
  type HotelSnapshot,
  hotelTopic,
} from '../../store/catalog/catalog.ts'
import { daysTopic } from '../../store/days/availability.ts'
import { type CacheBudget, createCacheBudget } from '../../store/engine/cache-budget.ts'
import { createLimiter, type Limiter, type SharedLimiter } from '../../store/engine/limiter.ts'
import { photosTopic } from '../../store/photos/photos.ts'
import type { DrawWorld } from './draw.ts'
import { findSheet, type HotelSheet, sizeOfHotel } from './hotel-sheet.ts'
import { createSiteOf } from './known-sites.ts'
import { createVendorOf } from './known-vendors.ts'
import { createUseCounter, type UseCounter } from './limiter.ts'
import { createPacks, type Packs } from './packing.ts'
import { createRequestCounts, type RequestCounts } from './request-counts.ts'

/** The version of the interface (specification §4.2); health tells that of the program. */
export const INTERFACE_VERSION = '0.1.0'

export type { HotelSnapshot }

/** What every route module is made of. */
export type Context = Deps & {
  log: Log
  version: string
  startedAtMs: number
  publicUrl: string
  /** Where passkeys are good; undefined: nowhere, for it is an IP address. */
  passkeysAt: RelyingParty | undefined
  /** Where hotel managers find the panel. */
  panelUrl: string
  trustedProxies: number
  publicRatePerMinute: number
  /** Lets whoever sends it as Bearer read `/metrics`; undefined: nobody may, but of the demo whoever is on its machine. */
  metricsToken?: string | undefined
  /** Log-ins, registrations and mailed links are bounded by address; failures at an account always are. */
  loginLimits: boolean
  /** The days that may be pushed to a hotel are bounded. */
  fairUse: boolean
  /** How those who wait for their turn at an account are drawn; the real world unless said. */
  drawWorld?: DrawWorld
  /** A clock that never steps, for what is bounded by the minute. */
  monotonicMs: () => number
  /** One bucket an API key, by its id. */
  keyLimiter: SharedLimiter
  /** One bucket of days a hotel, by its id; see `fairUse`. */
  dayLimiter: SharedLimiter
  /** One bucket a site, by its id. */
  siteLimiter: SharedLimiter
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
  /** The vendor that a text is a secret of, from memory while it stands. */
  vendorOf: (secret: string) => Promise<Vendor | undefined>
  /** The site that a text opens, from memory while it stands. */
  siteOf: (secret: string) => Promise<Site | undefined>
  /** The connection of a vendor with the hotel of a slug, from memory while it stands. */
  connectionOf: (vendorId: string, slug: string) => Promise<ApiKey | undefined>
  /** The hotel of an id, from memory while it stands as far as this process knows: the door of its caller has looked. */
  hotelOf: (hotelId: number) => Promise<HotelSheet>
  /** The hotel of an id as it is committed, whoever changed it; what is kept of its days is no older then. */
  freshHotelOf: (hotelId: number) => Promise<HotelSheet>
  /** The same of a slug; undefined when there is none. */
  hotelOfSlug: (slug: string) => Promise<HotelSheet | undefined>
  /** The same as far as this process knows, for who begins a transaction with it, which looks (`currentSnapshot`). */
  knownHotelOfSlug: (slug: string) => Promise<HotelSheet | undefined>
  /** The account of an id as it is committed, whoever changed it. */
  userOf: (userId: string) => Promise<User | undefined>
  /** An account's sessions that are not ended, by their ids, as of when `userOf` last looked at it. */
  sessionsOf: (userId: string) => Promise<ReadonlyMap<string, OpenSession>>
  /** Aborted when the service stops: nobody shall wait for what will not come. */
  stopping: AbortSignal
  /** How long a log-in or step-up is enough for what lasts. */
  stepUpMs: number
  /** Signs the tokens of sessions. */
  jwtSecret: string
  /** Operations of the partner interface, but those of the sandbox: whose answers may go wrong there on purpose. */
  partnerOperations: Set<string>
  /** What is kept in memory shares one budget. */
  caches: CacheBudget
  /** Keeps what is packed of answers that are kept. */
  packs: Packs
  /** Mail links: to who have forgotten their passwords, and to who ask for those of their bookings. */
  forgotten: ResetRequests
  linkRequests: LinkRequests
  /** For the metrics. */
  counts: RequestCounts
  /** When and from where each key was last used, by the key's id; written to the database every minute. */
  keyUses: Map<string, Use>
  /** When each site was last used, likewise. */
  siteUses: Map<string, Use>
  /** Keeps that admins are shown guests of hotels. */
  visits: Visits
  /** When each session was last seen, in epoch milliseconds, likewise. */
  sessionUses: Map<string, number>
}

export type Options = Pick<
  Context,
  | 'log'
  | 'version'
  | 'publicUrl'
  | 'panelUrl'
  | 'trustedProxies'
  | 'publicRatePerMinute'
  | 'metricsToken'
  | 'loginLimits'
  | 'fairUse'
  | 'jwtSecret'
> & {
  monotonicMs?: () => number
  drawWorld?: DrawWorld
  cacheBytes?: number
  stopping?: AbortSignal
  /** Default: 10 minutes, in the demo 12 hours. */
  stepUpMs?: number | undefined
}

const KEYS_KEPT = 10_000
const SLUGS_KEPT = 100_000
const CACHE_BYTES_DEFAULT = 256 * 1024 * 1024
const USERS_KEPT = 10_000
/** Sessions and the accounts they are of. */
const SESSIONS_KEPT = 40_000

type Sessions = { userId: string; open: ReadonlyMap<string, OpenSession> }

/** Puts together what the routes share: limits and what is kept in memory. */
export function createContext(
  deps: Deps,
  { monotonicMs: clock, cacheBytes = CACHE_BYTES_DEFAULT, ...options }: Options,
): Context {
  const { store } = deps
  const monotonicMs = clock ?? (() => performance.now())
  const caches = createCacheBudget(cacheBytes)
  const share = caches.share('hotels')
  const keys = cached<ApiKey>(store, { topics: keyTopics, max: KEYS_KEPT })
  const connections = cached<ApiKey>(store, { topics: keyTopics, max: KEYS_KEPT })
  const hotels = cached<HotelSheet>(store, {
    topics: ({ hotel }) => [hotelTopic(hotel.id), photosTopic(hotel.id)],
    max: share.maxBytes,
    sizeOf: sizeOfHotel,
    watch: share.watch,
  })
  const users = cached<User>(store, { topics: (user) => [userTopic(user.id)], max: USERS_KEPT })
  const sessions = cached<Sessions>(store, {
    topics: ({ userId }) => [userTopic(userId)],
    max: SESSIONS_KEPT,
    sizeOf: ({ open }) => 1 + open.size,
  })
  const slugs = cached<{ id: number }>(store, { topics: () => [catalogTopic], max: SLUGS_KEPT })
  const hotelOf = async (hotelId: number) =>
    (await hotels(String(hotelId), () => findSheet(store, hotelId)))!
  const freshHotelOf = async (hotelId: number) => {
    await store.freshen([hotelTopic(hotelId), daysTopic(hotelId)])
    return await hotelOf(hotelId)
  }
  // A slug is given once and for ever, unless a failover loses that.
  const idOfSlug = async (slug: string) => {
    const found = await slugs(slug, async () => {
      const id = await findHotelId(store, slug)
      return id === undefined ? undefined : { id }
    })
    return found?.id
  }
  return {
    ...deps,
    ...options,
    passkeysAt: relyingParty(options.publicUrl),
    caches,
    startedAtMs: deps.nowMs(),
    stepUpMs: options.stepUpMs ?? (deps.isDemo ? STEP_UP_DEMO_MS : STEP_UP_MS),
    stopping: options.stopping ?? new AbortController().signal,
    monotonicMs,
    keyLimiter: store.limiter('key', clock),
    dayLimiter: store.limiter('days', clock),
    siteLimiter: store.limiter('site', clock),
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
    vendorOf: createVendorOf(deps),
    siteOf: createSiteOf(deps),
    connectionOf: (vendorId, slug) =>
      connections(`${vendorId} ${slug}`, () => findConnection(store, { vendorId, slug })),
    hotelOf,
    freshHotelOf,
    hotelOfSlug: async (slug) => {
      const id = await idOfSlug(slug)
      return id === undefined ? undefined : await freshHotelOf(id)
    },
    knownHotelOfSlug: async (slug) => {
      const id = await idOfSlug(slug)
      return id === undefined ? undefined : await hotelOf(id)
    },
    userOf: async (userId) => {
      await store.freshen([userTopic(userId)])
      return await users(userId, () => findUser(store, userId))
    },
    sessionsOf: async (userId) => {
      const load = async () => ({ userId, open: await findOpenSessions(store, userId) })
      return (await sessions(userId, load))!.open
    },
    forgotten: createResetRequests(deps, (error) =>
      options.log.error('reset_not_mailed', errorFacts(error)),
    ),
    linkRequests: createLinkRequests(deps, (error) =>
      options.log.error('link_not_mailed', errorFacts(error)),
    ),
    partnerOperations: new Set(),
    packs: createPacks(caches.share('packed')),
    counts: createRequestCounts(),
    visits: createVisits(deps),
    keyUses: new Map(),
    siteUses: new Map(),
    sessionUses: new Map(),
  }
}
