import type { Board, City } from '../../domain/catalog/catalog.ts'
import { checkCodes } from '../../domain/catalog/catalog-rules.ts'
import { type NameChanges, namesOf } from '../../domain/kernel/content.ts'
import { AppError, refuseFlaws } from '../../domain/kernel/errors.ts'
import { insertCity, listBoards, type Point } from '../../store/catalog/catalog.ts'
import {
  insertBoard,
  listHotelsOf,
  updateBoard,
  updateCity,
} from '../../store/catalog/catalog-edits.ts'
import {
  hasHotelsIn,
  isBoardBooked,
  isBoardSold,
  removeBoard,
  removeCity,
} from '../../store/catalog/places.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Handle } from '../../store/engine/engine.ts'
import { lockCatalog, lockHotels } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'
import { alreadyExists, audit } from '../history/audit.ts'
import { cityOf } from './catalog.ts'
import { freeSlug } from './slug.ts'

/** The fields of a city that a request sets. */
type CityFields = Omit<City, 'slug' | 'translations'> & NameChanges & Partial<Point>

/** Creates a city. Its slug is made from its name and never changes. @throws AppError `validation_failed` */
export async function createCity(deps: Deps, actor: Actor, fields: CityFields) {
  refuseFlaws(checkCodes(fields))
  return await deps.store.tx(async (tx) => {
    await lockCatalog(tx)
    const city = { slug: await freeSlug(tx, 'city', fields), ...fields, ...namesOf(fields) }
    await insertCity(tx, city)
    await audit(tx, deps, { entity: 'city', entityId: city.slug, actor, after: city })
    return city
  })
}

/**
 * Renames a city or moves it to another country; its hotels show the change at once.
 *
 * @throws AppError `not_found`, `validation_failed`
 */
export async function changeCity(
  deps: Deps,
  actor: Actor,
  slug: string,
  changes: Partial<CityFields>,
): Promise<City> {
  refuseFlaws(checkCodes(changes))
  return await deps.store.tx(async (tx) => {
    await lockCatalog(tx)
    const { id, ...before } = await cityOf(tx, slug)
    const after = { ...before, ...changes, ...namesOf(changes, before) }
    if (!Bun.deepEquals(before, after)) {
      const { slug: _, ...fields } = after
      await lockHotels(tx, await listHotelsOf(tx, id))
      await updateCity(tx, id, fields)
    }
    await audit(tx, deps, { entity: 'city', entityId: slug, actor, before, after })
    return after
  })
}

/** Adds a board (meal plan) to those that every hotel may sell. @throws AppError `already_exists` */
export async function createBoard(
  deps: Deps,
  actor: Actor,
  fields: Omit<Board, 'translations'> & NameChanges,
): Promise<Board> {
  const board = { ...fields, ...namesOf(fields) }
  return await deps.store.tx(async (tx) => {
    await lockCatalog(tx)
    if (!(await insertBoard(tx, board)))
      throw alreadyExists('/code', `Board ${board.code} already exists.`)
    await audit(tx, deps, { entity: 'board', entityId: board.code, actor, after: board })
    return board
  })
}

/** Renames a board. Its code stays, for bookings carry it. @throws AppError `not_found` */
export async function changeBoard(
  deps: Deps,
  actor: Actor,
  code: string,
  { name, translations }: { name?: string } & NameChanges,
) {
  return await deps.store.tx(async (tx) => {
    await lockCatalog(tx)
    const before = (await listBoards(tx)).find((board) => board.code === code)
    if (!before) throw new AppError('not_found', 'There is no such board.')
    const names = namesOf({ ...(translations && { translations }) }, before)
    const after = { code, name: name ?? before.name, ...names }
    if (!Bun.deepEquals(before, after)) await updateBoard(tx, after)
    await audit(tx, deps, { entity: 'board', entityId: code, actor, before, after })
    return after
  })
}

/** Deletes a city without hotels. @throws AppError `not_found`, `in_use` */
export async function deleteCity(deps: Deps, actor: Actor, slug: string): Promise<void> {
  await deps.store.tx(async (tx) => {
    await lockCatalog(tx)
    const city = await cityOf(tx, slug)
    if (await hasHotelsIn(tx, city.id))
      throw new AppError('in_use', 'The city has hotels, or sandboxes of former ones.')
    await removeCity(tx, city.id)
    const { id: _, ...before } = city
    const after = { name: city.name, deletedAtMs: deps.nowMs() }
    await audit(tx, deps, { entity: 'city', entityId: slug, actor, before, after })
  })
}

/** Deletes a board that no room type, rate or booking uses. @throws AppError `not_found`, `in_use` */
export async function deleteBoard(deps: Deps, actor: Actor, code: string): Promise<void> {
  await unusedBoard(deps.store, code)
  if (await isBoardBooked(deps.store.long, code)) throw inUse('bookings were made with it')
  await deps.store.tx(async (tx) => {
    await lockCatalog(tx)
    const before = await unusedBoard(tx, code)
    await removeBoard(tx, code)
    const after = { name: before.name, deletedAtMs: deps.nowMs() }
    await audit(tx, deps, { entity: 'board', entityId: code, actor, before, after })
  })
}

/** Returns the board with this code if nothing is sold with it. @throws AppError `not_found`, `in_use` */
async function unusedBoard(handle: Handle, code: string): Promise<Board> {
  const board = (await listBoards(handle)).find((each) => each.code === code)
  if (!board) throw new AppError('not_found', 'There is no such board.')
  if (await isBoardSold(handle, code))
    throw inUse('room types or rates, or those of a sandbox, are sold with it')
  return board
}

const inUse = (by: string) => new AppError('in_use', `The board cannot be deleted: ${by}.`)
