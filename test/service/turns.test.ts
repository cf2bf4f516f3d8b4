import { expect, test } from 'bun:test'
import { createTurns } from '../../src/service/turns.ts'

const BOUNDS = { ofOneMax: 2, inAllMax: 3, retryAfterSeconds: 10 }

test('pieces of work are done one at a time, and owners have their turns one after another (contract §7)', async () => {
  const { take } = createTurns({ ...BOUNDS, ofOneMax: 9, inAllMax: 99 })
  const done: string[] = []
  let atOnce = 0
  const work = (owner: number, name: string) =>
    take(owner, async () => {
      expect(++atOnce).toBe(1)
      await Bun.sleep(0)
      atOnce--
      done.push(name)
    })
  await Promise.all([
    ...['a1', 'a2', 'a3', 'a4'].map((name) => work(1, name)),
    ...['b1', 'b2'].map((name) => work(2, name)),
    work(3, 'c1'),
  ])
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('two pieces of work are done at a time where that is allowed, never more, and owners still in turn (issue 35)', async () => {
  const { take } = createTurns({ ...BOUNDS, atOnce: 2, ofOneMax: 9, inAllMax: 99 })
  const gates = new Map<string, () => void>()
  const begun: string[] = []
  const work = (owner: number, name: string) =>
    take(owner, async () => {
      begun.push(name)
      await new Promise<void>((resolve) => gates.set(name, resolve))
    })
  const all = [work(1, 'a1'), work(1, 'a2'), work(1, 'a3'), work(2, 'b1')]
  for (const [name, now] of [
    ['a2', 'a1 a2 a3'],
    ['a1', 'a1 a2 a3 b1'],
  ] as const) {
    gates.get(name)!()
    await all[begun.indexOf(name)]
    await Bun.sleep(0)
    expect(begun.join(' ')).toBe(now)
  }
  for (const end of gates.values()) end()
  await Promise.all(all)
})

test('who waits beyond what one owner or all may have waiting is told to come again, and the others have their turn', async () => {
  const { take } = createTurns(BOUNDS)
  const gate = Promise.withResolvers<void>()
  const wait = (owner: number) => Promise.try(() => take(owner, () => gate.promise))
  const taken = [wait(1), wait(1), wait(1)]
  const refused = { code: 'unavailable', facts: { retryAfterSeconds: 10 } }
  expect(await wait(1).catch((error) => error)).toMatchObject(refused)
  taken.push(wait(2))
  expect(await wait(3).catch((error) => error)).toMatchObject(refused)
  gate.resolve()
  await Promise.all(taken)
  await take(1, async () => {})
})

test('work that fails is its own to hear of', async () => {
  const { take } = createTurns(BOUNDS)
  const defect = new Error('a defect')
  const failing = take(1, async () => {
    throw defect
  })
  const fine = take(1, async () => 'fine')
  expect(await failing.catch((error) => error)).toBe(defect)
  expect(await fine).toBe('fine')
})

test('what a piece of work answered is let go while others still wait (issue 35)', async () => {
  const { take } = createTurns({ ofOneMax: 50, inAllMax: 50, retryAfterSeconds: 1 })
  const answers: WeakRef<object>[] = []
  const last = Promise.withResolvers<void>()
  for (let n = 0; n < 40; n++)
    void take(1, async () => ({ n })).then((answer) => void answers.push(new WeakRef(answer)))
  const waiting = [take(1, () => last.promise), take(1, () => last.promise)]
  while (answers.length < 40) await Bun.sleep(1)
  Bun.gc(true)
  // The collector takes what may be on the stack for alive.
  expect(answers.filter((answer) => answer.deref()).length).toBeLessThan(20)
  last.resolve()
  await Promise.all(waiting)
})
