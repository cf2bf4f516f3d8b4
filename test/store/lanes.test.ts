import { expect, test } from 'bun:test'
import { listDays, upsertDays } from '../../src/store/days/availability.ts'
import { pacedChunks } from '../../src/store/engine/pace.ts'
import { change, date, startStore } from '../support/store.ts'

const LARGE = { isLarge: true }
const RANGE = { from: date('2027-01-01'), to: date('2027-12-31') }
const many = (count: number) =>
  Array.from({ length: count }, (_, n) => change(`R${n}`, '2027-05-01'))

test('small work goes before large, and of ten turns large work has one (contract §7)', async () => {
  await using test = await startStore()
  const { store } = test
  const done: string[] = []
  let left = 30
  // Each small body is followed by another, so that some always wait.
  const small = async (): Promise<void> => {
    await store.tx(async () => void done.push('small'))
    if (--left > 0) await small()
  }
  const first = small()
  const large = [1, 2].map(() => store.tx(async () => void done.push('large'), LARGE))
  await Promise.all([first, ...large])
  const places = done.flatMap((name, place) => (name === 'large' ? [place] : []))
  expect(places[0]).toBe(9)
  // A small body that waits as large work ends shares its turn, and is none of the nine before the next.
  expect([19, 20]).toContain(places[1]!)
})

test('the event loop turns and reads go on while a large body is written, of which they see nothing (house-style §2)', async () => {
  await using test = await startStore()
  const { store } = test
  let isOver = false
  const large = store
    .tx((tx) => upsertDays(tx, 1, many(20_000)), LARGE)
    .then(() => {
      isOver = true
    })
  let turns = 0
  while (!isOver) {
    await new Promise<void>((resolve) => setImmediate(resolve))
    const rows = await listDays(store, { hotelId: 1, roomCodes: ['R0', 'R19999'], ...RANGE })
    if (!isOver) expect(rows).toEqual([])
    turns++
  }
  await large
  expect(turns).toBeGreaterThan(2)
  expect(await test.daysSeenOutside()).toBe(20_000)
})

test('small bodies that wait together share a commit only as far as it is short (house-style §2)', async () => {
  await using test = await startStore()
  const { store } = test
  const burn = async () => {
    const endMs = performance.now() + 4
    while (performance.now() < endMs);
  }
  const order: string[] = []
  const bodies = Array.from({ length: 12 }, () => store.tx(burn).then(() => order.push('body')))
  const turns = (async () => {
    while (order.length < 12) {
      await new Promise<void>((resolve) => setImmediate(resolve))
      order.push('turn')
    }
  })()
  await Promise.all([...bodies, turns])
  expect(
    order.slice(0, order.lastIndexOf('body')).filter((name) => name === 'turn').length,
  ).toBeGreaterThan(2)
})

test('pieces of work that follow each other in a large body hold the event loop no longer than one (house-style §2)', async () => {
  await using test = await startStore()
  let turns = 0
  const burn = async () => {
    for await (const _ of pacedChunks([1])) {
      const endMs = performance.now() + 4
      while (performance.now() < endMs);
    }
  }
  await test.store.tx(async () => {
    setImmediate(() => turns++)
    await burn()
    await burn()
    expect(turns).toBe(1)
  }, LARGE)
})

test('a large body is committed in a turn of the event loop of its own (house-style §2)', async () => {
  await using test = await startStore()
  let isCommitted = false
  let wasCommitted: boolean | undefined
  test.store.subscribeDays(() => {
    isCommitted = true
  })
  await test.store.tx(async (tx) => {
    await upsertDays(tx, 1, many(1))
    setImmediate(() => {
      wasCommitted = isCommitted
    })
  }, LARGE)
  expect([wasCommitted, isCommitted]).toEqual([false, true])
})
