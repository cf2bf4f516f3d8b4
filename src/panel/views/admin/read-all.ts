import { api, type Page, type Query } from '../../lib/api.ts'

/** A list longer than this many full pages is not read to its end. */
const PAGES_MAX = 20

/** Every entry of a list that is never long. */
export async function readAll<Item>(path: string, signal: AbortSignal): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null | undefined
  for (let pages = 0; pages < PAGES_MAX && cursor !== null; pages++) {
    const query: Query = { limit: 100, cursor }
    const page: Page<Item> = await api.get(path, { query, signal })
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return items
}
