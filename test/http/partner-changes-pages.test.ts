import { expect, test } from 'bun:test'
import { addDay } from '../support/bookings.ts'
import { changes, type Entry, walk } from '../support/changes.ts'
import { day } from '../support/days.ts'
import { push } from '../support/http.ts'
import { startService, TODAY } from '../support/service.ts'

/** As many cells as asked for, room type by room type. */
const cells = (count: number, available: number, roomCodes = ['DBL', 'SGL']) =>
  Array.from({ length: count }, (_, index) => ({
    roomCode: roomCodes[Math.floor(index / 700)]!,
    date: addDay(TODAY, index % 700),
    available,
    priceCents: 9_000,
  }))

test('a push of 1,200 cells comes in entries of 500, between any of which a reader may go on (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service
  await push(alfa, [day(1)])
  const { body: report } = await push(alfa, cells(1_200, 7))
  await push(alfa, [day(2)])

  const all = await walk(alfa)
  expect(all.map(({ days }) => days.length)).toEqual([1, 500, 500, 200, 1])
  const parts = all.slice(1, 4)
  expect(new Set(parts.map(({ pushId }) => pushId))).toEqual(new Set([report.pushId]))
  const told = parts.flatMap(({ days }) => days as Entry[])
  expect(new Set(told.map(({ roomCode, date }) => `${roomCode} ${date}`)).size).toBe(1_200)
  for (const limits of [[1], [2], [3, 1], [2, 500]])
    expect(await walk(alfa, { limits })).toEqual(all)
  for (const [index, { cursor }] of all.entries())
    expect(await walk(alfa, { from: cursor, limits: [2] })).toEqual(all.slice(index + 1))
})

test('days of a page are bounded whatever its limit, and nothing is lost where it ends (contract §2)', async () => {
  const roomCodes = Array.from({ length: 15 }, (_, index) => `R${index + 10}`)
  await using service = await startService({
    rooms: roomCodes.map((roomCode) => ({ roomCode })),
  })
  const { alfa } = service
  // A page would end within the second push, and in an entry that is not full.
  for (const [index, count] of [4_100, 9_999, 3].entries())
    await push(alfa, cells(count, index + 1, roomCodes))

  const { body } = await changes(alfa, '?limit=500')
  expect(body.hasMore).toBe(true)
  const daysIn = (entries: Entry[]) => entries.reduce((sum, { days }) => sum + days.length, 0)
  expect(daysIn(body.changes)).toBeLessThanOrEqual(10_000)
  expect(daysIn(body.changes)).toBeGreaterThan(9_000)
  const all = await walk(alfa)
  expect(daysIn(all)).toBe(4_100 + 9_999 + 3)
  expect(await walk(alfa, { limits: [1, 3] })).toEqual(all)
  expect(all.map(({ days }) => days.length)).toEqual([
    ...Array(8).fill(500),
    100,
    ...Array(19).fill(500),
    499,
    3,
  ])
})
