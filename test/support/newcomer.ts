import { join } from 'node:path'
import { addDay } from './bookings.ts'
import { guidePage } from './guide.ts'
import type { Answer } from './matchers.ts'
import type { ServiceProcess } from './process.ts'
import { startReceiver } from './receiver.ts'

const PARTNER = '/v1/partner'
const DAYS = 366

type Init = { body?: unknown; headers?: Record<string, string> }
type Element = Record<string, unknown>
/** What the guide's program says of a delivery. */
type IsGenuine = (secret: string, headers: Record<string, string>, body: string) => boolean

/** How a vendor's new engineer fared. */
export type Course = {
  /** Of each step of the guide's list: calls, and milliseconds. */
  steps: { step: string; calls: number; ms: number }[]
  /** What it asked, with `CODE` for the code of a booking. */
  paths: Set<string>
  /** What the service then says of the key. */
  certification: {
    done: number
    of: number
    certifiedAt: string | null
    scenarios: { scenario: string; done: boolean }[]
  }
  /** What its software holds, and what the last pulls answered. */
  mirror: { days: Map<string, unknown>; bookings: Map<string, unknown> }
  pulled: { days: Map<string, unknown>; bookings: Map<string, unknown> }
}

/**
 * Does what the guide's *Senders* and *Sandbox* say, in the order to do it, with a test key of its own; of the
 * certification it looks at nothing but what is left to do.
 *
 * @param folder where the guide's program for receivers is put
 */
