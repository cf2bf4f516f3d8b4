import type { Booking } from '../../domain/bookings/booking.ts'
import { isStanding } from '../../domain/bookings/erasure.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { type CalendarDate, yearsBefore } from '../../domain/kernel/date.ts'
import type { OpenErasure } from '../../store/bookings/erase-rest.ts'
import {
  listErasingHotels,
  listOldStays,
  listToErase,
  type StayPlace,
} from '../../store/bookings/to-erase.ts'
import { findHotel } from '../../store/catalog/catalog.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { inHotel } from '../../store/engine/locks.ts'
import { findMeta, writeMeta } from '../../store/engine/meta.ts'
import type { Deps } from '../deps.ts'
import { eraseInTx, finishErasures, type TellErased } from './erase-guests.ts'

/** Stays that one transaction erases, and the pause after it: the event loop is held for less than 10 ms. */
const STAYS_AT_ONCE = 10
const PAUSE_MS = 12

const BY_CLOCK: Actor = { type: 'system', id: 'clock' }
const BEGINNING: StayPlace = { checkout: '0001-01-01' as CalendarDate, id: 0 }

/**
 * Erases the guests of hotels that want it so many years after the stay (`guestDataYears`), oldest stays first. The
 * pass keeps its place, and finishes first what an earlier one, or a request, has begun.
 */
export async function eraseOldGuests(
  deps: Deps,
  stopping?: AbortSignal,
  tell: TellErased = () => {},
): Promise<void> {
  const told = new Set<number>()
  const found = async (open: readonly OpenErasure[]) => {
    const news = open.filter(({ bookingId }) => !told.has(bookingId))
    for (const [hotelId, theirs] of Map.groupBy(news, (each) => each.hotelId)) {
      const hotel = await findHotel(deps.store, hotelId)
      const codes = theirs.map(({ code }) => code)
      tell(hotel?.slug ?? String(hotelId), codes)
    }
    for (const { bookingId } of news) told.add(bookingId)
  }
  await finishErasures(deps, stopping, found)
  for (const { id, timezone, years } of await listErasingHotels(deps.store)) {
    const until = yearsBefore(deps.today(timezone), years)
    while (!stopping?.aborted && (await eraseStays(deps, id, until))) await Bun.sleep(PAUSE_MS)
  }
  await finishErasures(deps, stopping, found)
}

/** Erases the next stays of a hotel; a group waits for its last stay. @returns false if there are no more */
async function eraseStays(deps: Deps, hotelId: number, until: CalendarDate): Promise<boolean> {
  const { store } = deps
  const key = `guest_years:${hotelId}` as const
  const [checkout, id] = (await findMeta(store, key))?.split('/') ?? []
  const after = checkout ? { checkout: checkout as CalendarDate, id: Number(id) } : BEGINNING
  const stays = await listOldStays(store, hotelId, { after, until, limit: STAYS_AT_ONCE })
  const last = stays.at(-1)
  if (!last) return false
  const codes = stays.filter(({ erasedAtMs }) => erasedAtMs === null).map(({ code }) => code)
  await inHotel(store, hotelId, async (tx) => {
    const hotel = (await findHotel(tx, hotelId))!
    for (const code of codes) await eraseStay(tx, deps, hotel, { code, until })
    await writeMeta(tx, key, `${last.checkout}/${last.id}`)
  })
  return stays.length === STAYS_AT_ONCE
}

/** Erases a stay, or its whole group if that is over: each alone, because several may be too many for one request. */
async function eraseStay(
  tx: Tx,
  deps: Deps,
  hotel: Hotel,
  { code, until }: { code: string; until: CalendarDate },
): Promise<void> {
  const bookings = await listToErase(tx, hotel.id, { codes: [code] })
  const isKept = (booking: Booking) =>
    booking.checkout > until || isStanding(booking, hotel, deps.nowMs())
  // Of a group an earlier one of these stays may have been the last.
  const isErased = bookings.every(({ erasedAtMs }) => erasedAtMs !== null)
  if (!isErased && !bookings.some(isKept)) await eraseInTx(tx, deps, BY_CLOCK, hotel, bookings)
}
