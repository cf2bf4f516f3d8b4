import { expect, test } from 'bun:test'
import { inLine, type Place } from '../../src/store/postgres/in-line.ts'
import type { Pool } from '../../src/store/postgres/pool.ts'

const FREE = { state: () => ({ used: 1, max: 8 }) } as Pool

test('what follows a large body whose COMMIT is never answered is told all the same (issue 35)', async () => {
  const queue = [{ isLarge: true }, { isLarge: false }, { isLarge: true }, { isLarge: false }]
  const told: number[] = []
  const commit = async ({ before, onSent }: Place) => {
    queue.shift()
    const left = queue.length
    onSent()
    if (left === 3) await new Promise(() => {})
    await before
    told.push(left)
  }

  await inLine(FREE, queue, commit, 1)

  expect(told).toEqual([2, 1, 0])
})

test('the news of a large body comes before that of the next, which begins when its COMMIT is sent (issue 35)', async () => {
  const queue = [{ isLarge: true }, { isLarge: false }]
  const answered = Promise.withResolvers<void>()
  const news: string[] = []
  const commit = async ({ before, onSent }: Place) => {
    const { isLarge } = queue.shift()!
    news.push(isLarge ? 'large begins' : 'small begins')
    onSent()
    if (isLarge) await answered.promise
    else answered.resolve()
    await before
    news.push(isLarge ? 'large' : 'small')
  }

  await inLine(FREE, queue, commit)

  expect(news).toEqual(['large begins', 'small begins', 'large', 'small'])
})
