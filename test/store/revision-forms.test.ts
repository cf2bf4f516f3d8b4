import { expect, test } from 'bun:test'
import { asc, sql } from 'drizzle-orm'
import { inFull, isShort } from '../../src/domain/bookings/stored-record.ts'
import { book, sell } from '../support/bookings.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

// The forms in which revisions of bookings are stored (`stored-record.ts`).

/** The fields that came with groups, and those that came with rates. */
const OF_GROUPS =
  'guestNames arrivalTime company extras extrasTotalCents extrasTaxes payableCents payment commissionBp commissionCents group holdUntil'
const OF_RATES = 'rateCode rateName childAges taxes netCents cancellation penaltyCents'

type Field = { field: string }

const without = (text: string, names: string): string => {
  const record: Record<string, unknown> = JSON.parse(text)
  const kept = Object.entries(record).filter(([name]) => !names.split(' ').includes(name))
  return JSON.stringify(Object.fromEntries(kept))
}

test('a revision is stored in short on SQLite; in full on PostgreSQL, where replicas of earlier versions read it', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  const { body } = await book(service.call)
  await manager.call('PATCH', `/v1/bookings/${body.code}`, { body: { checkout: '2027-04-04' } })
  const { db, t } = service.store
  const { changeSeq, snapshot } = t.bookingRevision
  const stored = await db
    .select({ changeSeq, text: sql<string>`${snapshot}`, record: snapshot })
    .from(t.bookingRevision)
    .orderBy(asc(changeSeq))
  expect(stored.map(({ text }) => isShort(text))).toEqual(
    Array(2).fill(typeof service.target === 'string'),
  )
  const [made, changed] = stored.map(({ record }) => record)
  expect(made!).toEqual(body)
  expect(changed).toMatchObject({ code: body.code, revision: 2, nights: 3 })

  const read = async () => {
    const { revisions } = (await manager.call('GET', `/v1/panel/bookings/${body.code}`)).body
    return {
      feed: (await service.alfa.call('GET', '/changes?limit=100')).body.changes,
      log: (await manager.call('GET', '/v1/panel/history?entity=booking')).body.items,
      // The fields of older forms are read in another order.
      page: revisions.map(({ changes, ...rest }: { changes: Field[] | null }) => ({
        ...rest,
        changes: changes?.toSorted((a, b) => (a.field < b.field ? -1 : 1)),
      })),
    }
  }
  const asStored = await read()
  expect(Object.values(asStored).map((some) => some.length > 1)).toEqual([true, true, true])
  const forms = [
    inFull,
    (text: string) => without(inFull(text), OF_GROUPS),
    (text: string) => without(inFull(text), `${OF_GROUPS} ${OF_RATES}`),
  ]
  for (const form of forms) {
    await service.store.tx(async (tx) => {
      for (const { changeSeq: seq, text } of stored)
        await tx.db
          .update(t.bookingRevision)
          .set({ snapshot: sql`${form(text)}` })
          .where(sql`${changeSeq} = ${seq}`)
    })
    expect(await read()).toEqual(asStored)
  }
})
