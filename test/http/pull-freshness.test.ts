import { expect, test } from 'bun:test'
import type { RoomType } from '../../src/domain/catalog/catalog.ts'
import { addDays, type CalendarDate } from '../../src/domain/kernel/date.ts'
import { createKeptPulls, roomText } from '../../src/http/days/kept-pulls.ts'
import { createWholePulls } from '../../src/http/days/whole-pulls.ts'
import { hotelTopic, insertRoomType, listRoomTypes } from '../../src/store/catalog/catalog.ts'
import { daysTopic, upsertDays } from '../../src/store/days/availability.ts'
import type { Tx } from '../../src/store/engine/engine.ts'
import { daysOf, pull, push } from '../support/http.ts'
import { room, startService, type TestHotel, type TestService } from '../support/service.ts'

const DATES = ['2027-04-01', '2027-04-02', '2027-04-03']

/** Sets every day of the range to one count, so that a pull shows whether it saw a push whole. */
const pushAll = (hotel: TestHotel, available: number) =>
  push(
    hotel,
    DATES.map((date) => ({ roomCode: 'DBL', date, available, priceCents: 100 })),
  )

const pullAll = async (hotel: TestHotel) =>
  daysOf(await pull(hotel, DATES[0]!, DATES.at(-1)), 'DBL').map(({ available }) => available)

/** Lets so many steps of the event loop pass. */
async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise<void>((resolve) => setImmediate(resolve))
}

/** Lets so many promise callbacks run, within one step of the event loop. */
async function ticks(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await Promise.resolve()
}

test('a pull that begins after a push was answered shows it, also when pulls were kept before (contract §2)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL' }] })
  const { alfa } = service

  for (let available = 1; available <= 100; available++) {
    await pullAll(alfa)
    await pushAll(alfa, available)
    expect(await pullAll(alfa)).toEqual(DATES.map(() => available))
  }
})

test('under interleaved pushes each pull shows one push whole, no older than those answered before it began (contract §2)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL' }] })
  const { alfa } = service
  const last = 300
  let sent = 0
  let answered = 0
  const stale: unknown[] = []

  async function pushes(): Promise<void> {
    while (sent < last) {
      const available = ++sent
      await pushAll(alfa, available)
      answered = available
      await turns(available % 3)
    }
  }
  async function pulls(pause: number): Promise<void> {
    while (answered < last) {
      const atLeast = answered
      const counts = await pullAll(alfa)
      const [count] = counts as [number]
      const isWhole = counts.every((each) => each === count)
      if (!isWhole || count < atLeast || count > sent) stale.push({ atLeast, counts, sent })
      await ticks(pause)
      await turns(1)
    }
  }
  await Promise.all([pushes(), ...Array.from({ length: 8 }, (_, pause) => pulls(pause))])

  expect(stale).toEqual([])
  expect(await pullAll(alfa)).toEqual(DATES.map(() => last))
})

test('a large pull, which is read in pieces, shows one push whole, and small calls go in between (issue 35)', async () => {
  const roomCodes = Array.from({ length: 60 }, (_, n) => `R${String(n).padStart(2, '0')}`)
  await using service = await startService({ rooms: roomCodes.map((roomCode) => ({ roomCode })) })
  const { alfa } = service
  const date = DATES[0] as CalendarDate
  const ends = [roomCodes[0]!, roomCodes.at(-1)!]
  let sent = 0
  const pushNext = () => {
    const available = ++sent
    const updates = ends.map((roomCode) => ({ roomCode, date, available, priceCents: 100 }))
    return push(alfa, updates)
  }
  await pushNext()
  const rounds = 20
  for (let round = 0; round < rounds; round++) {
    const before = sent
    let isOver = false
    const pulled = pull(alfa, date, addDays(date, 400 + round)).finally(() => {
      isOver = true
    })
    while (!isOver) await pushNext()
    const answer = await pulled
    const [first, last] = ends.map((roomCode) => daysOf(answer, roomCode)[0]!.available)
    expect(first).toBe(last!)
    expect(first).toBeWithin(before, sent + 1)
  }
  expect(sent).toBeGreaterThan(2 * rounds)
})

