import { LRUCache } from 'lru-cache'
import type { Context } from '../api/context.ts'
import { codingFor, pack } from '../api/packing.ts'
import { type Call, type RawJson, rawJson } from '../api/route.ts'
import { createHotelPages, type PageRequest, type PageSource, readSource } from './hotel-page.ts'
import type { Search } from './hotel-search.ts'
import type { PageFrame } from './page-frame.ts'

/** The parts of a kept text; each is another one when it changes. */
type Origin = PageSource & {
  /** Of a page with dates: the versions of the hotel's days and its rates' days, and its date; else empty. */
  days: string
}

/** A page as text. */
type KeptPage = Origin & {
  text: string
  /** The name of this text in the cache of compressed answers; null: it is not kept. */
  name: string | null
}

type KeptFrame = PageSource & { frame: PageFrame }

/** Bytes of an entry in addition to its texts. */
const ENTRY_OVERHEAD = 500
/** Longer queries are answered, and their pages not kept. */
const QUERY_KEPT_LENGTH_MAX = 200
/** The last pages with dates that are remembered as asked for, at least. */
const ASKED_MIN = 1_000
/** Part of the memory that frames may take: a page of dates that vary needs its hotel's frame alone. */
const FRAMES_PART = 1 / 4

/**
 * Creates the pages of hotels as text. Pages for visitors without a session are the same for all, so that they are kept
 * until a change of the hotel, its photos, the catalogue, its days or its rates, or until its midnight. A page with dates is
 * kept when it is asked for again.
 */
export function createKeptPages(context: Context, search: Search) {
  const { store } = context
  const share = context.caches.share('hotel_pages')
  const frames = new LRUCache<number, KeptFrame>({
    maxSize: Math.floor(share.maxBytes * FRAMES_PART),
    sizeCalculation: ({ frame }) => sizeOfFrame(frame) + ENTRY_OVERHEAD,
  })
  const kept = new LRUCache<string, KeptPage>({
    maxSize: Math.floor(share.maxBytes * (1 - FRAMES_PART)),
    sizeCalculation: ({ text }, key) => 2 * (text.length + key.length) + ENTRY_OVERHEAD,
  })
  share.watch(() => frames.calculatedSize + kept.calculatedSize)
  let made = 0
  const isAskedAgain = createDoorkeeper()
  const makePage = createHotelPages(context, search, (source, make) => {
    const { id } = source.hotel
    const known = frames.get(id)
    if (known && isOf(known, source)) return known.frame
    const frame = make()
    frames.set(id, { ...source, frame })
    return frame
  })

  /** Returns what a page of a visitor is made of; undefined: there is no such hotel. */
  async function originOf({ slug, query }: PageRequest): Promise<Origin | undefined> {
    const source = await readSource(context, search, slug)
    if (!source) return undefined
    if (query.checkin === undefined) return { ...source, days: '' }
    const { sheet, hotel } = source
    const versions = [store.version(hotel.daysTopic), store.version(hotel.rateDaysTopic)]
    return { ...source, days: `${versions} ${context.today(sheet.hotel.timezone)}` }
  }

  /** @param search the query of the request as it was written */
  async function keptPage(page: PageRequest, search: string): Promise<KeptPage | undefined> {
    const origin = await originOf(page)
    if (!origin) return undefined
    const key = `${origin.hotel.id}${search}`
    const known = kept.get(key)
    if (known?.days === origin.days && isOf(known, origin)) return known
    // Made after the origin was read: if anything changes meanwhile, the page is made anew the next time.
    const text = await makePage(page, origin)
    const isWorth = origin.days === '' || isAskedAgain(key)
    if (!isWorth || search.length > QUERY_KEPT_LENGTH_MAX) return { ...origin, text, name: null }
    const fresh = { ...origin, text, name: `page ${origin.hotel.id} ${made++}` }
    kept.set(key, fresh)
    return fresh
  }

  /** @throws AppError as `createHotelPages` says */
  return async (page: PageRequest, call: Pick<Call, 'request' | 'set'>): Promise<RawJson> => {
    const known = page.user ? undefined : await keptPage(page, searchOf(call.request))
    const text = known?.text ?? (await makePage(page))
    call.set.headers['content-type'] = 'application/json;charset=utf-8'
    const coding = codingFor(call.request, text)
    if (!coding) return rawJson(text)
    call.set.headers.vary = 'accept-encoding'
    const name = known?.name
    const bytes = await (name ? context.packs(name, text, coding) : pack(text, coding))
    if (bytes) call.set.headers['content-encoding'] = coding
    return rawJson(bytes ?? text)
  }
}

/**
 * Creates the doorkeeper of a cache: what is asked for once would displace what is asked for again, and to keep a page of
 * dates that vary takes a tenth of its time.
 *
 * @returns true for a key that was asked for before, unless a thousand others have been since
 */
function createDoorkeeper() {
  let [asked, before] = [new Set<number>(), new Set<number>()]
  return (key: string): boolean => {
    const hash = Bun.hash.xxHash32(key)
    if (asked.has(hash)) return true
    asked.add(hash)
    const isKnown = before.has(hash)
    if (asked.size >= ASKED_MIN) [asked, before] = [new Set(), asked]
    return isKnown
  }
}

const isOf = (known: PageSource, now: PageSource) =>
  known.sheet === now.sheet && known.hotel === now.hotel && known.boards === now.boards

function sizeOfFrame({ content, rooms }: PageFrame): number {
  let length = content.length
  for (const { before, after } of rooms) length += before.length + after.length
  return 2 * length
}

/** Returns the query of a request with its question mark; empty without one. */
function searchOf({ url }: Request): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start)
}
