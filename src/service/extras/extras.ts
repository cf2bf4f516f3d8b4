import type { Hotel } from '../../domain/catalog/catalog.ts'
import {
  checkExtra,
  EXTRAS_MAX,
  type Extra,
  type ExtraChanges,
  extraOf,
  type NewExtra,
} from '../../domain/extras/extra.ts'
import { namesOf } from '../../domain/kernel/content.ts'
import { AppError, refuseFlaws, tooMany } from '../../domain/kernel/errors.ts'
import { findHotel, reviseHotel } from '../../store/catalog/catalog.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { lockHotel } from '../../store/engine/locks.ts'
import { listExtras, upsertExtra } from '../../store/extras/extras.ts'
import type { Deps } from '../deps.ts'
import { alreadyExists, audit } from '../history/audit.ts'

/** Adds an extra to a hotel. @throws AppError `validation_failed`, `already_exists` */
export async function createExtra(
  deps: Deps,
  actor: Actor,
  hotelId: number,
  fields: NewExtra,
): Promise<Extra> {
  return await deps.store.tx(async (tx) => {
    const context = await readContext(tx, hotelId)
    if (extraOf(context.extras, fields.code))
      throw alreadyExists('/code', `The hotel already has an extra ${fields.code}.`)
    return await insertExtra(tx, deps, actor, context, fields)
  })
}

/**
 * Changes an extra; absent fields stay. Bookings keep the price, the name and the taxes that they were made with.
 *
 * @param refuseUnseen throws if the stored extra differs from the one that the change was based on
 * @throws AppError `not_found`, `validation_failed`
 */
export async function changeExtra(
  deps: Deps,
  actor: Actor,
  { hotelId, code }: { hotelId: number; code: string },
  changes: ExtraChanges,
  refuseUnseen: (before: Extra) => void = () => {},
): Promise<Extra> {
  return await deps.store.tx(async (tx) => {
    const context = await readContext(tx, hotelId)
    const before = extraOf(context.extras, code)
    if (!before) throw new AppError('not_found', 'The hotel has no such extra.')
    refuseUnseen(before)
    return await writeChange(tx, deps, actor, { ...context, before }, changes)
  })
}

/**
 * Adds an extra, or changes the one that has its code. Of an extra that exists, absent optional fields stay.
 *
 * @param refuseUnseen throws if the stored extra differs from the one that the change was based on
 * @throws AppError `validation_failed`
 */
export async function putExtra(
  deps: Deps,
  actor: Actor,
  hotelId: number,
  fields: Omit<NewExtra, 'taxCodes' | 'active'> & ExtraChanges,
  refuseUnseen: (before: Extra) => void = () => {},
): Promise<Extra> {
  return await deps.store.tx(async (tx) => {
    const context = await readContext(tx, hotelId)
    const before = extraOf(context.extras, fields.code)
    const { code: _, ...changes } = fields
    if (!before)
      return await insertExtra(tx, deps, actor, context, {
        taxCodes: null,
        active: true,
        ...fields,
      })
    refuseUnseen(before)
    return await writeChange(tx, deps, actor, { ...context, before }, changes)
  })
}

type Context = { hotel: Hotel; extras: Extra[] }

/** Locks a hotel and reads it with its extras. */
async function readContext(tx: Tx, hotelId: number): Promise<Context> {
  await lockHotel(tx, hotelId)
  const hotel = await findHotel(tx, hotelId)
  if (!hotel) throw new AppError('not_found', 'There is no such hotel.')
  return { hotel, extras: await listExtras(tx, hotelId) }
}

async function insertExtra(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  { hotel, extras }: Context,
  fields: NewExtra,
): Promise<Extra> {
  refuseFlaws(checkExtra(fields, hotel.taxes))
  if (extras.length >= EXTRAS_MAX) throw tooMany('extras, on sale or not', EXTRAS_MAX)
  const extra = { ...fields, ...namesOf(fields) }
  await write(tx, deps, actor, { hotel, before: null, extra })
  return extra
}

async function writeChange(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  { hotel, before }: Pick<Context, 'hotel'> & { before: Extra },
  changes: ExtraChanges,
): Promise<Extra> {
  refuseFlaws(checkExtra(changes, hotel.taxes))
  const extra = { ...before, ...changes, ...namesOf(changes, before) }
  if (Bun.deepEquals(before, extra)) return extra
  await write(tx, deps, actor, { hotel, before, extra })
  return extra
}

async function write(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  { hotel, before, extra }: { hotel: Hotel; before: Extra | null; extra: Extra },
): Promise<void> {
  await upsertExtra(tx, hotel.id, extra)
  await reviseHotel(tx, hotel.id)
  const at = { entityId: `${hotel.slug}/${extra.code}`, hotelId: hotel.id }
  await audit(tx, deps, { entity: 'extra', ...at, actor, before, after: extra })
}
