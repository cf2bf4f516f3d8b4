import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { shelvedBinary } from '../support/binary.ts'
import { readSheet, type Sheet } from '../support/demo-folder.ts'
import { fewestCaller, type Values } from '../support/fewest.ts'
import { temporaryFolder } from '../support/folder.ts'
import { guideText } from '../support/guide.ts'
import type { Document } from '../support/openapi.ts'
import { dayFromNow, type ServiceProcess, startProcess } from '../support/process.ts'

// Starts of real processes, on a machine that may be busy.
setDefaultTimeout(120_000)

const DAYS = 400
const COUNTS = [0, 10, 100]
/** The operations that the specification's tables have (§4.1, §4.2). */
const OPERATIONS = 25

type Person = 'admin' | 'manager' | 'agency' | 'guest'
type Login = { email: string; password: string }

const program = shelvedBinary()
const folder = temporaryFolder()
/** One demo for both tests, as a newcomer starts it: without a setting. */
let served: ServiceProcess
let sheet: Sheet & { users: Record<Person, Login> }

beforeAll(async () => {
  served = await startProcess(['demo'], { folder: folder.path, program })
  sheet = readSheet(folder.path) as typeof sheet
})

afterAll(async () => {
  await served[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

test('every operation of the specification answers 2xx to the fewest fields that the document asks for (specification §4)', async () => {
  const document = (await served.call('GET', '/openapi.json')).body as Document
  const call = fewestCaller(document, served)
  const tried = new Set<string>()
  const wellAnswered = async (name: string, values: Values = {}, key?: string) => {
    const { status, text, body } = await call(name, values, key)
    expect([name, status, status < 300 ? '' : text]).toEqual([name, expect.any(Number), ''])
    tried.add(name)
    return body
  }
  const stay = { roomCode: 'DBL', checkin: dayFromNow(40), checkout: dayFromNow(42) }
  const ada = { firstName: 'Ada', lastName: 'Yılmaz', email: 'ada@example.com' }
  const day = { roomCode: 'DBL', date: stay.checkin, available: 10 }
  const range = { from: dayFromNow(0), to: dayFromNow(7) }

  for (const path of ['health', 'cities', 'hotels']) await wellAnswered(`GET /v1/${path}`)
  for (const { slug, apiKey } of [{ ...sheet, slug: sheet.hotelSlug }, sheet.otherHotel]) {
    await wellAnswered('GET /v1/partner/availability', range, apiKey)
    await wellAnswered('PUT /v1/partner/availability', day, apiKey)
    // By the specification it takes `from` and `to`, which the document lets `updatedSince` stand for.
    const days = String(new URLSearchParams(range))
    const pulled = await served.call('GET', `/v1/partner/bookings?${days}`, { key: apiKey })
    expect(pulled.status).toBe(200)
    tried.add('GET /v1/partner/bookings')
    await wellAnswered('GET /v1/hotels/{slug}', { slug })
    // By the specification a guest has an `email`, which the document lets the hotel's people leave out.
    const values = { ...stay, guest: ada, hotelSlug: slug }
    const { code, rooms, adults } = await wellAnswered('POST /v1/bookings', values)
    expect([rooms, adults]).toEqual([1, 1])
    // By the specification it takes an `email`, which the document lets a signed-in caller leave out.
    const path = `/v1/bookings/${code}?email=${ada.email}`
    expect((await served.call('GET', path)).status).toBe(200)
  }
  const newcomer = { email: ada.email, password: '8 ducks!' }
  await wellAnswered('POST /v1/auth/register', newcomer)
  const tokenOf = async (login: Login) =>
    (await wellAnswered('POST /v1/auth/login', login)).token as string
  await wellAnswered('GET /v1/auth/me', {}, await tokenOf(newcomer))
  const guest = await tokenOf(sheet.users.guest)
  const [own] = (await wellAnswered('GET /v1/bookings', {}, guest)).items
  await wellAnswered('GET /v1/bookings/{code}', { code: own.code }, guest)
  for (const [person, paths] of [
    ['admin', ['admin/dashboard', 'admin/bookings', 'admin/hotels', 'admin/users', 'agencies']],
    ['manager', ['panel/dashboard', 'panel/bookings', 'panel/rooms', 'panel/reviews']],
    ['agency', ['acenta/dashboard', 'acenta/bookings', 'agencies/me']],
  ] as const) {
    const token = await tokenOf(sheet.users[person])
    for (const path of paths) await wellAnswered(`GET /v1/${path}`, {}, token)
  }
  expect(tried.size).toBe(OPERATIONS)
})

test('pushes of 0, 10 and 100 to every room type of both hotels on 400 days read back as sent, the guide’s too, and its changes apply (issue 11)', async () => {
  const dates = Array.from({ length: DAYS }, (_, index) => dayFromNow(index))
  const pull = async (key: string) => {
    const range = `from=${dates[0]}&to=${dates.at(-1)}`
    return (await served.call('GET', `/v1/partner/availability?${range}`, { key })).body.rooms
  }
  const push = async (key: string, updates: Values[], seenThrough?: string, method = 'PUT') => {
    const body = { updates, seenThrough }
    const answer = await served.call(method, '/v1/partner/availability', { key, body })
    // The demo's own bookings nobody has acknowledged.
    const warnings = answer.body.warnings.filter(({ code }: Values) => code !== 'unseen_bookings')
    expect([answer.status, answer.body.errors, warnings]).toEqual([200, [], []])
    return answer.body
  }
  const guide = await guideText()
  const sample = guide.match(/-d '(\{"seenThrough":.*\})'/)![1]!
  const feed = await served.call('GET', '/v1/partner/changes?cursor=latest', { key: sheet.apiKey })
  const filled = sample.replaceAll("'$DAY'", dates[30]!).replace("'$SEEN'", feed.body.nextCursor)
  const { updates, seenThrough } = JSON.parse(filled)
  const usual = (await pull(sheet.apiKey))
    .find(({ roomCode }: Values) => roomCode === updates[0].roomCode)
    .days.find(({ date }: Values) => date === updates[0].date)
  expect(updates[0].priceCents / usual.priceCents).toBeWithin(0.5, 2)
  expect((await push(sheet.apiKey, updates, seenThrough)).received).toBe(updates.length)

  const changes = guide.matchAll(/-X PATCH \S*\/availability \\\n *-d '(\{"updates":.*\})'/g)
  const rated = [...changes].map(([, text]) => {
    const withDays = text!.replaceAll("'$DAY'", dates[30]!)
    return JSON.parse(withDays.replace(/'\$\(day (\d+)\)'/g, (_, day) => dates[day]!)).updates
  })
  expect(rated.map(([{ rateCode }]) => rateCode)).toEqual([undefined, 'HBD'])
  // As many days as are on sale at it, none of them refused or far from what it had.
  for (const each of rated) {
    // On some dates a few days have that price already.
    const { applied, unchanged } = await push(sheet.apiKey, each, undefined, 'PATCH')
    expect(applied + unchanged).toBeGreaterThan(100)
  }

  for (const { apiKey } of [sheet, sheet.otherHotel]) {
    const rooms = (await pull(apiKey)) as { roomCode: string; days: Values[] }[]
    expect(rooms.length).toBeGreaterThanOrEqual(9)
    for (const available of COUNTS) {
      const sent = rooms.map(({ roomCode, days: [today] }) => {
        const day = { available, priceCents: Number(today!.priceCents) + available, closed: false }
        return { roomCode, days: dates.map((date) => ({ date, ...day })) }
      })
      const all = sent.flatMap(({ roomCode, days }) => days.map((each) => ({ roomCode, ...each })))
      expect((await push(apiKey, all)).received).toBe(all.length)
      expect(await pull(apiKey)).toEqual(sent)
    }
  }
})
