import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { findInBackup } from '../../src/cli/check-backup.ts'
import { placeOfDate } from '../../src/domain/sale/day-block.ts'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { openReader } from '../../src/store/open-reader.ts'
import { INVARIANTS } from '../../src/store/system/invariants/all.ts'
import { addDay, book, bookGroup, sell } from '../support/bookings.ts'
import { startMailing } from '../support/mails.ts'
import { asGuest } from '../support/manage.ts'
import { packAll } from '../support/packed-days.ts'
import { addRates, rate } from '../support/rate-days.ts'
import { TODAY } from '../support/service.ts'
import { expectSound, findWrong } from '../support/sound.ts'
import { rowsOf } from '../support/sql.ts'
import { date } from '../support/store.ts'
import { addWebhook, attemptAll, queueEvents } from '../support/webhooks.ts'

// Invariants of `doctor`: each finds its seeded defect, and none is found where there is none.

setDefaultTimeout(60_000)

/** A hotel with bookings in every state, a reservation of three stays, days of a rate, packed days and deliveries. */
async function startRich() {
  const service = await startMailing({
    rooms: ['DBL', 'SGL'].map((roomCode) => ({ roomCode, totalRooms: 20 })),
  })
  const { alfa, call, clock } = service
  const patch = async (update: object) => {
    const answer = await alfa.call('PATCH', '/availability', { body: { updates: [update] } })
    expect(answer.status, answer.text).toBe(200)
  }
  await sell(service, { nights: 30, available: 10 })
  await sell(service, { roomCode: 'SGL', nights: 30, available: 10 })
  await addRates(service, alfa, rate({ rateCode: 'FLEX' }))
  for (const minStay of [2, 3])
    await patch({
      roomCode: 'DBL',
      rateCode: 'FLEX',
      date: '2027-04-02',
      priceCents: 9_000,
      minStay,
    })
  const webhook = await addWebhook(alfa, { events: ['booking.confirmed', 'booking.cancelled'] })
  clock.advance(1_000)
  const code = async (more = {}) => {
    const { status, text, body } = await book(call, more)
    expect(status, text).toBe(201)
    return body.code as string
  }
  await code({ rooms: 2, adults: 4 })
  const other = await code({ checkin: '2027-04-02', checkout: '2027-04-05' })
  const cancelled = await code()
  await queueEvents(service)
  await attemptAll(service, webhook.id)
  const cancel = `/v1/bookings/${cancelled}/cancel`
  expect((await call('POST', cancel, { body: asGuest(cancelled) })).status).toBe(200)
  await code({ hold: true, roomCode: 'SGL' })
  clock.advance(20 * 60_000)
  await expireHolds(service.deps)
  const held = await code({ hold: true, roomCode: 'SGL' })
  const group = (await bookGroup(call, { roomCode: 'SGL' }, 3)).body
  await queueEvents(service)
  await packAll(service.store, TODAY)
  return { service, other, held, group, webhookId: webhook.id as string }
}

type Rich = Awaited<ReturnType<typeof startRich>>

/** A defect: SQL that makes the data wrong and puts them right again, and the lines that are then found. */
type Defect = [
  name: string,
  wrong: string | ((rich: Rich) => string),
  right: string | ((rich: Rich) => string),
  found: (rich: Rich) => (string | RegExp)[],
]

const NIGHT = "where room_code = 'DBL' and date = '2027-04-03'"
const PACKED = 'alfa 2027-04-01 to 2027-04-08: packed otherwise than the days are'
const FLEX_DAY = "where rate_code = 'FLEX' and date = '2027-04-02'"
const newest = (table: string) => `(select last_seq from ${table})`
/** A block with days on sale. */
const BLOCK = placeOfDate(date('2027-04-03')).block
const firstOf = ({ group }: Rich) => group.bookings[0].code as string

