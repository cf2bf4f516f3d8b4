import { Type } from 'typebox'
import { instantText } from '../../domain/kernel/date.ts'
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../../domain/kernel/limits.ts'
import { cursorsOf, type Place } from './cursor.ts'

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

/**
 * Rows of a search that stopped after a place, for it had taken its time: what comes after is not searched, and in a
 * list newest first that is what was made before then.
 */
type PartialRows<Row, By> = { rows: Row[]; stoppedAt?: (By & { createdAtMs?: number }) | undefined }

/** A page of a list; `searchedUntil` stands only in that of a search which goes on with `nextCursor`. */
export type ListPage<Item> = { items: Item[]; nextCursor: string | null; searchedUntil?: string }

/**
 * One page of a list (contract §5): asks for one entry more than it shows, to know whether there is a next page.
 *
 * @throws AppError `validation_failed`
 */
export async function page<Row extends By, By extends Place, Item>(
  { limit, cursor }: PageQuery,
  list: {
    /** Its name, whose it is and what it is filtered by; see `cursorsOf`. */
    of: readonly unknown[]
    /** The fields that it goes by, with an example of each; see `cursorsOf`. */
    by: By
    rows: (after: By | undefined, limit: number) => Promise<Row[] | PartialRows<Row, By>>
    show: (row: Row) => Item | Promise<Item>
  },
): Promise<ListPage<Item>> {
  const cursors = cursorsOf(list.of, list.by)
  const after = cursor === undefined ? undefined : cursors.read(cursor)
  const found = await list.rows(after, limit + 1)
  const { rows, stoppedAt }: PartialRows<Row, By> = Array.isArray(found) ? { rows: found } : found
  const shown = rows.slice(0, limit)
  const items = await Promise.all(shown.map((row) => list.show(row)))
  if (rows.length > limit) return { items, nextCursor: cursors.write(shown.at(-1)!) }
  if (!stoppedAt) return { items, nextCursor: null }
  const nextCursor = cursors.write(stoppedAt)
  if (stoppedAt.createdAtMs === undefined) return { items, nextCursor }
  return { items, nextCursor, searchedUntil: instantText(stoppedAt.createdAtMs) }
}