test('concurrent pushes of different days all stand when they are answered (contract §2)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL' }] })
  const { alfa } = service
  const dates = Array.from({ length: 90 }, (_, index) =>
    new Date(Date.UTC(2027, 3, 1 + index)).toISOString().slice(0, 10),
  )

  const missed = await Promise.all(
    dates.map(async (date, index) => {
      await ticks(index % 7)
      await push(alfa, [{ roomCode: 'DBL', date, available: index + 1, priceCents: 100 }])
      const days = daysOf(await pull(alfa, dates[0]!, dates.at(-1)), 'DBL')
      return days[index]!.available === index + 1 ? [] : [date]
    }),
  )

  expect(missed.flat()).toEqual([])
  expect(
    daysOf(await pull(alfa, dates[0]!, dates.at(-1)), 'DBL').map(({ available }) => available),
  ).toEqual(dates.map((_, index) => index + 1))
})

/** From a pull well ahead of the write to one well behind it: somewhere among them the commit falls into the pull. */
const LEADS = Array.from({ length: 61 }, (_, index) => index - 30)

/** Begins a pull so many steps before the write (after it when negative) and waits for both. */
async function pullDuring(
  { store }: TestService,
  lead: number,
  begin: () => Promise<unknown>,
  write: (tx: Tx) => Promise<void>,
): Promise<void> {
  let underWay: Promise<unknown> | undefined
  await store.tx(async (tx) => {
    underWay = ticks(-lead).then(begin)
    await ticks(lead)
    await write(tx)
  })
  await underWay
}

test('a pull under way while a room type is added never leaves an answer without it behind (contract §2)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'R0' }] })
  const missing: string[] = []

  for (const [round, lead] of LEADS.entries()) {
    const roomCode = `R${round + 1}`
    // A range of its own, so that the pull finds nothing kept.
    const to = addDays(DATES[0] as CalendarDate, round)
    const ask = () => pull(service.alfa, DATES[0]!, to)
    await pullDuring(service, lead, ask, (tx) =>
      insertRoomType(tx, service.alfa.id, room({ roomCode })),
    )
    if (!(await ask()).text.includes(`"${roomCode}"`)) missing.push(roomCode)
  }

  expect(missing).toEqual([])
})

test('a pull that ends in a snapshot shows the room types of its moment (contract §2)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL' }] })
  const { store } = service
  const { id: hotelId } = service.alfa
  const date = DATES[0] as CalendarDate
  const topics = [daysTopic(hotelId), hotelTopic(hotelId)]
  const share = { maxBytes: 1_000_000, watch: () => {} }
  const named = { allTopics: () => topics, topicsOf: () => topics }
  const pullWhole = createWholePulls<RoomType>(store, createKeptPulls(store, share, named))
  const after = { available: 1, priceCents: 100, closed: false, shortfall: 0 }
  let reads = 0
  const { text } = await pullWhole({
    ...{ hotelId, from: date, to: date, name: 'of the test', days: 1, topics },
    series: () => 1,
    caller: { request: new Request('http://service/'), readmit: async () => {} },
    rooms: () => listRoomTypes(store, hotelId),
    async read(_, rooms) {
      // Days change beside two reads, so that the third is a snapshot, and room types beside that one.
      const isLast = ++reads > 3
      const add = (tx: Tx) => insertRoomType(tx, hotelId, room({ roomCode: 'SGL' }))
      const write = (tx: Tx) =>
        upsertDays(tx, hotelId, [{ roomCode: 'DBL', date, before: null, after }])
      if (!isLast) await store.tx(async (tx) => void (await (reads === 3 ? add(tx) : write(tx))))
      return rooms.map((each) => roomText(each, JSON.stringify(each.roomCode)))
    },
  })
  expect(text).toContain('"SGL"')
  expect(reads).toBe(4)
})

test('a pull under way while days are written never leaves the old ones behind (contract §2)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL' }] })
  const date = DATES[0] as CalendarDate
  const seen: unknown[] = []

  for (const [round, lead] of LEADS.entries()) {
    const ask = () => pull(service.alfa, date, addDays(date, round))
    const after = { available: round, priceCents: 100, closed: false, shortfall: 0 }
    await pullDuring(service, lead, ask, (tx) =>
      upsertDays(tx, service.alfa.id, [{ roomCode: 'DBL', date, before: null, after }]),
    )
    seen.push(daysOf(await ask(), 'DBL')[0]!.available)
  }

  expect(seen).toEqual([...LEADS.keys()])
})
