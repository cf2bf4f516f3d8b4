import { expect, spyOn, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { currentSnapshot, findSnapshot, nextRevision } from '../../src/store/catalog/catalog.ts'
import type { Tx } from '../../src/store/engine/engine.ts'
import { startService } from '../support/service.ts'
import { watchStatements } from '../support/statements.ts'

test('bodies of a commit read the hotel once, and again after one that may have changed it or has failed (issue 35)', async () => {
  using statements = watchStatements()
  await using service = await startService()
  const { store, alfa } = service
  let known = (await findSnapshot(store, alfa.id))!
  const look = async (tx: Tx) => (await currentSnapshot(tx, known)).revision
  // The rows alone: whoever changes a hotel voids what was read, too, which is not what is shown here.
  const raise = async (tx: Tx) => {
    const { hotel } = tx.t
    await tx.db.update(hotel).set(nextRevision(tx)).where(eq(hotel.id, alfa.id))
  }
  const refuse = async (tx: Tx) => {
    await raise(tx)
    tx.shared?.facts.clear()
    await look(tx)
    throw new Error('refused')
  }
  const ofHotel = (body: (tx: Tx) => Promise<unknown>) => store.tx(body, { hotelId: alfa.id })
  /** The hotel as bodies of one commit saw it, and how often its revision was read. */
  const together = async (...begin: (() => Promise<unknown>)[]) => {
    let settled: PromiseSettledResult<unknown>[] = []
    // The clock stands still: on a busy machine, too, all of them are in one commit.
    using _clock = spyOn(performance, 'now').mockReturnValue(performance.now())
    const made = await statements.during(async () => {
      settled = await Promise.allSettled(begin.map((each) => each()))
    })
    expect(made.filter((text) => text === 'commit')).toHaveLength(1)
    const reads = made.filter((text) => /^select .*"revision" from "hotel" where/.test(text))
    const seen = settled.map((each) => (each.status === 'fulfilled' ? each.value : 'refused'))
    return { seen, reads: reads.length }
  }
  const looks = () => ofHotel(look)

  const changed = await together(looks, looks, () => store.tx(raise), looks)
  const { revision } = known
  expect(changed.seen.slice(0, 2)).toEqual([revision, revision])
  expect(changed.seen[3]).not.toBe(revision)
  // One for the first two; one behind the change, and one with the hotel that is read anew.
  expect(changed.reads).toBe(3)

  known = (await findSnapshot(store, alfa.id))!
  const failed = await together(looks, () => ofHotel(refuse), looks, looks)
  expect(failed.seen).toEqual([known.revision, 'refused', known.revision, known.revision])
  // The last two share one, which the body that failed has not made.
  expect(failed.reads).toBe(4)
})
