import { Type } from 'typebox'
import { instantText } from '../../domain/kernel/date.ts'
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../../domain/kernel/limits.ts'
import { cursorsOf, type Place } from './cursor.ts'

/** Returns the paging parameters of a list, with its default and maximum page size. */
export const pageParameters = (size = PAGE_SIZE_DEFAULT, most = PAGE_SIZE_MAX) => ({
  limit: Type.Integer({
    minimum: 1,
    maximum: most,
    default: size,
    description: 'Entries of a page.',
  }),
  cursor: Type.Optional(Type.String({ description: '`nextCursor` of the page before.' })),
})

/** The paging parameters of a request. */
export type PageQuery = { limit: number; cursor?: string | undefined }

/**
 * Rows of a search that stopped at a place because it reached its bound; later places are not searched yet, which are
 * older entries in a list sorted newest first.
 */
type PartialRows<Row, By> = { rows: Row[]; stoppedAt?: (By & { createdAtMs?: number }) | undefined }

/** A page of a list; only an unfinished search, to be continued with `nextCursor`, has `searchedUntil`. */
export type ListPage<Item> = { items: Item[]; nextCursor: string | null; searchedUntil?: string }

/**
 * Reads one page of a list (contract §5). It loads one entry more than it shows, to know if there is a next page.
 *
 * @throws AppError `validation_failed`
 */
export async function page<Row extends By, By extends Place, Item>(
  { limit, cursor }: PageQuery,
  list: {
    /** Name, owner and filters of the list; see `cursorsOf`. */
    of: readonly unknown[]
    /** Sort fields with an example of each; see `cursorsOf`. */
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
