import type { ApiKey, Use } from '../../domain/accounts/api-key.ts'
import { type RelyingParty, relyingParty } from '../../domain/accounts/passkey.ts'
import { STEP_UP_DEMO_MS, STEP_UP_MS } from '../../domain/accounts/step-up.ts'
import type { User } from '../../domain/accounts/user.ts'
import type { CallingVendor } from '../../domain/accounts/vendor.ts'
import type { Site } from '../../domain/sites/site.ts'
import { errorFacts, type Log } from '../../log.ts'
import { createResetRequests, type ResetRequests } from '../../service/accounts/reset-password.ts'
import { createLinkRequests, type LinkRequests } from '../../service/bookings/manage-link.ts'
import type { Deps } from '../../service/deps.ts'
import { createVisits, type Visits } from '../../service/history/visits.ts'
import { createWebCounts, type WebCounts } from '../../service/strangers/web-counts.ts'
import type { OpenSession } from '../../store/accounts/sessions.ts'
import type { HotelSnapshot } from '../../store/catalog/catalog.ts'
import { type CacheBudget, createCacheBudget } from '../../store/engine/cache-budget.ts'
import { createLimiter, type Limiter, type SharedLimiter } from '../../store/engine/limiter.ts'
import { createSearchCatalog, type SearchCatalog } from '../../store/sale/search-catalog.ts'
import type { DrawWorld } from './draw.ts'
import type { HotelSheet } from './hotel-sheet.ts'
import { createKeptTokens } from './kept-tokens.ts'
import { createHotelsOf } from './known-hotels.ts'
import { createKeysOf } from './known-keys.ts'
import { createSiteOf } from './known-sites.ts'
import { createUsersOf } from './known-users.ts'
import { createVendorOf } from './known-vendors.ts'
import { createUseCounter, type UseCounter } from './limiter.ts'
import { createPacks, type Packs } from './packing.ts'
import { createRequestCounts, type RequestCounts } from './request-counts.ts'

/** The version of the interface (specification §4.2); health shows the program's version. */
export const INTERFACE_VERSION = '0.1.0'

export type { HotelSnapshot }