const DEFECTS: Defect[] = [
  [
    'a night counts a room too many as sold',
    `update day set live = live + 1 ${NIGHT}`,
    `update day set live = live - 1 ${NIGHT}`,
    ({ other }) => [`alfa DBL 2027-04-03: 2 rooms sold by the day and 1 by bookings (${other})`],
  ],
  [
    'a night has a share of strangers that no booking has',
    `update day set held_by_strangers = 3 ${NIGHT}`,
    `update day set held_by_strangers = 0 ${NIGHT}`,
    () => [/^alfa DBL 2027-04-03: 3 rooms held by strangers by the day and 0 by bookings/],
  ],
  [
    'nights of bookings have no days',
    "update day set room_code = 'TWN' where room_code = 'SGL' and date = '2027-04-02'",
    "update day set room_code = 'SGL' where room_code = 'TWN'",
    ({ held }) => [
      /^alfa TWN 2027-04-02: 4 rooms sold by the day and 0 by bookings/,
      new RegExp(
        `^alfa SGL 2027-04-02: no day, 0 rooms sold by the day and 4 by bookings.*${held}`,
      ),
      /^alfa TWN 2027-04-02: its newest change \d+ is not in its history$/,
      PACKED,
    ],
  ],
  [
    'a day has other rooms left than its history says',
    `update day set available = available + 2 ${NIGHT}`,
    `update day set available = available - 2 ${NIGHT}`,
    () => [
      /^alfa DBL 2027-04-03: 11 rooms left by the day and 9 by its newest change \d+$/,
      PACKED,
    ],
  ],
  [
    'a day has another price than its history says',
    `update day set price_cents = 1 ${NIGHT}`,
    `update day set price_cents = 10000 ${NIGHT}`,
    () => [/^alfa DBL 2027-04-03: its newest change \d+ says otherwise than the day$/, PACKED],
  ],
  [
    'the history of a sale is lost',
    `update day_history set room_code = 'TWN' ${NIGHT} and change_seq = (select last_seq from day ${NIGHT})`,
    "update day_history set room_code = 'DBL' where room_code = 'TWN'",
    ({ other }) => [
      new RegExp(
        `^alfa booking ${other}: the history of DBL 2027-04-03 does not say that it took 1 rooms`,
      ),
      /^alfa DBL 2027-04-03: its newest change \d+ is not in its history$/,
      // As a change of the room type that the row was given.
      /^alfa TWN 2027-04-03: the change \d+ before \d+ is not in its history$/,
    ],
  ],
  [
    'a change does not begin where the one before ended',
    `update day_history set available_before = available_before + 1, available = available ${NIGHT} and prev_seq is not null and change_seq = (select last_seq from day ${NIGHT})`,
    `update day_history set available_before = available_before - 1 ${NIGHT} and prev_seq is not null and change_seq = (select last_seq from day ${NIGHT})`,
    ({ other }) => [
      new RegExp(`^alfa booking ${other}: the history of DBL 2027-04-03 does not say`),
      /^alfa DBL 2027-04-03: its change \d+ does not begin where \d+ ended$/,
    ],
  ],
  [
    'a day of a rate is otherwise than its history says',
    `update rate_day set min_stay = 5 ${FLEX_DAY}`,
    `update rate_day set min_stay = 3 ${FLEX_DAY}`,
    () => [
      /^alfa DBL FLEX 2027-04-02: its newest change \d+ says otherwise than the day of the rate$/,
      PACKED,
    ],
  ],
  [
    'the newest history of a day of a rate is lost',
    `update rate_day_history set rate_code = 'GONE' where change_seq = ${newest('rate_day')}`,
    "update rate_day_history set rate_code = 'FLEX' where rate_code = 'GONE'",
    () => [/^alfa DBL FLEX 2027-04-02: its newest change \d+ is not in its history$/],
  ],
  [
    'a booking is in another state than its newest revision says',
    ({ other }) => `update booking set checkout = '2027-04-06' where code = '${other}'`,
    ({ other }) => `update booking set checkout = '2027-04-05' where code = '${other}'`,
    ({ other }) => [
      `alfa DBL 2027-04-05: 0 rooms sold by the day and 1 by bookings, 0 rooms of unproven guests by the day and 1 by bookings (${other})`,
      `alfa booking ${other}: its checkout is 2027-04-06, and 2027-04-05 by revision 1`,
    ],
  ],
  [
    'a revision of a booking is missing',
    ({ other }) => `update booking_revision set code = 'GONE' where code = '${other}'`,
    ({ other }) => `update booking_revision set code = '${other}' where code = 'GONE'`,
    ({ other }) => [`alfa booking ${other}: it is at revision 1 and has the revisions none`],
  ],
  [
    'a revision of a booking is not in the feed of its hotel',
    ({ other }) =>
      `update change set hotel_id = 2 where seq = (select change_seq from booking_revision where code = '${other}')`,
    ({ other }) =>
      `update change set hotel_id = 1 where seq = (select change_seq from booking_revision where code = '${other}')`,
    ({ other }) => [
      new RegExp(`^alfa booking ${other}: revision 1 is not in the feed`),
      ...['02', '03', '04'].map(
        (day) => new RegExp(`^alfa DBL 2027-04-${day}: its change \\d+ is not in the feed$`),
      ),
    ],
  ],
  [
    'an event has no delivery',
    'update delivery set outbox_seq = -outbox_seq where seq = 1',
    'update delivery set outbox_seq = -outbox_seq where seq = 1',
    ({ webhookId }) => [
      new RegExp(
        `^event \\d+ booking.confirmed of booking \\w+ \\(revision 1\\) has no delivery to the webhook ${webhookId}$`,
      ),
    ],
  ],
  [
    'an event was left behind',
    'update outbox set queued_at_ms = null where seq = 1',
    `update outbox set queued_at_ms = created_at_ms where seq = 1`,
    () => [
      /^event 1 [\w.]+( of booking \w+ \(revision 1\))? of 2027-03-10T[\d:.]+Z was left behind$/,
    ],
  ],
  [
    'a delivery is pending and never due',
    'update delivery set due_at_ms = null where seq = (select max(seq) from delivery)',
    'update delivery set due_at_ms = created_at_ms where seq = (select max(seq) from delivery)',
    ({ webhookId }) => [
      new RegExp(
        `^delivery [\\w-]+ of booking \\w+ to the webhook ${webhookId} is pending and never due$`,
      ),
    ],
  ],
  [
    'a delivery is pending and its event is gone',
    'update delivery set outbox_seq = -outbox_seq where seq = (select max(seq) from delivery)',
    'update delivery set outbox_seq = -outbox_seq where seq = (select max(seq) from delivery)',
    () => [
      /^event \d+ booking.confirmed of booking \w+ \(revision 1\) has no delivery/,
      /^delivery [\w-]+ to the webhook [\w-]+ is pending and its event is gone$/,
    ],
  ],
  [
    'a revision of a booking was never published',
    ({ other }) => `update outbox set booking_code = 'GONE' where booking_code = '${other}'`,
    ({ other }) => `update outbox set booking_code = '${other}' where booking_code = 'GONE'`,
    ({ other }) => [`alfa booking ${other}: revision 1 has no event`],
  ],
  [
    'a mail is pending and never due',
    'update mail set due_at_ms = null where seq = (select min(seq) from mail)',
    'update mail set due_at_ms = created_at_ms where seq = (select min(seq) from mail)',
    () => [/^mail [\w-]+ \(\w+\) of booking \w+ is pending and never due$/],
  ],
  [
    'a stay of a reservation is held and the others confirmed',
    (rich) => `update booking set status = 'pending' where code = '${firstOf(rich)}'`,
    (rich) => `update booking set status = 'confirmed' where code = '${firstOf(rich)}'`,
    (rich) => [
      ...['01', '02'].map(
        (day) => new RegExp(`^alfa SGL 2027-04-${day}: 3 rooms of unproven guests`),
      ),
      `alfa booking ${firstOf(rich)}: its status is pending, and confirmed by revision 1`,
      `alfa reservation ${rich.group.code}: ${firstOf(rich)} is held and ${rich.group.bookings[1].code} confirmed`,
      /^alfa made on 2027-03-10 EUR confirmed/,
      /^alfa made on 2027-03-10 EUR pending/,
    ],
  ],
  [
    'a reservation lacks a stay',
    (rich) => `update booking set group_position = 7 where code = '${firstOf(rich)}'`,
    (rich) => `update booking set group_position = 1 where code = '${firstOf(rich)}'`,
    ({ group }) => [`alfa reservation ${group.code}: its bookings have the places 2, 3, 7`],
  ],
  [
    'a packed block is not of its days',
    `update packed_days set block = -block where block = ${BLOCK}`,
    `update packed_days set block = -block where block = ${-BLOCK}`,
    () => [/^alfa \d{4}-\d\d-\d\d to [\d-]+: packed otherwise than the days are$/],
  ],
  [
    'a sum of a hotel is not of its bookings',
    "update hotel_sum set total_price_cents = total_price_cents + 5 where status = 'confirmed'",
    "update hotel_sum set total_price_cents = total_price_cents - 5 where status = 'confirmed'",
    () => [
      /^alfa made on 2027-03-10 EUR confirmed: 5 bookings, \d+5 and commission 0 by the sums, 5 bookings, \d+0 and commission 0 by the bookings$/,
    ],
  ],
]

