import { LRUCache } from 'lru-cache'
import type { CachedHotel } from '../../store/sale/search-catalog.ts'
import type { Context } from '../api/context.ts'
import type { HotelSheet } from '../api/hotel-sheet.ts'
import { codingFor } from '../api/packing.ts'
import { type Call, type RawJson, rawJson } from '../api/route.ts'
import type { Search } from './hotel-search.ts'

/** A page as text, with all that it was made of: each of these is replaced when it changes. */
type KeptPage = {
  sheet: HotelSheet
  hotel: CachedHotel | undefined
  boards: unknown
  text: string
  /** The name of this text in the cache of compressed answers. */
  name: string
}

/** Bytes of an entry in addition to its text. */
const ENTRY_OVERHEAD = 300

/**
 * Keeps the pages of hotels that nobody signed in asks for without dates: they are the same for all until the hotel or
 * the catalogue changes.
 *
 * @param make makes a page anew
 */
export function createKeptPages(
  context: Context,
  search: Search,
  make: (slug: string) => Promise<object>,
) {
  const share = context.caches.share('hotel_pages')
  const kept = new LRUCache<number, KeptPage>({
    maxSize: share.maxBytes,
    sizeCalculation: ({ text }) => 2 * text.length + ENTRY_OVERHEAD,
  })
  share.watch(() => kept.calculatedSize)
  let made = 0

  /** @throws AppError `not_found` */
  async function pageOf(slug: string): Promise<Pick<KeptPage, 'text' | 'name'>> {
    const sheet = await context.hotelOfSlug(slug)
    if (!sheet) return { text: JSON.stringify(await make(slug)), name: '' }
    const { id } = sheet.hotel
    const [[hotel], boards] = [await search.hotelsOf([id]), await search.boards()]
    const known = kept.get(id)
    if (known?.sheet === sheet && known.hotel === hotel && known.boards === boards) return known
    const text = JSON.stringify(await make(slug))
    const page = { sheet, hotel, boards, text, name: `page ${id} ${made++}` }
    kept.set(id, page)
    return page
  }

  return async (
    slug: string,
    { request, set }: Pick<Call, 'request' | 'set'>,
  ): Promise<RawJson> => {
    const { text, name } = await pageOf(slug)
    set.headers['content-type'] = 'application/json;charset=utf-8'
    const coding = codingFor(request, text)
    if (!coding) return rawJson(text)
    set.headers.vary = 'accept-encoding'
    const bytes = await context.packs(name, text, coding)
    if (bytes) set.headers['content-encoding'] = coding
    return rawJson(bytes ?? text)
  }
}
