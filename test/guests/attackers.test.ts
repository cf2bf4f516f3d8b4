import { expect, test } from 'bun:test'
import { createApp } from '../../src/app.ts'
import { guestPages } from '../../src/guests/guest-pages.ts'
import { nightsFrom, setWeb, startBounded } from '../support/bounded.ts'
import { DAY_MS } from '../support/retention.ts'
import type { TestService } from '../support/service.ts'

// What strangers may take of a hotel of 60 rooms, by the forms of its page (contract-access, *What strangers may take*).

const BOTS = 1_000
const NIGHTS = 3
/** The stay of a bot: on nights of their own, so that no night is sold out. */
function stayOf(number: number): string {
  const day = 3 * (number % 9)
  const { checkin, checkout } = nightsFrom(day, NIGHTS)
  return `checkin=${checkin}&checkout=${checkout}&party=1&pick=DBL~STD~`
}
/** Room-nights of unproven bookings within 24 hours: max(60, 4 × rooms). */
const BRAKE = 240
/** Those within 7 days: max(80, 8 × rooms). */
const WEEK = 480
/** Rooms on a night that are sold unproven, or wait for a link: a quarter of the hotel's. */
const QUARTER = 15
/** Room-nights from one address within an hour: max(45, 2 × rooms). */
const NETWORK = 120
/** Unproven bookings of one mailbox at a hotel. */
const MAILBOX = 3

type Bot = { email: string; address: string }

/** Presses the form that books, as each of the bots does. @returns how many presses got each status */
async function press(
  service: TestService,
  bots: readonly Bot[],
  stayAt = stayOf,
): Promise<Record<number, number>> {
  const app = createApp(service.context, {}, guestPages)
  const counts: Record<number, number> = {}
  for (const [number, { email, address }] of bots.entries()) {
    const key = crypto.randomUUID()
    const form = { act: 'book', key, firstName: 'A', lastName: 'B', email, payable: '30000' }
    const answer = await app.handle(
      new Request(`http://localhost/stay/alfa/book?${stayAt(number)}`, {
        method: 'POST',
        headers: { 'x-forwarded-for': address, accept: 'text/html' },
        body: new URLSearchParams(form),
      }),
    )
    await answer.text()
    counts[answer.status] = (counts[answer.status] ?? 0) + 1
  }
  return counts
}

const bot = (number: number): Bot => ({
  email: `bot-${number}@example.com`,
  address: `198.${18 + (number >> 8)}.${number & 255}.7`,
})

/** The room-nights that stand at the hotel. */
async function taken(service: TestService): Promise<number> {
  const rows = await service.store.db.select().from(service.store.t.booking)
  return rows
    .filter(({ status }) => status === 'confirmed' || status === 'pending')
    .reduce((sum, { rooms }) => sum + rooms * NIGHTS, 0)
}

const start = async (rules: Parameters<typeof setWeb>[1] = {}, isMailing = false) => {
  const service = await startBounded({ publicPages: true, isMailing })
  await setWeb(service, { phone: '+90 242 555 01 01', ...rules })
  return service
}

test('a thousand addresses with a mailbox each take by the form what the brake lets them, and no more', async () => {
  await using service = await start()
  const bots = Array.from({ length: BOTS }, (_, number) => bot(number))
  const counts = await press(service, bots)
  expect(await taken(service)).toBe(BRAKE)
  expect(counts).toEqual({ 303: BRAKE / NIGHTS, 409: BOTS - BRAKE / NIGHTS })
}, 180_000)

test('one address with mailboxes without end takes by the form what its network may in an hour', async () => {
  await using service = await start()
  const { address } = bot(0)
  const bots = Array.from({ length: 60 }, (_, number) => ({ ...bot(number), address }))
  const counts = await press(service, bots)
  expect(await taken(service)).toBeLessThanOrEqual(NETWORK)
  expect(counts).toEqual({ 303: NETWORK / NIGHTS, 429: 60 - NETWORK / NIGHTS })
})

test('one mailbox, however it is written, takes by the form three bookings from addresses without end', async () => {
  await using service = await start()
  const spellings = ['bot@example.com', 'BOT@example.com', 'bot+1@EXAMPLE.com', 'bot+2@example.com']
  const bots = Array.from({ length: 20 }, (_, number) => ({
    ...bot(number),
    email: spellings[number % spellings.length]!,
  }))
  const counts = await press(service, bots)
  expect(await taken(service)).toBe(MAILBOX * NIGHTS)
  expect(counts).toEqual({ 303: MAILBOX, 409: 20 - MAILBOX })
})

test('bots that come back day after day take by the form what the brake lets them in a week, and no more', async () => {
  await using service = await start()
  const wave = (day: number) => Array.from({ length: 90 }, (_, at) => bot(100 * day + at))
  const left = [BRAKE, WEEK, WEEK, WEEK]
  for (const [day, most] of left.entries()) {
    const counts = await press(service, wave(day))
    expect([day, await taken(service)]).toEqual([day, most])
    const sold = (most - (left[day - 1] ?? 0)) / NIGHTS
    expect([day, counts]).toEqual([day, { ...(sold > 0 && { 303: sold }), 409: 90 - sold }])
    service.clock.nowMs += DAY_MS + 1
  }
}, 60_000)

test.each([
  ['share', { confirmed: QUARTER, pending: QUARTER }],
  ['always', { confirmed: 0, pending: QUARTER }],
] as const)(
  'where the hotel asks for proof (%s), a night is taken by the form only to a quarter, and a quarter waits for its link',
  async (webProof, most) => {
    await using service = await start({ webProof }, true)
    const bots = Array.from({ length: 40 }, (_, number) => bot(number))
    const counts = await press(service, bots, () => stayOf(0))
    const { db, t } = service.store
    const states = (await db.select().from(t.booking)).map(({ status, proof }) => [status, proof])
    const confirmed = states.filter(([status]) => status === 'confirmed').length
    const waiting = states.filter(([status, proof]) => status === 'pending' && proof === 'asked')
    expect({ confirmed, pending: waiting.length }).toEqual(most)
    const sold = most.confirmed + most.pending
    expect([states.length, counts]).toEqual([sold, { 303: sold, 429: bots.length - sold }])
  },
)
