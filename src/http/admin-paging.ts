import { t } from 'elysia'
import { cursorsOf } from './cursor.ts'
import { PageSize, pageSize } from './query.ts'

/** Parameters of every list. */
export const pageQuery = { limit: t.Optional(PageSize), cursor: t.Optional(t.String()) }

/** What was asked of one of them. */
export type PageQuery = { limit?: number | undefined; cursor?: string | undefined }

type Place = (string | number)[]

/**
 * One page of a list that goes by keys (contract §5): asks for one entry more than it shows, to know whether there is
 * a next page.
 *
 * @param keys the place of an entry; its parts' types are those a cursor of this list must have
 * @throws AppError `validation_failed`
 */
export async function page<Row, Keys extends Place, Item>(
  query: PageQuery,
  list: {
    /** Its name, whose it is and what it is filtered by; see `cursorsOf`. */
    of: readonly unknown[]
    /** An example of a place: tells how many parts it has and of which types. */
    like: Keys
    rows: (after: Keys | undefined, limit: number) => Promise<Row[]>
    keys: (row: Row) => [...Keys]
    show: (row: Row) => Item | Promise<Item>
  },
): Promise<{ items: Item[]; nextCursor: string | null }> {
  const limit = pageSize(query.limit)
  const cursors = cursorsOf(list.of, list.like)
  const after = query.cursor === undefined ? undefined : cursors.read(query.cursor)
  const rows = await list.rows(after, limit + 1)
  const shown = rows.slice(0, limit)
  const items = await Promise.all(shown.map((row) => list.show(row)))
  const nextCursor = rows.length > limit ? cursors.write(list.keys(shown.at(-1)!)) : null
  return { items, nextCursor }
}
