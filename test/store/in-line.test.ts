import { expect, test } from 'bun:test'
import { createLines } from '../../src/store/postgres/in-line.ts'

test('large bodies of a hotel wait for each other, also behind one that failed; those of another do not (issue 35)', async () => {
  const inLine = createLines()
  const gate = Promise.withResolvers<void>()
  const done: string[] = []
  const work = (scope: string, name: string, until?: Promise<void>) =>
    inLine(scope, async () => {
      await until
      done.push(name)
      if (name === 'a2') throw new Error('a defect')
    })
  const first = work('hotel:1', 'a1', gate.promise)
  const second = work('hotel:1', 'a2').catch(({ message }) => message)
  const third = work('hotel:1', 'a3')
  await work('hotel:2', 'b1')
  expect(done).toEqual(['b1'])
  gate.resolve()
  await Promise.all([first, third])
  expect(await second).toBe('a defect')
  expect(done).toEqual(['b1', 'a1', 'a2', 'a3'])
})

test('a large body does not wait for one that never ends', async () => {
  const inLine = createLines(1)
  void inLine('hotel:1', () => new Promise(() => {}))
  expect(await inLine('hotel:1', async () => 'done')).toBe('done')
})
