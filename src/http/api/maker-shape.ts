import { type Static, Type } from 'typebox'
import { listAccountNames } from '../../store/accounts/users.ts'
import type { Context } from './context.ts'
import { namedObject, nullable } from './schema.ts'

/** The account that made something. */
const MakerSchema = namedObject('Maker', {
  id: Type.String(),
  name: nullable(Type.String(), 'null: only an address is known, or the reader is a partner.'),
})

/**
 * The account that created a credential; for one created by a key, that key's creator (`contract-access`, *Accounts*).
 */
export const createdBy = nullable(MakerSchema, 'The account that created it; null: not recorded.')
/** The address of the last use of a credential. */
export const lastUsedFrom = nullable(Type.String(), 'The address of its last use.')

/** Names of accounts by their ids. */
export type Makers = ReadonlyMap<string, string | null>

/** Loads the names of the creators of things, for `showMaker`. */
export const makersOf = (
  { store }: Pick<Context, 'store'>,
  things: readonly { createdBy: string | null }[],
): Promise<Makers> =>
  listAccountNames(store, [...new Set(things.flatMap((each) => each.createdBy ?? []))])

/** Returns the creator of a thing in the shape of `createdBy`. */
export const showMaker = (makers: Makers, id: string | null): Static<typeof MakerSchema> | null =>
  id === null ? null : { id, name: makers.get(id) ?? null }