export async function playNewcomer(
  { call }: Pick<ServiceProcess, 'call'>,
  { key, folder }: { key: string; folder: string },
): Promise<Course> {
  const steps: Course['steps'] = []
  const paths: Course['paths'] = new Set()
  const ask = async (method: string, path: string, init: Init = {}): Promise<Answer> => {
    steps.at(-1)!.calls++
    paths.add(path.replace(/\?.*/, '').replace(/[0-9A-Z]{10}/, 'CODE'))
    return await call(method, PARTNER + path, { ...init, key })
  }
  const good = async (method: string, path: string, body?: unknown) => {
    const answer = await ask(method, path, body === undefined ? {} : { body })
    if (answer.status > 299) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const startedMs = performance.now()
    const taken = { step: name, calls: 0, ms: 0 }
    steps.push(taken)
    const result = await work()
    taken.ms = Math.round(performance.now() - startedMs)
    return result
  }
  const push = (updates: Element[], seenThrough?: string) =>
    good('PATCH', '/availability', {
      updates,
      ...(seenThrough && { seenThrough, holds: 'counted' }),
    })

  const mirror = { days: new Map<string, unknown>(), bookings: new Map<string, unknown>() }
  let cursor = ''
  /** Reads the feed on to its end, and keeps what it tells. @param waitSeconds for something that has happened */
  const follow = async (waitSeconds = 5) => {
    const revisions: { code: string; revision: number }[] = []
    for (let hasMore = true; hasMore; ) {
      const page = await good(
        'GET',
        `/changes?cursor=${cursor}&waitSeconds=${waitSeconds}&limit=500`,
      )
      for (const entry of page.changes) {
        if (entry.type === 'booking') {
          // An unconfirmed hold is in no pull.
          if (entry.booking.confirmedAt) mirror.bookings.set(entry.booking.code, entry.booking)
          revisions.push(entry.booking)
        } else if (entry.type === 'availability') keepDays(mirror.days, entry.days)
      }
      ;({ nextCursor: cursor, hasMore } = page)
    }
    return revisions
  }
  const acknowledge = (revisions: { code: string; revision: number }[]) =>
    good('POST', '/bookings/ack', {
      acks: revisions.map(({ code, revision }) => ({ code, revision, externalId: `PMS-${code}` })),
    })

  const { rooms, today } = await step('1 begin: mapping', async () => {
    const mapping = await good('GET', '/mapping')
    const active = mapping.rooms.filter((room: Element) => room.active)
    const inZone = new Intl.DateTimeFormat('en-CA', { timeZone: mapping.hotel.timezone })
    return { rooms: active as Element[], today: inZone.format(new Date()) }
  })
  const on = (days: number) => addDay(today, days)
  const [{ roomCode, basePriceCents }] = rooms as [Element]
  const price = Number(basePriceCents ?? 950_000)
  // A day more than a year: it may begin while this runs.
  const last = on(DAYS - 1)
  const range = (from: number, to: number) => ({ roomCode, dateFrom: on(from), dateTo: on(to) })

  await step('2 first full sync', async () => {
    cursor = (await good('GET', '/changes?cursor=latest')).nextCursor
    const { bookings } = await good('GET', '/bookings?updatedSince=2000-01-01T00:00:00Z')
    for (const booking of bookings) mirror.bookings.set(booking.code, booking)
    const day = { available: 4, priceCents: price, closed: false }
    const year = { dateFrom: today, dateTo: last, ...day }
    await push(
      rooms.map((room) => ({ ...year, roomCode: room.roomCode })),
      cursor,
    )
    for (const room of rooms)
      for (let each = 0; each < DAYS; each++) mirror.days.set(`${room.roomCode} ${on(each)}`, day)
    await follow()
  })

  await step('3 deltas', async () => {
    await push([{ roomCode, date: on(30), priceCents: price + 100 }])
    await push([{ ...range(31, 40), priceCents: price + 200 }])
    await push([{ ...range(60, 120), weekdays: ['fri', 'sat'], priceCents: price + 300 }])
    await push([{ ...range(60, 260), priceCents: price + 400 }])
    await push([{ roomCode, date: on(41), closed: true }])
    await push([{ roomCode, date: on(42), minStay: 3, maxStay: 7 }])
    await push([{ roomCode, date: on(43), minStayThrough: 2, closedToArrival: true }])
    await push([{ roomCode, date: on(44), closedToDeparture: true }])
    await push([{ roomCode, date: on(45), minAdvanceDays: 3, maxAdvanceDays: 90 }])
    await follow()
  })

  const stay = { roomCode, checkin: on(50), checkout: on(52), adults: 1 }
  const book = async (more: object = {}) =>
    (await good('POST', '/sandbox/bookings', { ...stay, ...more })).code as string
  await step('3 a count that is late', async () => {
    await book()
    const { corrected } = await push([{ roomCode, date: on(50), available: 4 }], cursor)
    if (corrected !== 1) throw new Error('the late count was not corrected')
    await follow()
  })

  await step('3 holds that end', async () => {
    for (const [days, end, left] of [
      [54, 'confirm', 3],
      [55, 'expire', 4],
      [56, 'cancel', 4],
    ] as const) {
      const night = { roomCode, date: on(days) }
      const code = await book({ checkin: night.date, checkout: on(days + 1), hold: true })
      await follow()
      await push([{ ...night, available: 3 }], cursor)
      await good('POST', `/sandbox/bookings/${code}/${end}`)
      await follow()
      await push([{ ...night, available: left }], cursor)
    }
    await follow(0)
  })

  await step('4 back-off', async () => {
    await good('POST', '/sandbox/faults', { operation: 'pushAvailability', status: 429, times: 2 })
    const updates = [{ roomCode, date: on(30), available: 3, priceCents: price }]
    const headers = { 'idempotency-key': crypto.randomUUID() }
    let answer = await ask('PUT', '/availability', { body: { updates }, headers })
    while (answer.status === 429 || answer.status === 503) {
      await Bun.sleep(Number(answer.headers.get('retry-after')) * 1_000)
      answer = await ask('PUT', '/availability', { body: { updates }, headers })
    }
    await follow()
  })

  await step('5, 6 bookings by the feed, acknowledged', async () => {
    const code = await book()
    await acknowledge(await follow())
    await good('PATCH', `/sandbox/bookings/${code}`, { checkout: on(53) })
    await acknowledge(await follow())
    await good('POST', `/sandbox/bookings/${code}/cancel`, { reason: 'Change of plans' })
    await acknowledge(await follow())
  })

  await step('6 several rooms in one reservation', async () => {
    const next = { ...stay, checkin: on(57), checkout: on(58) }
    await good('POST', '/sandbox/booking-groups', {
      stays: [next, { ...next, rooms: 2, adults: 2 }],
    })
    await acknowledge(await follow())
  })

  await step('7 a webhook, and a forgery', async () => {
    const isGenuine = await readReceiver(folder)
    await using receiver = startReceiver()
    const { secret } = await good('POST', '/webhooks', { url: receiver.url })
    receiver.answer(
      ({ headers, body }) =>
        new Response(null, {
          status: isGenuine(secret, Object.fromEntries(headers), body) ? 204 : 401,
        }),
    )
    await good('POST', '/sandbox/faults', { webhooks: 'bad_signature', times: 1 })
    await book()
    // The true one follows as any other attempt does, some 5 s later.
    await receiver.until(2, 20_000)
    await acknowledge(await follow())
  })

  const pulled: Course['pulled'] = { days: new Map(), bookings: new Map() }
  const certification = await step('8 reconciliation', async () => {
    const days = await good('GET', `/availability?from=${today}&to=${last}`)
    for (const room of days.rooms) keepDays(pulled.days, room.days, room.roomCode)
    let next: string | null = ''
    while (next !== null) {
      const path: string = `/bookings?updatedSince=2000-01-01T00:00:00Z${next && `&cursor=${next}`}`
      const { bookings, nextCursor } = await good('GET', path)
      for (const booking of bookings) pulled.bookings.set(booking.code, booking)
      next = nextCursor
    }
    await follow(0)
    return await good('GET', '/sandbox/certification')
  })
  return { steps, paths, certification, mirror, pulled }
}

type Day = { roomCode?: string; date: string; available: number; priceCents: number }

function keepDays(days: Map<string, unknown>, told: (Day & { closed: boolean })[], code?: string) {
  for (const { roomCode = code, date, available, priceCents, closed } of told)
    days.set(`${roomCode} ${date}`, { available, priceCents, closed })
}

/** The program that the guide gives to receivers. */
async function readReceiver(folder: string): Promise<IsGenuine> {
  const page = await guidePage('receivers')
  const program = page.match(/```ts receiver\n([\s\S]*?)```/)![1]
  const path = join(folder, 'receiver.ts')
  await Bun.write(path, program!)
  return (await import(path)).isGenuine
}
