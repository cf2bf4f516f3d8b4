import { type Static, Type } from 'typebox'
import { listAccountNames } from '../../store/accounts/users.ts'
import type { Context } from './context.ts'
import { namedObject, nullable } from './schema.ts'

/** The account that made something. */
const MakerSchema = namedObject('Maker', {
  id: Type.String(),
  name: nullable(Type.String(), 'null: an address alone, or told to a partner.'),
})

/** Who made what gives access: of a thing that a key made, who made that key (`contract-access`, *Accounts*). */
export const createdBy = nullable(MakerSchema, 'The account that made it; null: it was not kept.')
/** From where it was last used. */
export const lastUsedFrom = nullable(Type.String(), 'The address of its last use.')

/** Names of accounts by their ids. */
export type Makers = ReadonlyMap<string, string | null>

/** Who made things, for `showMaker`. */
export const makersOf = (
  { store }: Pick<Context, 'store'>,
  things: readonly { createdBy: string | null }[],
): Promise<Makers> =>
  listAccountNames(store, [...new Set(things.flatMap((each) => each.createdBy ?? []))])

/** An account by its id, as `createdBy` has it. */
export const showMaker = (makers: Makers, id: string | null): Static<typeof MakerSchema> | null =>
  id === null ? null : { id, name: makers.get(id) ?? null }
