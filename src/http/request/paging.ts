import { Type } from 'typebox'
import { instantText } from '../../domain/date.ts'
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../../domain/limits.ts'
import type { CatalogPage } from '../../store/catalog/catalog-lists.ts'
import { cursorsOf } from './cursor.ts'

/** Parameters of a list whose pages have so many entries unless told otherwise, and so many at most. */
export const pageParameters = (size = PAGE_SIZE_DEFAULT, most = PAGE_SIZE_MAX) => ({
  limit: Type.Integer({
    minimum: 1,
    maximum: most,
    default: size,
    description: 'Entries of a page.',
  }),
  cursor: Type.Optional(Type.String({ description: '`nextCursor` of the page before.' })),
})

/** What was asked of one of them. */
export type PageQuery = { limit: number; cursor?: string | undefined }

type Place = (string | number)[]

/** Rows of a search that stopped after a place, for it had taken its time: what was made before then is not searched. */
export type Stopped<Row, Keys> = {
  rows: Row[]
  stoppedAt?: { keys: Keys; atMs: number } | undefined
}

/** A page of a list; `searchedUntil` stands only in that of a search which goes on with `nextCursor`. */
export type ListPage<Item> = { items: Item[]; nextCursor: string | null; searchedUntil?: string }

/**
 * One page of a list that goes by keys (contract §5): asks for one entry more than it shows, to know whether there is
 * a next page.
 *
 * @param keys the place of an entry; its parts' types are those a cursor of this list must have
 * @throws AppError `validation_failed`
 */
export async function page<Row, Keys extends Place, Item>(
  { limit, cursor }: PageQuery,
  list: {
    /** Its name, whose it is and what it is filtered by; see `cursorsOf`. */
    of: readonly unknown[]
    /** An example of a place: tells how many parts it has and of which types. */
    like: Keys
    rows: (after: Keys | undefined, limit: number) => Promise<Row[] | Stopped<Row, Keys>>
    keys: (row: Row) => [...Keys]
    show: (row: Row) => Item | Promise<Item>
  },
): Promise<ListPage<Item>> {
  const cursors = cursorsOf(list.of, list.like)
  const after = cursor === undefined ? undefined : cursors.read(cursor)
  const found = await list.rows(after, limit + 1)
  const { rows, stoppedAt }: Stopped<Row, Keys> = Array.isArray(found) ? { rows: found } : found
  const shown = rows.slice(0, limit)
  const items = await Promise.all(shown.map((row) => list.show(row)))
  if (rows.length > limit) return { items, nextCursor: cursors.write(list.keys(shown.at(-1)!)) }
  if (!stoppedAt) return { items, nextCursor: null }
  const { keys, atMs } = stoppedAt
  return { items, nextCursor: cursors.write(keys), searchedUntil: instantText(atMs) }
}

/** A page of the catalogue with the cursor of where it stopped. */
export function stopped<Row extends { id: string | number }>({
  rows,
  stoppedAt,
}: CatalogPage<Row>) {
  const keys: [Row['id']] | undefined = stoppedAt && [stoppedAt.id]
  return { rows, stoppedAt: keys && { keys, atMs: stoppedAt!.createdAtMs } }
}
