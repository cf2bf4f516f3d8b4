import { expect, test } from 'bun:test'
import { addDay, book } from '../support/bookings.ts'
import { pull, push } from '../support/http.ts'
import { allHistory, type Entry } from '../support/push-answers.ts'
import { startService } from '../support/service.ts'

const FROM = '2027-04-01'
const DAYS = 400
const ROOMS = Array.from({ length: 44 }, (_, n) => ({ roomCode: `R${n}`, basePriceCents: 9_000 }))

/** Every day of one room type. */
const block = (roomCode: string, available: number) =>
  Array.from({ length: DAYS }, (_, n) => ({ roomCode, date: addDay(FROM, n), available }))

test('of many large pushes at once each answer is true: applied whole, or refused with nothing of it written (contract §7)', async () => {
  await using service = await startService({ connections: 12, rooms: ROOMS })
  const { alfa } = service
  const answers = await Promise.all(ROOMS.map(({ roomCode }) => push(alfa, block(roomCode, 7))))

  const refused = answers.filter(({ status }) => status === 503)
  // One at work, or four, 32 waiting: the others are told to come again.
  expect(refused.length).toBeGreaterThan(0)
  // On a busy machine the first is done before the last comes.
  expect(refused.length).toBeLessThanOrEqual(ROOMS.length - 33)
  for (const answer of refused) {
    expect(answer).toBeProblem(503, 'unavailable')
    expect(answer.headers.get('retry-after')).toBe('10')
  }
  const { body } = await pull(alfa, FROM, addDay(FROM, DAYS - 1))
  for (const [index, { roomCode }] of ROOMS.entries()) {
    const { days } = body.rooms.find((room: { roomCode: string }) => room.roomCode === roomCode)
    const counts = new Set(days.map(({ available }: { available: number }) => available))
    expect([...counts]).toEqual([answers[index]!.status === 200 ? 7 : 0])
  }
})

test('large pushes of the same days at once are each judged by what the one before it has left (contract §2)', async () => {
  await using service = await startService({ connections: 12, rooms: ROOMS.slice(0, 3) })
  const { alfa } = service
  const dates = Array.from({ length: 60 }, (_, n) => addDay(FROM, n))
  // Every push leaves fields of some days out, which keep what they are, and has a room type and days of its own.
  const sent = Array.from({ length: 12 }, (_, n) =>
    [`R${n % 3}`, `R${(n + 1) % 3}`].flatMap((roomCode) =>
      dates.slice(n % 7).map((date, day) => ({
        ...{ roomCode, date, available: n },
        ...((day + n) % 2 === 0 && { priceCents: 9_000 + n }),
        ...((day + n) % 3 === 0 && { closed: n % 2 === 0 }),
      })),
    ),
  )
  const answers = await Promise.all(sent.map((updates) => push(alfa, updates)))
  expect(answers.map(({ status }) => status)).toEqual(sent.map(() => 200))

  const pushes = new Map(answers.map(({ body }, n) => [body.pushId as string, sent[n]!]))
  for (const roomCode of ['R0', 'R1', 'R2'])
    for (const date of dates) {
      const isCell = (one: { roomCode: string; date: string }) =>
        one.roomCode === roomCode && one.date === date
      const entries = (await allHistory(alfa, roomCode, date, 100)).toReversed()
      // A push that overlooked another one would leave it out of the chain.
      expect(entries.length).toBe(sent.filter((updates) => updates.some(isCell)).length)
      let day: Entry['before'] = null
      for (const { before, after, pushId } of entries) {
        expect(before).toEqual(day)
        const element = pushes.get(pushId!)!.find(isCell)!
        const { priceCents = day?.priceCents ?? 9_000, closed = day?.closed ?? false } = element
        expect(after).toMatchObject({ available: element.available, priceCents, closed })
        day = after
      }
    }
})

test('a guest books, and a partner pulls and pushes a cell, before the large pushes that came first are through (contract §7)', async () => {
  await using service = await startService({ connections: 12, rooms: ROOMS })
  const { alfa, bravo } = service
  await push(alfa, [{ roomCode: 'R0', date: FROM, available: 3 }])
  const through: string[] = []
  const large = ROOMS.slice(1, 13).map(({ roomCode }) =>
    push(alfa, block(roomCode, 7)).then(({ status }) => through.push(`large ${status}`)),
  )
  const stay = { roomCode: 'R0', checkin: FROM, checkout: addDay(FROM, 1), adults: 1 }
  const small = [
    book(service.call, stay).then(({ status }) => through.push(`booking ${status}`)),
    pull(alfa, FROM).then(({ status }) => through.push(`pull ${status}`)),
    push(bravo, [{ roomCode: 'R0', date: FROM, available: 3, priceCents: 9_000 }]).then(
      ({ status }) => through.push(`cell ${status}`),
    ),
  ]
  await Promise.all([...large, ...small])
  const names = ['booking 201', 'cell 200', 'pull 200']
  expect(through.filter((name) => !name.startsWith('large')).toSorted()).toEqual(names)
  for (const name of names) expect(through.indexOf(name)).toBeLessThan(8)
})
