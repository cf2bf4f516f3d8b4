import { asc, eq, sql } from 'drizzle-orm'
import type { Extra } from '../../domain/extras/extra.ts'
import { readNames, withNames } from '../engine/columns.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { prepared } from '../engine/prepared.ts'

// Extras of hotels.

const selectExtras = prepared(({ t: { extra }, db }) =>
  db
    .select()
    .from(extra)
    .where(eq(extra.hotelId, sql.placeholder('hotelId')))
    .orderBy(asc(extra.code))
    .prepare(),
)

/** A hotel's extras, on sale or not, by code ascending. */
export async function listExtras(handle: Handle, hotelId: number): Promise<Extra[]> {
  return (await selectExtras(handle).execute({ hotelId })).map(fromRow)
}

/** Inserts or overwrites an extra by code; the caller raises the hotel's revision. */
export async function upsertExtra({ t, db }: Tx, hotelId: number, extra: Extra): Promise<void> {
  const { code, taxCodes, ...rest } = withNames(extra)
  const values = { ...rest, taxCodes: taxCodes && JSON.stringify(taxCodes) }
  await db
    .insert(t.extra)
    .values({ hotelId, code, ...values })
    .onConflictDoUpdate({ target: [t.extra.hotelId, t.extra.code], set: values })
}

const fromRow = ({
  hotelId: _,
  per,
  taxCodes,
  ...extra
}: Handle['t']['extra']['$inferSelect']): Extra => ({
  ...readNames(extra),
  per: per as Extra['per'],
  taxCodes: taxCodes && JSON.parse(taxCodes),
})