const textOf = (text: Defect[1], rich: Rich) => (typeof text === 'string' ? text : text(rich))
let rich: Rich
beforeAll(async () => {
  rich = await startRich()
})
afterAll(() => rich.service[Symbol.asyncDispose]())

test('doctor finds nothing in a rich database (issue 37)', () => expectSound(rich.service))

test.each(DEFECTS)('doctor finds it if %s (issue 37)', async (_, wrong, right, found) => {
  const { store } = rich.service
  const run = (text: Defect[1]) =>
    store.tx(async (tx) => void (await rowsOf(tx, sql.raw(textOf(text, rich)))))
  await run(wrong)
  const lines = await findWrong(rich.service)
  await run(right)
  const expected = found(rich).map((line) =>
    typeof line === 'string' ? line : expect.stringMatching(line),
  )
  expect(lines).toEqual(expected)
})

test('doctor raises no false alarm while guests book between its reads (issue 37)', async () => {
  const { service } = rich
  const reader = openReader(service.target)
  let booked = 0
  const rest = async () => {
    // Night by night another one, so that what was read before differs from what is read next.
    if (booked >= 60) return
    const night = (booked++ % 20) + 5
    const [checkin, checkout] = [addDay('2027-04-01', night), addDay('2027-04-02', night)]
    const { status, text } = await book(service.call, { checkin, checkout, roomCode: 'SGL' })
    expect(status, text).toBe(201)
  }
  try {
    const look = { snapshot: reader.snapshot, rest, keptSinceMs: 0 }
    for (const { find } of INVARIANTS) for await (const line of find(look)) throw new Error(line)
  } finally {
    await reader.close()
  }
  expect(booked).toBeGreaterThan(30)
  await expectSound(service)
})

