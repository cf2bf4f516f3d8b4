import type { Deal } from '../../domain/agencies/terms.ts'
import { daysBetween } from '../../domain/kernel/date.ts'
import { STANDARD } from '../../domain/rates/rate.ts'
import { offersOfRooms, type RoomOffers } from '../../domain/sale/room-offers.ts'
import { type PartiesAsk, partiesAskOf } from '../../domain/sale/search-parties.ts'
import type { Offer } from '../../domain/sale/search-stay.ts'
import { runSliced } from '../../store/engine/pace.ts'
import type { CachedHotel } from '../../store/sale/search-catalog.ts'
import type { Context } from '../api/context.ts'
import type { HotelSheet } from '../api/hotel-sheet.ts'
import { showPublicPhoto } from '../photos/photo-shape.ts'
import { type AgencyHotel, splitTotal } from './agency-search-shape.ts'
import { unfoldOffers } from './folded-offers.ts'
import type { Search, SearchRequest } from './hotel-search.ts'
import type { Hit } from './search-hit.ts'
import { showHotelSummary, showParty } from './search-shape.ts'
import type { SearchStay } from './stay-query.ts'

/** A search for a stay. */
export type StaySearch = SearchRequest & { stay: SearchStay }

/** Finds the conditions by which an agency sells a hotel. */
export type DealAt = (hotelId: number) => Deal

/** Rates that a list shows of each hotel; the hotel's own address shows all. */
export const RATES_LISTED = 30

/**
 * Creates the view of hotels for agencies: every offer with its gross, commission and net price, out of the days that
 * search caches.
 *
 * @returns a reader in the order of the hits, at most `rates` rates of each
 */
export function createAgencyHotels(context: Context, search: Search) {
  return async (
    ask: StaySearch,
    hits: readonly Hit[],
    { dealAt, rates }: { dealAt: DealAt; rates: number },
  ): Promise<AgencyHotel[]> => {
    const parties = partiesAskOf(ask.stay, ask.filter.board)
    const blocks = await search.blocksOf(
      hits.map(({ hotel }) => hotel),
      parties.asks[0]!,
      ask.viewer,
    )
    const shown: AgencyHotel[] = []
    for (const [index, hit] of hits.entries()) {
      const { hotel } = hit
      const aheadDays = daysBetween(context.today(hotel.timezone), ask.stay.checkin)
      const priced = { ...hotel, aheadDays }
      const isOpen = aheadDays >= 0
      const rooms = isOpen ? await runSliced(offersOfRooms(priced, blocks[index]!, parties)) : []
      const sheet = await context.hotelOf(hotel.id)
      const view = { ask, parties, sheet, deal: dealAt(hotel.id) }
      shown.push(showHotel(hit, firstRates(rooms, rates), view))
    }
    return shown
  }
}

/** The inputs from which a hit is shown. */
type View = { ask: StaySearch; parties: PartiesAsk; sheet: HotelSheet; deal: Deal }

function showHotel(hit: Hit, rooms: readonly RoomOffers[], view: View): AgencyHotel {
  const { hotel, distanceKm } = hit
  const { sheet, deal } = view
  const { commissionBp, optionDays, creditLeftCents } = deal
  const { webMaxRooms: _, webMaxNights: __, ...summary } = showHotelSummary(hotel)
  return {
    ...summary,
    timezone: hotel.timezone,
    // Rounded to ten metres.
    ...(distanceKm !== null && { distanceKm: Math.round(distanceKm * 100) / 100 }),
    photo: photoOf(sheet, null),
    ...{ commissionBp, optionDays, creditLeftCents },
    cheapest: showCheapest(hit, view),
    rooms: rooms.map((room) => showRoom(room, view)),
  }
}

/** Shows the cheapest rooms for all parties; null if the hotel cannot take them all. */
function showCheapest({ hotel, offers, assignments }: Hit, { ask, deal }: View) {
  const { parties } = ask.stay
  const found: readonly Offer[] = assignments
    ? (assignments.lowest?.stays ?? [])
    : [unfoldOffers(offers).lowest].filter((offer) => offer !== null)
  if (found.length === 0) return null
  const stays = found.map(({ roomCode, rateCode, boardCode, totalCents }, index) => ({
    party: showParty(parties[index]!),
    ...{ roomCode, rateCode, boardCode },
    cancellation: termsOf(hotel, rateCode),
    ...splitTotal(totalCents, deal.commissionBp),
  }))
  const sum = (name: 'grossCents' | 'commissionCents' | 'netCents') =>
    stays.reduce((cents, stay) => cents + stay[name], 0)
  return {
    grossCents: sum('grossCents'),
    commissionCents: sum('commissionCents'),
    netCents: sum('netCents'),
    stays,
  }
}

function showRoom({ roomCode, left, own, rates }: RoomOffers, { parties, sheet, deal }: View) {
  // A room type that was made after the hotel was cached has no name yet.
  const room = sheet.rooms.find((each) => each.roomCode === roomCode)
  const { name = roomCode, translations = NO_NAMES } = room ?? {}
  return {
    roomCode,
    name,
    translations: { en: { name: translations.en.name }, tr: { name: translations.tr.name } },
    photo: photoOf(sheet, roomCode),
    ...{ roomsLeft: left, ownLeft: own },
    rates: rates.map(({ rate, boardCode, totals }) => ({
      ...{ rateCode: rate.rateCode, name: rate.name, translations: rate.translations },
      ...{ boardCode, cancellation: rate.cancellation },
      prices: totals.flatMap((cents, kind) => {
        const party = showParty(parties.sets.kinds[kind]!)
        return cents === null ? [] : [{ party, ...splitTotal(cents, deal.commissionBp) }]
      }),
    })),
  }
}

const NO_NAMES = { en: { name: null }, tr: { name: null } }

const termsOf = ({ rates }: CachedHotel, rateCode: string) =>
  (rates?.find((rate) => rate.rateCode === rateCode) ?? STANDARD).cancellation

/** Returns the first photo of a room type, or of the hotel. */
function photoOf({ photos }: HotelSheet, roomCode: string | null) {
  const photo = photos.find((each) => each.roomCode === roomCode)
  return photo ? showPublicPhoto(photo) : null
}

/** Returns room types with so many rates in all, the cheapest first. */
function firstRates(rooms: readonly RoomOffers[], count: number): RoomOffers[] {
  let left = count
  const kept: RoomOffers[] = []
  for (const room of rooms) {
    if (left <= 0) break
    kept.push({ ...room, rates: room.rates.slice(0, left) })
    left -= room.rates.length
  }
  return kept
}
