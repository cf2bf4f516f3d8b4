import { expect, test } from 'bun:test'
import { AppError } from '../../src/domain/kernel/errors.ts'
import { createTurns } from '../../src/store/postgres/turns.ts'

// Places of transactions at a hotel of PostgreSQL (issue 35).

/** Long enough never to end in these tests. */
const LONG_MS = 60_000
const settle = () => Bun.sleep(0)

test('a hotel has a few places, and the rest wait in line; others have theirs', async () => {
  const turns = createTurns({ ofOne: 2, ofHeld: 9 })
  const came: number[] = []
  const wait = (n: number) =>
    turns.take('hotel:1', LONG_MS).then((end) => {
      came.push(n)
      return end!
    })
  const [first, second] = [await wait(1), await wait(2)]
  const [third, fourth] = [wait(3), wait(4)]
  await settle()
  expect(came).toEqual([1, 2])
  expect(turns.enter('hotel:1')).toBeUndefined()
  expect(turns.enter('hotel:2')).toBeFunction()

  first()
  first() // Given back once.
  ;(await third)()
  expect(came).toEqual([1, 2, 3])
  expect(turns.enter('hotel:1')).toBeUndefined()
  second()
  ;(await fourth)()
  const free = [turns.enter('hotel:1'), turns.enter('hotel:1'), turns.enter('hotel:1')]
  expect(free.map((end) => end !== undefined)).toEqual([true, true, false])
})

test('a place that comes too late goes to the next in line', async () => {
  const turns = createTurns({ ofOne: 1, ofHeld: 9 })
  const end = turns.enter('hotel:1')!
  const [late, next] = [turns.take('hotel:1', 1), turns.take('hotel:1', LONG_MS)]
  expect(await late).toBeUndefined()
  end()
  expect(await next).toBeFunction()
})

test('hotels that are held share places, and come by turns, for 10 s', async () => {
  let nowMs = 0
  const turns = createTurns({ ofOne: 2, ofHeld: 2 }, () => nowMs)
  const hotels = ['hotel:1', 'hotel:2', 'hotel:3']
  for (const hotel of hotels) turns.noteHeld(hotel)
  const ends = [turns.enter('hotel:1')!, turns.enter('hotel:1')!]
  expect(turns.enter('hotel:2')).toBeUndefined()
  expect(turns.enter('hotel:4')).toBeFunction()

  const came: string[] = []
  for (const hotel of [...hotels, ...hotels])
    void turns.take(hotel, LONG_MS).then((end) => {
      came.push(hotel)
      ends.push(end!)
    })
  for (let n = 0; n < 6; n++) {
    ends.shift()!()
    await settle()
  }
  expect(came).toEqual([...hotels, ...hotels])

  expect(turns.enter('hotel:1')).toBeUndefined()
  nowMs = 10_000
  expect(turns.enter('hotel:1')).toBeFunction()
})

test('who finds a thousand in line hears 503 at once, with the time to come again', async () => {
  const turns = createTurns({ ofOne: 1, ofHeld: 1 })
  const end = turns.enter('hotel:1')!
  let came = 0
  const waiting = Array.from({ length: 1_000 }, () =>
    turns.take('hotel:1', LONG_MS).then((end) => {
      came++
      end!()
    }),
  )
  const refused = await turns.take('hotel:1', 50).catch((error) => error)
  expect(refused).toBeInstanceOf(AppError)
  expect(refused).toMatchObject({ code: 'unavailable', facts: { retryAfterSeconds: 5 } })
  end()
  await Promise.all(waiting)
  expect(came).toBe(1_000)
})

test('those who wait at a hotel that is held no longer are called as places come back, also of others', async () => {
  let nowMs = 0
  const turns = createTurns({ ofOne: 2, ofHeld: 2 }, () => nowMs)
  for (const hotel of ['hotel:1', 'hotel:2']) turns.noteHeld(hotel)
  const ends = [turns.enter('hotel:1')!, turns.enter('hotel:1')!]
  let came = 0
  for (let n = 0; n < 3; n++)
    void turns.take('hotel:2', LONG_MS).then((end) => {
      came++
      end!()
    })
  nowMs = 9_000
  turns.noteHeld('hotel:1')
  nowMs = 10_000

  ends.shift()!()
  await settle()
  expect(came).toBe(3)
  expect(turns.enter('hotel:2')).toBeFunction()
})
