import { METRICS_TOKEN } from './metrics.ts'
import './matchers.ts'
import { createApp } from '../../src/app.ts'
import { SCOPES } from '../../src/domain/accounts/scope.ts'
import type { RoomType } from '../../src/domain/catalog/catalog.ts'
import { ROOM_TEXTS, translationsOf } from '../../src/domain/kernel/content.ts'
import { type Context, createContext, type Options } from '../../src/http/api/context.ts'
import { createLog } from '../../src/log.ts'
import { createApiKey } from '../../src/service/accounts/api-keys.ts'
import type { Deps } from '../../src/service/deps.ts'
import type { PasswordCost } from '../../src/service/passwords.ts'
import { type RealDepsOptions, realDeps } from '../../src/service/real-deps.ts'
import {
  insertBoards,
  insertCity,
  insertHotel,
  insertRoomType,
} from '../../src/store/catalog/catalog.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import type { PostgresTarget } from '../../src/store/postgres/pool.ts'
import { hotelRow } from './catalog.ts'
import { mustBeDocumented } from './documented.ts'
import { keepToken } from './manage.ts'
import type { Answer } from './matchers.ts'
import { newDatabase, type TestDatabase } from './store.ts'
import { createTurns, type Turns } from './turns.ts'

/** Noon of a Wednesday in Istanbul: the tests' present unless they say otherwise. */
export const NOW_MS = Date.parse('2027-03-10T09:00:00.000Z')
export const TODAY = '2027-03-10'
const JWT_SECRET = 'a secret of the tests, long enough'
const CHEAP_PASSWORDS: PasswordCost = { memoryCost: 8, timeCost: 1 }

export type TestRoom = Partial<RoomType> & { roomCode: string }

export type TestHotel = {
  id: number
  slug: string
  keyId: string
  /** The API key as its holder knows it. */
  secret: string
  /** Calls a path of the partner interface with the hotel's key. */
  call: Call
}

export type Call = (
  method: string,
  path: string,
  init?: { body?: unknown; headers?: Record<string, string>; raw?: BodyInit },
) => Promise<Answer>

export type Settings = Partial<Options> & {
  rooms?: TestRoom[]
  /** Requests a minute of each hotel's key; the tests of limits set it. */
  requestsPerMinute?: number | null
  /** Time zone of both hotels. */
  timezone?: string
  /** Serves the app on a loopback socket too; see `TestService.url`. */
  listen?: boolean
  /** See `newDatabase`. */
  connections?: number
  log?: Options['log']
  /** What else the world is like. */
  world?: RealDepsOptions
  /** Addresses of host names: a public one unless a test is about them, so that none asks the network. */
  resolve?: Deps['resolve']
  /** Where the data are, when a test says so; closed by it. */
  target?: PostgresTarget
  /** What a password hash costs; next to nothing unless a test is about it. */
  passwordCost?: PasswordCost
}

/** A clock that moves only when told. */
type TestClock = {
  nowMs: number
  monotonicMs: number
  advance: (ms: number) => void
  /** Turns that are waited for, which come as the clock moves. */
  turns: Turns
}

