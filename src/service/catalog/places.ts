import type { Board } from '../../domain/catalog.ts'
import { AppError } from '../../domain/errors.ts'
import type { Actor } from '../../store/availability/history.ts'
import { listBoards } from '../../store/catalog/catalog.ts'
import { findCity } from '../../store/catalog/catalog-edits.ts'
import {
  hasHotelsIn,
  isBoardBooked,
  isBoardSold,
  removeBoard,
  removeCity,
} from '../../store/catalog/places.ts'
import type { Handle } from '../../store/engine.ts'
import { holdCatalog } from '../../store/locks.ts'
import type { Deps } from '../deps.ts'
import { audit } from './audit.ts'

/** Deletes a city that no hotel is in. @throws AppError `not_found`, `in_use` */
export async function deleteCity(deps: Deps, actor: Actor, slug: string): Promise<void> {
  await deps.store.tx(async (tx) => {
    await holdCatalog(tx)
    const city = await findCity(tx, slug)
    if (!city) throw new AppError('not_found', 'There is no city of this slug.')
    if (await hasHotelsIn(tx, city.id))
      throw new AppError('in_use', 'There are hotels in the city, or sandboxes of some that were.')
    await removeCity(tx, city.id)
    const { id: _, ...before } = city
    const after = { name: city.name, deletedAtMs: deps.nowMs() }
    await audit(tx, deps, { entity: 'city', entityId: slug, actor, before, after })
  })
}

/** Deletes a board that no room type, rate or booking has. @throws AppError `not_found`, `in_use` */
export async function deleteBoard(deps: Deps, actor: Actor, code: string): Promise<void> {
  await unusedBoard(deps.store, code)
  if (await isBoardBooked(deps.store.long, code)) throw inUse('bookings were made with it')
  await deps.store.tx(async (tx) => {
    await holdCatalog(tx)
    const before = await unusedBoard(tx, code)
    await removeBoard(tx, code)
    const after = { name: before.name, deletedAtMs: deps.nowMs() }
    await audit(tx, deps, { entity: 'board', entityId: code, actor, before, after })
  })
}

/** The board of a code, with which nothing is sold. @throws AppError `not_found`, `in_use` */
async function unusedBoard(handle: Handle, code: string): Promise<Board> {
  const board = (await listBoards(handle)).find((each) => each.code === code)
  if (!board) throw new AppError('not_found', 'There is no such board.')
  if (await isBoardSold(handle, code))
    throw inUse('room types or rates, or those of a sandbox, are sold with it')
  return board
}

const inUse = (by: string) => new AppError('in_use', `The board stays: ${by}.`)
