import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { changes, type Entry, latest, walk } from '../support/changes.ts'
import { day } from '../support/days.ts'
import { push } from '../support/http.ts'
import { startService } from '../support/service.ts'
import { restartNumbers } from '../support/sql.ts'

test('no cursor begins at the oldest, latest at what is to come, and any cursor can be used again (contract §2)', async () => {
  await using service = await startService()
  const { alfa } = service
  const origin = await latest(alfa)
  expect((await changes(alfa)).body).toEqual({ changes: [], nextCursor: origin, hasMore: false })
  for (const available of [1, 2, 3, 4]) await push(alfa, [day(available)])
  const { body } = await changes(alfa, '?cursor=latest')
  expect(body).toEqual({ changes: [], nextCursor: expect.any(String), hasMore: false })
  await push(alfa, [day(5)])

  const counts = (entries: Entry[]) => entries.map(({ days }) => days[0].available)
  expect(counts(await walk(alfa))).toEqual([1, 2, 3, 4, 5])
  expect(counts(await walk(alfa, { from: origin }))).toEqual([1, 2, 3, 4, 5])
  expect(counts(await walk(alfa, { from: body.nextCursor }))).toEqual([5])
  const all = await walk(alfa)
  for (const [index, { cursor }] of all.entries())
    expect(await walk(alfa, { from: cursor, limits: [1] })).toEqual(all.slice(index + 1))
})

test.each([
  ['?cursor=nonsense', 'invalid_cursor'],
  ['?cursor=', 'invalid_cursor'],
  [`?cursor=${btoa('[1,2]')}`, 'invalid_cursor'],
  [`?cursor=${btoa('[1,-1,0,0]')}`, 'invalid_cursor'],
  [`?cursor=${btoa('["1",1,0,0]')}`, 'invalid_cursor'],
  [`?cursor=${btoa('[1,1.5,0,0]')}`, 'invalid_cursor'],
  [`?cursor=${btoa('[1,1,9007199254740991,0]')}`, 'invalid_cursor'],
  ['?limit=0', 'out_of_range'],
  ['?limit=501', 'out_of_range'],
  ['?waitSeconds=26', 'out_of_range'],
  ['?waitSeconds=-1', 'out_of_range'],
  ['?from=2027-04-01', 'unknown_field'],
  ['?limit=1&limit=2', 'repeated'],
])('%s is refused as %s', async (query, code) => {
  await using service = await startService()
  const answer = await changes(service.alfa, query)
  expect(answer).toBeProblem(422, 'validation_failed')
  const [error] = answer.body.errors
  expect(error.path).toBe(`?${query.match(/\w+/)![0]}`)
  expect(error.code).toBe(code)
})

test("another hotel's cursor is no cursor, whatever there is behind it, and tells nothing (contract §1)", async () => {
  await using service = await startService()
  const { alfa, bravo } = service
  const origin = await latest(alfa)
  await push(alfa, [day(3)])
  await push(bravo, [day(4)])
  const [entry] = await walk(alfa)

  const words = []
  for (const cursor of [origin, entry!.cursor, await latest(alfa), 'nonsense']) {
    const answer = await changes(bravo, `?cursor=${cursor}`)
    expect(answer).toBeProblem(422, 'validation_failed')
    words.push({ ...answer.body, requestId: '' })
  }
  for (const each of words) expect(each).toEqual(words[0])
  expect((await walk(bravo)).map(({ days }) => days[0].available)).toEqual([4])
})

test('a cursor of a time that a restored backup does not know is answered 410, not with another story (contract §2)', async () => {
  await using service = await startService()
  const { alfa, clock, store } = service
  await push(alfa, [day(1)])
  const survived = (await changes(alfa)).body.nextCursor
  clock.advance(60_000)
  await push(alfa, [day(2)])
  const { nextCursor } = (await changes(alfa)).body
  // What a backup from between the two pushes would have left, and what happened after it.
  await store.tx(async (tx) => {
    const { t, db } = tx
    await db.delete(t.change).where(sql`seq = 2`)
    await db.delete(t.dayHistory).where(sql`change_seq = 2`)
    await restartNumbers(tx, 'change', 2)
  })
  expect(await changes(alfa, `?cursor=${nextCursor}`)).toBeProblem(410, 'cursor_expired')
  clock.advance(60_000)
  await push(alfa, [day(5)])

  // Under the number of the lost change.
  const answer = await changes(alfa, `?cursor=${nextCursor}`)
  expect(answer).toBeProblem(410, 'cursor_expired')
  expect(answer.body).toMatchObject({ reason: 'history_lost', cursor: survived })
  const again = await walk(alfa, { from: answer.body.oldestCursor })
  expect(again.map(({ days }) => days[0].available)).toEqual([1, 5])
})
