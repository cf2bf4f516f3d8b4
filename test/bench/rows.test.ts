import { expect, test } from 'bun:test'
import { TURNS } from '../support/turn.ts'
import { pickOperations } from './against/against.ts'
import { expectSameAnswers, withHouse } from './house-servers.ts'
import { withConnections } from './load.ts'
import { measureRows } from './measure.ts'
import { BOOKING_ROWS, listBookings } from './row-booking.ts'
import { pages } from './row-page.ts'
import { pulls } from './row-reservations.ts'
import { searches } from './row-search.ts'
import { answerSchemas, inSchemaOrder } from './sales/answer-schemas.ts'
import { CITY_HOTELS } from './seed-fill.ts'
import { startOurs, startSalesFloor } from './servers.ts'
import type { Figure, Line } from './stats.ts'
import { expectSameRows } from './written.ts'

const SMALL = { hotels: CITY_HOTELS, days: 45, bookings: 1_000 }
const PLAN = { rounds: 1, isQuick: true, note: () => {} }

test('the floor answers and writes what the service does, so that their times can be compared', async () => {
  await withHouse(
    SMALL,
    async ({ servers, folders, about }) => {
      await expectSameAnswers(servers, pages(about, 30))
      await expectSameAnswers(servers, pulls(about).slice(0, 5))
      await expectSameAnswers(servers, searches(about).slice(0, 3))
      await expectSameAnswers(servers, listBookings(folders[0]!, about, 10), 201)
      for (const server of servers) await server.stop()
      expectSameRows(folders, BOOKING_ROWS)
    },
    [startOurs, startSalesFloor],
  )
})

test('the service writes the fields of its answers in the order of their schemas, as the peer does', async () => {
  await withHouse(
    SMALL,
    async ({ servers: [server], folders: [folder], about }) => {
      const document = await fetch(`http://127.0.0.1:${server!.port}/openapi.json`)
      const schemas = answerSchemas((await document.json()) as Parameters<typeof answerSchemas>[0])
      const answers = {
        getHotelPage: pages(about, 30),
        pullBookings: pulls(about).slice(0, 5),
        searchHotels: searches(about).slice(0, 3),
        placeBooking: listBookings(folder!, about, 10),
      }
      await withConnections(server!, 1, async ([connection]) => {
        for (const [operation, requests] of Object.entries(answers))
          for (const request of requests) {
            const text = (await connection!.send(request)).text()
            const inOrder = inSchemaOrder(JSON.parse(text), schemas[operation]!)
            expect(JSON.stringify(inOrder)).toBe(text)
          }
      })
    },
    [startOurs],
  )
})

test('a row that throws, has no line or lacks a figure is named, and the next is measured', async () => {
  const line = (ours: Figure[]): Line => ({
    ...{ what: 'pulls', unit: 'pulls/s', against: 'floor' },
    ...{ ours, theirs: [{ value: 2 }] },
  })
  const whole = line([{ value: 1 }])
  const rows = {
    broken: () => Promise.reject(new Error('the databases differ\nin a row')),
    silent: async () => [],
    short: async () => [line([])],
    unmeasured: async () => [line([{ value: Number.NaN }])],
    sound: async () => [whole],
  }

  const { lines, failures } = await measureRows(Object.keys(rows), PLAN, rows)

  expect(lines).toEqual([whole])
  expect(failures).toEqual([
    'broken: Error: the databases differ',
    'silent: not one line',
    'short: no figure of pulls against floor',
    'unmeasured: no figure of pulls against floor',
  ])
})

test('each operation is measured beside another commit within eight commits, the dearest ones by each (issue 35)', () => {
  const all = pickOperations([]).map(({ name }) => name)
  const turns = Array.from({ length: TURNS }, (_, turn) => pickOperations([], 1_000 + turn))
  const measured = new Set(turns.flat().map(({ name }) => name))
  const left = all.filter((name) => !measured.has(name))
  expect(left).toEqual(['panel: history'])
  const inEach = turns[0]!.filter((each) => turns.every((turn) => turn.includes(each)))
  expect(inEach.map(({ name }) => name)).toContain('booking')
  for (const turn of turns) expect(turn.length).toBeLessThan(inEach.length + all.length / TURNS)
  expect(() => pickOperations(['no such'])).toThrow('no operation no such')
})