export type TestService = {
  context: Context
  deps: Deps
  store: Store
  target: TestDatabase['target']
  clock: TestClock
  app: ReturnType<typeof createApp>
  /** The hotel with a key, and the one next door. */
  alfa: TestHotel
  bravo: TestHotel
  /** Calls without a credential. */
  call: Call
  /** Where the app listens when `listen` was set; else empty. */
  url: string
  /** Closes the store before the end of the test. */
  closeStore: () => Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** The real app on a real database of its own, with hotels Alfa and Bravo. */
export async function startService({
  passwordCost = CHEAP_PASSWORDS,
  resolve = async () => ['93.184.216.34'],
  world,
  connections,
  target,
  ...settings
}: Settings = {}): Promise<TestService> {
  const database: TestDatabase = target
    ? { target, [Symbol.asyncDispose]: async () => {} }
    : await newDatabase(connections)
  const store = await openStore(database.target)
  const clock: TestClock = {
    nowMs: NOW_MS,
    monotonicMs: 0,
    turns: createTurns(() => clock.monotonicMs),
    advance(ms) {
      const untilMs = clock.monotonicMs + ms
      const move = (toMs: number) => {
        clock.nowMs += toMs - clock.monotonicMs
        clock.monotonicMs = toMs
      }
      for (let turn = clock.turns.next(untilMs); turn; turn = clock.turns.next(untilMs)) {
        move(turn.atMs)
        turn.run()
      }
      move(untilMs)
    },
  }
  const deps: Deps = {
    store,
    brand: 'service',
    ...realDeps({
      nowMs: () => clock.nowMs,
      passwordCost,
      linkSecret: settings.jwtSecret ?? JWT_SECRET,
      strangerLimits: 'none',
      isRemote: store.isRemote,
      ...world,
    }),
    resolve,
  }
  const context = createContext(deps, {
    log: createLog('error'),
    version: '0.2.0',
    publicUrl: 'http://localhost:3000',
    panelUrl: 'http://localhost:3000/panel',
    trustedProxies: 0,
    publicRatePerMinute: 0,
    metricsToken: METRICS_TOKEN,
    // Most tokens of tests name no session.
    stepUpMs: Number.POSITIVE_INFINITY,
    // The general rate limit turns on all the others, unless a test sets them.
    ...{
      loginLimits: Boolean(settings.publicRatePerMinute),
      fairUse: Boolean(settings.publicRatePerMinute),
    },
    jwtSecret: JWT_SECRET,
    monotonicMs: () => clock.monotonicMs,
    drawWorld: clock.turns.world,
    ...settings,
  })
  const app = createApp(context)
  const call = caller(app)
  await store.tx((tx) =>
    insertBoards(tx, [
      { code: 'RO', name: 'Room only' },
      { code: 'BB', name: 'Bed and breakfast' },
    ]),
  )
  const alfa = await addHotel(deps, call, 'alfa', settings)
  const bravo = await addHotel(deps, call, 'bravo', settings)
  if (settings.listen) app.listen({ hostname: '127.0.0.1', port: 0 })
  let closed: Promise<void> | undefined
  const closeStore = () => {
    closed ??= store.close()
    return closed
  }
  return {
    context,
    deps,
    store,
    target: database.target,
    clock,
    app,
    alfa,
    bravo,
    call,
    url: settings.listen ? `http://127.0.0.1:${app.server!.port}` : '',
    closeStore,
    async [Symbol.asyncDispose]() {
      await app.server?.stop(true)
      if (!closed) await Promise.all([context.forgotten.idle(), context.linkRequests.idle()])
      await closeStore()
      await database[Symbol.asyncDispose]()
    },
  }
}

/** A room type with everything a test does not care about. */
export function room(given: TestRoom): RoomType {
  return {
    name: `Room ${given.roomCode}`,
    description: '',
    totalRooms: null,
    overbookingRooms: 0,
    basePriceCents: null,
    maxAdults: 2,
    maxChildren: 1,
    maxOccupancy: 3,
    boards: ['RO'],
    supplementsCents: {},
    perGuest: [],
    active: true,
    ...{ beds: [], sizeM2: null, amenities: [], position: null },
    translations: translationsOf(ROOM_TEXTS),
    ...given,
  }
}

async function addHotel(
  deps: Deps,
  call: Call,
  slug: string,
  settings: Settings,
): Promise<TestHotel> {
  const {
    rooms = [{ roomCode: 'DBL' }, { roomCode: 'SGL' }],
    requestsPerMinute = 1_000_000,
    timezone = 'Europe/Istanbul',
  } = settings
  const id = await deps.store.tx(async (tx) => {
    const cityId = await insertCity(tx, {
      slug: `${slug}-city`,
      name: `City of ${slug}`,
      country: 'TR',
    })
    const createdAtMs = deps.nowMs()
    const hotelId = await insertHotel(tx, hotelRow({ cityId, slug, timezone, createdAtMs }))
    for (const given of rooms) await insertRoomType(tx, hotelId, room(given))
    return hotelId
  })
  const { key, secret } = await createApiKey(deps, {
    hotelId: id,
    name: `${slug} key`,
    // That another hotel's key is refused is not for want of one.
    scopes: SCOPES,
    requestsPerMinute,
  })
  const withKey: Call = (method, path, init = {}) =>
    call(method, `/v1/partner${path}`, {
      ...init,
      headers: { authorization: `Bearer ${secret}`, ...init.headers },
    })
  return { id, slug, keyId: key.id, secret, call: withKey }
}

/** Calls an app without a socket; a body is sent as JSON unless `raw` or a header says otherwise. */
export function caller(app: ReturnType<typeof createApp>): Call {
  return async (method, path, { body, headers = {}, raw } = {}) => {
    const request = new Request(`http://localhost${path}`, {
      method,
      headers: {
        ...((body !== undefined || raw !== undefined) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(raw !== undefined && { body: raw }),
    })
    const answer = await readAnswer(await app.handle(request))
    mustBeDocumented(app, `${method} ${path}`, answer.status)
    return answer
  }
}

/** Reads an answer to its end; `body` is undefined when there is none or it is not JSON. */
export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  const body = isJson && text ? JSON.parse(text) : undefined
  keepToken({ body })
  return { status: response.status, headers: response.headers, text, body }
}
