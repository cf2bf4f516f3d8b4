import type { Item, Params } from '../../client/call.ts'
import { type ListId, readPage } from './load.ts'

/** The most pages of 100 that are read of a list. */
const PAGES_MAX = 20

/** Reads every entry of a short list, page by page. */
export async function readAll<Of extends ListId>(
  id: Of,
  params: Params<Of>,
  signal: AbortSignal,
): Promise<Item<Of>[]> {
  const items: Item<Of>[] = []
  let cursor: string | null | undefined
  for (let pages = 0; pages < PAGES_MAX && cursor !== null; pages++) {
    const page = await readPage(id, { ...params, limit: 100, cursor } as Params<Of>, { signal })
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return items
}
