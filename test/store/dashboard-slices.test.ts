import { expect, test } from 'bun:test'
import { listMoved, listSoldRooms } from '../../src/store/dashboards/dashboards.ts'
import { readSlices } from '../../src/store/engine/pace.ts'
import { book, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { startService } from '../support/service.ts'
import { date } from '../support/store.ts'

const APRIL = { from: date('2027-04-01'), to: date('2027-04-30') }

test('slices of two rows are the rows of one, each once: bookings of one check-in and changes of one instant too (issue 12)', async () => {
  await using service = await startService()
  await sell(service, { available: 9 })
  for (const checkin of ['2027-04-01', '2027-04-01', '2027-04-01', '2027-04-02', '2027-04-03']) {
    const { body } = await book(service.call, { checkin, checkout: '2027-04-05' })
    if (checkin === '2027-04-02') {
      service.clock.advance(1)
      await service.call('POST', `/v1/bookings/${body.code}/cancel`, { body: asGuest(body.code) })
    }
  }
  const { store, alfa } = service
  const span = { sinceMs: 0, untilMs: service.deps.nowMs() }
  const walk = async <Row>(read: (after: Row | undefined) => Promise<Row[]>) => {
    const rows: Row[] = []
    for (;;) {
      const some = await read(rows.at(-1))
      rows.push(...some)
      if (some.length < 2) return rows
    }
  }
  const sold = await listSoldRooms(store, alfa.id, APRIL, { limit: 100 })
  expect(sold).toHaveLength(4)
  const sliced = await walk<(typeof sold)[number]>((after) =>
    listSoldRooms(store, alfa.id, APRIL, { after, limit: 2 }),
  )
  expect(sliced).toEqual(sold)
  const moved = await listMoved(store, alfa.id, span, { limit: 100 })
  expect(moved.map((row) => row.moved?.now.status)).toEqual([
    ...['confirmed', 'confirmed', 'confirmed'],
    ...['cancelled', 'confirmed'],
  ] as never)
  const movedSliced = await walk<(typeof moved)[number]>((after) =>
    listMoved(store, alfa.id, span, { after, limit: 2 }),
  )
  expect(movedSliced).toEqual(moved)
})

test('a long list is read whole in slices, and the loop turns between them (issue 12)', async () => {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const all = Array.from({ length: 1_200 }, (_, index) => index)
  const read: number[] = []
  for await (const rows of readSlices<number>(async (after = -1, limit) =>
    all.slice(after + 1, after + 1 + limit),
  ))
    read.push(...rows)
  isOver = true
  expect(read).toEqual(all)
  expect(turns).toBeGreaterThanOrEqual(2)
})
