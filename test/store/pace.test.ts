import { expect, spyOn, test } from 'bun:test'
import { bodyScope, createScope } from '../../src/store/engine/body-scope.ts'
import {
  callTurn,
  nextTurn,
  searchTurn,
  shortTurn,
  urgentTurn,
} from '../../src/store/engine/loop-turns.ts'
import { runSliced, SHORT_TURN_MS } from '../../src/store/engine/pace.ts'

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

test('a request waits for a piece of one of many long works, which go on in order, and a transaction for none (issue 35)', async () => {
  let nowMs = 0
  using _clock = spyOn(performance, 'now').mockImplementation(() => nowMs)
  const [works, pieces] = [40, 3]
  const gone: string[] = []
  const work = async (name: string, turn: typeof nextTurn) => {
    for (let piece = 1; piece <= pieces; piece++) {
      await turn()
      nowMs += name === 'body' ? 0 : 4
      gone.push(`${name} ${piece}`)
    }
    return gone.length
  }
  let longestMs = 0
  const look = async (isOver: () => boolean) => {
    while (!isOver()) {
      const sinceMs = nowMs
      await urgentTurn()
      longestMs = Math.max(longestMs, nowMs - sinceMs)
    }
  }
  const all = Array.from({ length: works }, (_, n) => work(`work ${n}`, searchTurn))
  const [pull, page, body] = [
    work('pull', nextTurn),
    work('page', shortTurn),
    bodyScope.run(createScope(Number.POSITIVE_INFINITY), () => work('body', nextTurn)),
  ]
  await look(() => gone.length === (works + 3) * pieces)
  await Promise.all(all)

  // In 10 ms three pieces of short work begin, and one of long work and one of a search besides.
  expect(longestMs).toBeLessThanOrEqual(20)
  // Each turn has a piece of them, however many searches wait.
  for (const end of [pull, page, body]) expect(await end).toBeLessThan(6 * pieces)
  const inOrder = Array.from({ length: pieces }, (_, at) =>
    Array.from({ length: works }, (_, n) => `work ${n} ${at + 1}`),
  )
  expect(gone.filter((name) => name.startsWith('work'))).toEqual(inOrder.flat())
})

test('short work that comes again and again leaves a piece to everything else (issue 35)', async () => {
  let isOver = false
  const again = async () => {
    while (!isOver) await shortTurn()
  }
  const short = Array.from({ length: 60 }, again)
  const lines = [nextTurn, searchTurn, () => callTurn({ address: 'one', account: '' })]
  let gone = 0
  const others = lines.map(async (turn) => {
    for (let piece = 0; piece < 3; piece++) await turn()
    gone++
  })
  for (let turn = 0; turn < 20; turn++) await urgentTurn()
  expect(gone).toBe(lines.length)
  isOver = true
  await Promise.all([...short, ...others])
})
