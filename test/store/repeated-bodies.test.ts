import { expect, spyOn, test } from 'bun:test'
import { simulateTx } from '../../src/service/simulate.ts'
import { upsertDays } from '../../src/store/days/availability.ts'
import { invalidate, type Tx } from '../../src/store/engine/engine.ts'
import { watchStatements } from '../support/statements.ts'
import { allDays, change, startStore } from '../support/store.ts'

// Bodies that share a commit of SQLite. The clock of the commit group stands still, so that all are in it on a busy machine, too.

test('bodies of a hotel share a commit without savepoints; if one fails half done, those before it run again (house-style §2)', async () => {
  const bodies = ['A', 'B', 'C', 'D', 'E']
  const cases = [
    { failing: [], half: true, runs: 'ABCDE', saved: 0 },
    { failing: ['A'], half: true, runs: 'ABCDE', saved: 0 },
    { failing: ['C'], half: true, runs: 'ABCABDE', saved: 4 },
    { failing: ['C', 'E'], half: true, runs: 'ABCABDE', saved: 4 },
    // It has written nothing, so there is nothing to undo.
    { failing: ['B', 'D'], half: false, runs: 'ABCDE', saved: 0 },
  ]
  for (const { failing, half, runs, saved } of cases) {
    using statements = watchStatements()
    await using test = await startStore()
    const { store } = test
    using clock = spyOn(performance, 'now').mockReturnValue(performance.now())
    expect(store.version('written')).toBe(0)
    const run: string[] = []
    const write = async (tx: Tx, name: string) => {
      run.push(name)
      const isFailing = failing.includes(name)
      const before = await allDays(tx, 1, ...bodies)
      if (half || !isFailing) await upsertDays(tx, 1, [change(name, '2027-05-01')])
      invalidate(tx, 'written')
      if (isFailing) throw new Error(name)
      return before.map(({ roomCode }) => roomCode).join('')
    }
    const outcomes: PromiseSettledResult<string>[] = []
    const seen = await statements.during(async () => {
      const all = bodies.map((name) => store.tx((tx) => write(tx, name), { hotelId: 1 }))
      outcomes.push(...(await Promise.allSettled(all)))
    })

    expect(run.join('')).toBe(runs)
    expect(seen.filter((text) => text === 'savepoint body')).toHaveLength(saved)
    const good = bodies.filter((name) => !failing.includes(name))
    // Each has seen those before it, and nothing of itself or of one that failed.
    const answers = bodies.map((name, index) =>
      failing.includes(name)
        ? { status: 'rejected' }
        : { value: good.filter((other) => bodies.indexOf(other) < index).join('') },
    )
    expect(outcomes).toMatchObject(answers)
    const kept = (await allDays(store, 1, ...bodies)).map(({ roomCode }) => roomCode)
    expect(kept).toEqual(good)
    expect(store.version('written')).toBe(good.length)

    // Where one failed, more may: the next group has savepoints.
    const later = await statements.during(() =>
      Promise.all(['F', 'G'].map((name) => store.tx((tx) => write(tx, name), { hotelId: 1 }))),
    )
    clock.mockRestore()
    expect(later.filter((text) => text === 'savepoint body')).toHaveLength(saved > 0 ? 1 : 0)
  }
})

test('a dry run, which is undone in any case, sends nobody before it or after it back, nor the next groups to savepoints (house-style §2)', async () => {
  using statements = watchStatements()
  await using test = await startStore()
  const { store } = test
  using clock = spyOn(performance, 'now').mockReturnValue(performance.now())
  const run: string[] = []
  const write = async (tx: Tx, name: string) => {
    run.push(name)
    await upsertDays(tx, 1, [change(name, '2027-05-01')])
    return (await allDays(tx, 1, 'A', 'B', 'C', 'D')).map(({ roomCode }) => roomCode).join('')
  }
  const keep = (name: string) => store.tx((tx) => write(tx, name), { hotelId: 1 })
  const saves = async (all: () => Promise<unknown>[]) =>
    (await statements.during(async () => void (await Promise.all(all())))).filter(
      (text) => text === 'savepoint body',
    ).length
  const answers: string[] = []
  const noted = async (answer: Promise<string>) => void answers.push(await answer)
  const tried = () => simulateTx(test, (tx) => write(tx, 'B'))
  expect(await saves(() => [noted(keep('A')), noted(tried()), noted(keep('C'))])).toBe(1)
  expect(await saves(() => [noted(keep('D'))])).toBe(0)
  expect(await saves(() => [keep('A'), keep('C'), keep('D')])).toBe(0)
  clock.mockRestore()
  expect(run.join('')).toBe('ABCDACD')
  expect(answers.toSorted()).toEqual(['A', 'AB', 'AC', 'ACD'])
  const kept = await allDays(store, 1, 'A', 'B', 'C', 'D')
  expect(kept.map(({ roomCode }) => roomCode)).toEqual(['A', 'C', 'D'])
})

test('whoever may not run again is not begun anew for a body that fails after them (house-style §2)', async () => {
  await using test = await startStore()
  const { store } = test
  using clock = spyOn(performance, 'now').mockReturnValue(performance.now())
  const run: string[] = []
  const write = (name: string, hotelId?: number) =>
    store.tx(
      async (tx) => {
        run.push(name)
        await upsertDays(tx, 1, [change(name, '2027-05-01')])
        if (name === 'C') throw new Error(name)
      },
      { hotelId },
    )
  await Promise.allSettled([write('A', 1), write('B'), write('C', 1), write('D', 1)])
  clock.mockRestore()
  expect(run.join('')).toBe('ABCD')
  const kept = (await allDays(store, 1, 'A', 'B', 'C', 'D')).map(({ roomCode }) => roomCode)
  expect(kept).toEqual(['A', 'B', 'D'])
})
