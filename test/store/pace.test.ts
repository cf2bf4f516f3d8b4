import { expect, spyOn, test } from 'bun:test'
import { bodyScope, createScope, runSliced, SHORT_TURN_MS } from '../../src/store/engine/pace.ts'

test('a small write waits for no more than two milliseconds of work on a large push that is not written yet (issue 35)', async () => {
  let nowMs = 0
  using _clock = spyOn(performance, 'now').mockImplementation(() => nowMs)
  let turns = 0
  const work = function* () {
    for (let step = 0; step < 40; step++) {
      nowMs += 0.5
      yield
    }
  }
  const countTurns = async (turnMs?: number) => {
    turns = 0
    let isOver = false
    const counting = (async () => {
      while (!isOver) {
        await new Promise<void>((resolve) => setImmediate(resolve))
        turns++
      }
    })()
    await runSliced(work(), turnMs)
    const counted = turns
    isOver = true
    await counting
    return counted
  }

  const long = await countTurns()
  expect(await countTurns(SHORT_TURN_MS)).toBeGreaterThan(2 * long)
  // Within a transaction, for whose end it waits, it does not.
  const within = () => countTurns(SHORT_TURN_MS)
  expect(await bodyScope.run(createScope(Number.POSITIVE_INFINITY), within)).toBeLessThanOrEqual(
    long + 1,
  )
})
