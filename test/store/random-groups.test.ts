import { Database } from 'bun:sqlite'
import { expect, spyOn, test } from 'bun:test'
import { invalidate, type Tx } from '../../src/store/engine/engine.ts'
import { nextTurn } from '../../src/store/engine/loop-turns.ts'
import { createWatch } from '../../src/store/sqlite/breakdown.ts'
import { createCommitGroup } from '../../src/store/sqlite/commit-group.ts'
import { createRandom } from '../support/sim/random.ts'

const ROUNDS = 300
const BODIES_MAX = 80
/** Groups after a round, so that those of the next one have no savepoints again. */
const QUIET_GROUPS = 50

test('random bodies that share commits, and fail or answer otherwise when they run again, are done as a whole and once, or leave nothing (house-style §2)', async () => {
  const random = createRandom(35)
  using writer = new Database(':memory:')
  writer.run('create table done (name int not null) strict')
  const read = () => writer.query('select name from done order by rowid').values().flat()
  const told: string[] = []
  const group = createCommitGroup(
    ...([writer, {} as never, createWatch(() => {})] as const),
    ({ topics }) => void told.push(...topics),
    async () => {},
  )
  using _stopped = spyOn(performance, 'now').mockReturnValue(performance.now())
  let again = 0

  function run(name: number, failing: number) {
    const fails = [random.chance(failing), random.chance(0.05)]
    const [isHalf, pauses] = [random.chance(0.7), random.chance(0.1)]
    let runs = 0
    const body = async (tx: Tx) => {
      const isFailing = fails[Math.min(runs++, 1)]
      if (runs > 1) again++
      const answer = { name, seen: read(), topic: `${name} in run ${runs}` }
      if (pauses) await nextTurn()
      if (isHalf || !isFailing) writer.query('insert into done values (?)').run(name)
      invalidate(tx, answer.topic)
      if (isFailing) throw new Error('refused')
      return answer
    }
    const hotelId = random.chance(0.9) ? 1 : undefined
    const mayRepeat = hotelId !== undefined || random.chance(0.5)
    return group.run(body, { hotelId, mayRepeat, isLarge: random.chance(0.02) })
  }

  for (let round = 0; round < ROUNDS; round++) {
    const failing = random.pick([0, 0.02, 0.3])
    const bodies = Array.from({ length: random.int(1, BODIES_MAX) }, (_, name) => name)
    const settled = await Promise.allSettled(bodies.map((name) => run(name, failing)))

    const answers = settled.flatMap((each) => ('value' in each ? each.value : []))
    const stored = read()
    expect(stored.toSorted((a, b) => Number(a) - Number(b))).toEqual(
      answers.map(({ name }) => name),
    )
    // Each has seen those before it, and is told of once, by the run that stands.
    for (const [index, name] of stored.entries()) {
      const { seen, topic } = answers.find((each) => each.name === name)!
      expect(seen).toEqual(stored.slice(0, index))
      expect(told[index]).toBe(topic)
    }
    expect(told).toHaveLength(stored.length)
    await group.run(async () => void writer.run('delete from done'))
    told.length = 0
    for (let n = 0; n < QUIET_GROUPS; n++) await group.run(async () => {})
    told.length = 0
  }
  expect(again).toBeGreaterThan(ROUNDS / 3)
})