test('restore --check says what a backup contains, and what is wrong with its data (issue 37)', async () => {
  const { service, other } = rich
  const { target, store } = service
  const place = typeof target === 'string' ? target : target.url
  const check = async () => {
    const lines: string[] = []
    for await (const { isWell, line } of findInBackup(place)) lines.push(`${isWell} ${line}`)
    return lines
  }
  const lines = await check()
  expect(lines[0]).toMatch(/^true .* at migration \d{14}_/)
  expect(lines.join('\n')).toMatch(
    /true it has 2 hotels and \d\d bookings, the newest \w+ of alfa, made 2027-03-10T09:20:01.000Z/,
  )
  expect(lines.filter((line) => line.startsWith('false'))).toEqual([])
  const move = (rooms: number) =>
    store.tx(
      async (tx) =>
        void (await rowsOf(
          tx,
          sql.raw(`update booking set rooms = ${rooms} where code = '${other}'`),
        )),
    )
  await move(2)
  expect((await check()).join('\n')).toContain(`false alfa DBL 2027-04-02: 3 rooms sold by the day`)
  await move(1)
})

test('doctor tells the first ten differences of a kind, and how many more there are (issue 37)', async () => {
  const { store } = rich.service
  const set = (live: string) =>
    store.tx(async (tx) => void (await rowsOf(tx, sql.raw(`update day set live = ${live}`))))
  await set('live + 1')
  const lines = await findWrong(rich.service)
  await set('live - 1')
  expect(lines).toHaveLength(11)
  expect(lines[10]).toBe(
    '50 more of this kind: not all rooms sold of each night, and the share of strangers in them, are as the bookings say',
  )
})