/** The dependencies of every route module: store, settings, rate limiters, caches and counters. */
export type Context = Deps & {
  log: Log
  version: string
  startedAtMs: number
  publicUrl: string
  /** The relying party of passkeys; undefined if `PUBLIC_URL` is an IP address, where passkeys cannot work. */
  passkeysAt: RelyingParty | undefined
  /** The address of the panel for hotel managers. */
  panelUrl: string
  trustedProxies: number
  /** True if the pages that sell to guests are served. */
  publicPages?: boolean
  publicRatePerMinute: number
  /** The bearer token for `/metrics`; undefined: closed, except in the demo for requests from its own machine. */
  metricsToken?: string | undefined
  /** The address for reports of faults of security; undefined: there is no `security.txt`. */
  securityContact?: string | undefined
  /** True if log-ins, registrations and mailed links are limited by address; failures at an account always are. */
  loginLimits: boolean
  /** True if the days pushed to a hotel are limited. */
  fairUse: boolean
  /** Time and chance of the draw among waiting log-ins; default: the real ones. */
  drawWorld?: DrawWorld
  /** A monotonic clock for rate limits. */
  monotonicMs: () => number
  /** Token bucket of each API key, by its id. */
  keyLimiter: SharedLimiter
  /** Token bucket of pushed days of each hotel, by its id; see `fairUse`. */
  dayLimiter: SharedLimiter
  /** Token bucket of each site, by its id. */
  siteLimiter: SharedLimiter
  /** Accepted requests of each key in the last minute. */
  keyRequests: UseCounter
  /** Token bucket of failed authentications of each address. */
  failureLimiter: Limiter
  /** Token bucket of each account, or of the address without a session, for the general interface. */
  publicLimiter: Limiter
  /** Token bucket of attempts at the password of each account. */
  accountLimiter: Limiter
  /** Finds the API key of a secret, cached until the key changes. */
  apiKeyOf: (secret: string) => ApiKey | Promise<ApiKey | undefined>
  /** Finds the vendor of a secret, cached until the vendor changes. */
  vendorOf: (secret: string) => Promise<CallingVendor | undefined>
  /** Finds the site of a secret, cached until the site changes. */
  siteOf: (secret: string) => Promise<Site | undefined>
  /** Finds a vendor's connection with a hotel by slug, cached until it changes. */
  connectionOf: (vendorId: string, slug: string) => ApiKey | Promise<ApiKey | undefined>
  /** Returns the cached hotel, as fresh as this process knows: the caller's door has already synchronised. */
  hotelOf: (hotelId: number) => HotelSheet | Promise<HotelSheet>
  /** Returns the hotel as last committed by any process; its cached days are at least as fresh afterwards. */
  freshHotelOf: (hotelId: number) => Promise<HotelSheet>
  /** `freshHotelOf` by slug; undefined: no such hotel. */
  hotelOfSlug: (slug: string) => Promise<HotelSheet | undefined>
  /** `hotelOf` by slug, for callers whose transaction checks freshness itself (`currentSnapshot`). */
  knownHotelOfSlug: (slug: string) => Promise<HotelSheet | undefined>
  /** Returns the account as last committed by any process. */
  userOf: (userId: string) => Promise<User | undefined>
  /** Returns the open sessions of an account by id, as of the last `userOf`. */
  sessionsOf: (userId: string) => Promise<ReadonlyMap<string, OpenSession>>
  /** Aborted when the service stops, which ends long polls. */
  stopping: AbortSignal
  /** How long a log-in or step-up authorises lasting acts, in milliseconds. */
  stepUpMs: number
  /** Signs the tokens of sessions. */
  jwtSecret: string
  /** Cache of verified session tokens. */
  keptTokens: ReturnType<typeof createKeptTokens>
  /** Ids of the partner operations, without those of the sandbox itself: only these can have sandbox faults. */
  partnerOperations: Set<string>
  /** The shared memory budget of all caches. */
  caches: CacheBudget
  /** Cache of the catalogue for search. */
  catalog: SearchCatalog
  /** Run after a start, in slices beside requests, until their signal is aborted; filled by the routes. */
  warmUps: Set<(stopping: AbortSignal) => Promise<void>>
  /** Cache of compressed answers. */
  packs: Packs
  /** Mail links: for forgotten passwords, and for managing a booking. */
  forgotten: ResetRequests
  linkRequests: LinkRequests
  /** Request counts for the metrics. */
  counts: RequestCounts
  /** The last use of each key by id, time and address; saved every minute. */
  keyUses: Map<string, Use>
  /** The last use of each site; saved every minute. */
  siteUses: Map<string, Use>
  /** Records admins' views of guest data for the hotels' audit. */
  visits: Visits
  /** Statistics of the hotels' pages; saved every minute. */
  webCounts: WebCounts
  /** The last use of each session, in epoch milliseconds; saved every minute. */
  sessionUses: Map<string, number>
}

export type Options = Pick<
  Context,
  | 'log'
  | 'version'
  | 'publicUrl'
  | 'panelUrl'
  | 'trustedProxies'
  | 'publicPages'
  | 'publicRatePerMinute'
  | 'metricsToken'
  | 'securityContact'
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

const CACHE_BYTES_DEFAULT = 256 * 1024 * 1024
/** Creates the shared context of all routes, with its rate limiters and caches. */
export function createContext(
  deps: Deps,
  { monotonicMs: clock, cacheBytes = CACHE_BYTES_DEFAULT, ...options }: Options,
): Context {
  const { store } = deps
  const monotonicMs = clock ?? (() => performance.now())
  const caches = createCacheBudget(cacheBytes)
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
    ...createKeysOf(store),
    vendorOf: createVendorOf(deps),
    siteOf: createSiteOf(deps),
    ...createHotelsOf(store, caches.share('hotels')),
    ...createUsersOf(store),
    keptTokens: createKeptTokens(),
    forgotten: createResetRequests(deps, (error) =>
      options.log.error('reset_not_mailed', errorFacts(error)),
    ),
    linkRequests: createLinkRequests(deps, (error) =>
      options.log.error('link_not_mailed', errorFacts(error)),
    ),
    partnerOperations: new Set(),
    catalog: createSearchCatalog(store),
    warmUps: new Set(),
    packs: createPacks(caches.share('packed')),
    counts: createRequestCounts(),
    visits: createVisits(deps),
    keyUses: new Map(),
    siteUses: new Map(),
    webCounts: createWebCounts(deps),
    sessionUses: new Map(),
  }
}
