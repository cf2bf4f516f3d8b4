import type { Hotel, RoomType } from '../../domain/catalog/catalog.ts'
import { namesOf } from '../../domain/kernel/content.ts'
import { AppError, refuseFlaws, tooMany } from '../../domain/kernel/errors.ts'
import { keptNames, type Rate, rateOf, STD } from '../../domain/rates/rate.ts'
import {
  checkRate,
  checkStandard,
  type NewRate,
  RATES_MAX,
  type RateChanges,
} from '../../domain/rates/rate-rules.ts'
import { listBoards, listRoomTypes, reviseHotel } from '../../store/catalog/catalog.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { listRates, noteRatesUsed, upsertRate } from '../../store/rates/rates.ts'
import { type HotelRef, heldHotelOf } from '../catalog/catalog.ts'
import type { Deps } from '../deps.ts'
import { alreadyExists, audit } from '../history/audit.ts'

/** A rate and its hotel's room types; each of these sells `STD`. */
type MadeRate = { rate: Rate; rooms: RoomType[] }

/** Adds a rate to a hotel. @throws AppError `not_found`, `validation_failed`, `already_exists` */
export async function createRate(
  deps: Deps,
  actor: Actor,
  ref: HotelRef,
  fields: NewRate,
): Promise<MadeRate> {
  return await deps.store.tx(async (tx) => {
    const { hotel, rooms, rates, known } = await readRateContext(tx, ref)
    refuseFlaws(checkRate(fields, known))
    const { rateCode } = fields
    const rate = { ...fields, ...namesOf(fields) }
    if (rateOf(rates, rateCode))
      throw alreadyExists('/rateCode', `The hotel already has a rate ${rateCode}.`)
    const others = rates.filter((each) => each.rateCode !== STD)
    if (others.length >= RATES_MAX) throw tooMany(`rates beside ${STD}`, RATES_MAX)
    await writeRate(tx, hotel, rate)
    const at = { entityId: `${hotel.slug}/${rateCode}`, hotelId: hotel.id }
    await audit(tx, deps, { entity: 'rate', ...at, actor, after: rate })
    return { rate, rooms }
  })
}

/**
 * Changes a rate. Absent fields stay as they are; a field with parts, names apart, is replaced as a whole. Stored rate
 * days stay, even prices of a rate that is now derived: they apply again once it no longer is.
 *
 * @param refuseUnseen throws if the stored rate differs from the one that the change was based on
 * @throws AppError `not_found`, `validation_failed`
 */
export async function changeRate(
  deps: Deps,
  actor: Actor,
  place: { hotel: HotelRef; rateCode: string },
  changes: RateChanges,
  refuseUnseen: (before: Rate, rooms: MadeRate['rooms']) => void = () => {},
): Promise<MadeRate> {
  return await deps.store.tx(async (tx) => {
    const { hotel, rooms, rates, known } = await readRateContext(tx, place.hotel)
    const before = rateOf(rates, place.rateCode)
    if (!before) throw new AppError('not_found', 'The hotel has no such rate.')
    refuseUnseen(before, rooms)
    if (before.rateCode === STD) refuseFlaws(checkStandard(changes))
    refuseFlaws(checkRate(changes, known))
    const rate = { ...before, ...changes, ...namesOf(changes, keptNames(before, changes)) }
    if (Bun.deepEquals(before, rate)) return { rate, rooms }
    await writeRate(tx, hotel, rate)
    const at = { entityId: `${hotel.slug}/${rate.rateCode}`, hotelId: hotel.id }
    await audit(tx, deps, { entity: 'rate', ...at, actor, before, after: rate })
    return { rate, rooms }
  })
}

async function readRateContext(tx: Tx, ref: HotelRef) {
  const hotel = await heldHotelOf(tx, ref)
  const rooms = await listRoomTypes(tx, hotel.id)
  const boards = (await listBoards(tx)).map(({ code }) => code)
  const known = { roomCodes: rooms.map(({ roomCode }) => roomCode), boards }
  return { hotel, rooms, rates: await listRates(tx, hotel.id), known }
}

async function writeRate(tx: Tx, hotel: Hotel, rate: Rate): Promise<void> {
  await upsertRate(tx, hotel.id, rate)
  await noteRatesUsed(tx, hotel.id)
  await reviseHotel(tx, hotel.id)
}
