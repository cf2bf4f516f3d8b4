import type { Static } from 'typebox'
import { agencyOf, isAtHome, isUnbound, type User, unboundAt } from '../../domain/accounts/user.ts'
import { type Deal, isRateOf } from '../../domain/agencies/terms.ts'
import type { RoomType } from '../../domain/catalog/catalog.ts'
import { readableBeside } from '../../domain/kernel/colour.ts'
import { inPosition } from '../../domain/kernel/content.ts'
import { type CalendarDate, daysBetween } from '../../domain/kernel/date.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { nightsOf } from '../../domain/kernel/night.ts'
import { type DayParts, isSoldWith, type Rate, STANDARD } from '../../domain/rates/rate.ts'
import type { Viewer } from '../../domain/sale/aside-block.ts'
import { BLOCK_DAYS, type DayBlock, partsOfCell } from '../../domain/sale/day-block.ts'
import { roomsOf } from '../../domain/sale/party.ts'
import type { RoomAtRate } from '../../domain/sale/quote.ts'
import { assignmentsIn, NO_ASSIGNMENTS, partiesAskOf } from '../../domain/sale/search-parties.ts'
import { askOf, type StayAsk } from '../../domain/sale/search-stay.ts'
import { checkStayDates } from '../../domain/sale/stay.ts'
import { isTooLarge } from '../../domain/strangers/strangers.ts'
import { runSliced } from '../../store/engine/pace.ts'
import type { CachedHotel } from '../../store/sale/search-catalog.ts'
import type { Context } from '../api/context.ts'
import { show } from '../api/schema.ts'
import { HotelPageContentSchema, withLogoPath } from '../catalog/hotel-page-shape.ts'
import { showOfferedExtras } from '../extras/extra-shape.ts'
import { showPublicPhoto } from '../photos/photo-shape.ts'
import { showRateName } from '../rates/rate-shape.ts'
import { readDeal, withRates } from './agency-sight.ts'
import type { Search } from './hotel-search.ts'
import { type QuoteRequest, quoteRoom, stopSaleOn, TOO_LARGE } from './room-quotes.ts'
import {
  type HotelPageSchema,
  type RoomQuote,
  showHotelSummary,
  showParty,
  showPartyPrices,
  showRoomOffer,
} from './search-shape.ts'
import { readBoard, readStay, refuseDates, type SearchStay, type StayQuery } from './stay-query.ts'

/** Request of a hotel page: slug, query and the signed-in user. */
type PageRequest = {
  slug: string
  query: StayQuery & { override?: boolean }
  user: User | undefined
}

/** A stay in a hotel: its nights and check-out day, and the cached blocks of days that contain them. */
type HotelStay = {
  hotel: CachedHotel
  dates: readonly CalendarDate[]
  ask: StayAsk
  /** With the rooms that the caller may take. */
  blocks: readonly DayBlock[]
  /** With all rooms left, for the hotel's people; else the same. */
  days: readonly DayBlock[]
}

const WHITE = '#ffffff'

const NOTHING_KNOWN: DayParts = { day: undefined, std: undefined, own: undefined }

/**
 * Creates the page of a hotel on sale: its content and, with dates, the quote of each room type and rate, or the reason
 * against it (contract §5, contract-rates).
 *
 * @throws AppError `not_found`, `validation_failed` naming the parameter
 */
export function createHotelPages(context: Context, search: Search) {
  return async ({ slug, query, user }: PageRequest): Promise<Static<typeof HotelPageSchema>> => {
    const stay = readStay(query)
    const boardCode = await readBoard(context, query.board)
    const snapshot = await context.hotelOfSlug(slug)
    const [cached] = snapshot ? await search.hotelsOf([snapshot.hotel.id]) : []
    if (!snapshot || !cached) throw new AppError('not_found', 'There is no hotel with this slug.')
    const viewer = agencyOf(user)
    const deal = await readDeal(context, viewer, cached)
    const hotel = deal ? withRates(cached, deal.rateCodes) : cached
    const { override = false } = query
    if (override && !seesAll(user, hotel))
      throw new AppError('forbidden', 'Only the hotel’s staff may override its rules.')
    const { timezone, checkinTime, checkoutTime, taxes, ...content } = snapshot.hotel
    const { phone, email, website, translations, colour } = content
    const isTheirs = (rate: Rate) => deal !== null && isRateOf(deal, rate)
    const sees: Sight = (rate) => rate.public || seesAll(user, hotel) || isTheirs(rate)
    const today = context.today(timezone)
    if (stay) refuseDates(checkStayDates(stay, today))
    const rooms = inPosition(snapshot.rooms.filter(({ active }) => active))
    const quote = async (stay: SearchStay) => {
      const loaded = await loadStay(search, hotel, stay, {
        viewer,
        ...{ isStaff: seesAll(user, hotel), override },
      })
      const showsRates = hotel.rates !== null || taxes.length > 0
      const isPast = isTooLarge(hotel, {
        rooms: roomsOf(stay.parties),
        nights: loaded.ask.nights,
      })
      const request = {
        ...{ stay, boardCode, today, taxes, showsRates, override },
        sees,
        against: againstOf(stay, deal, isPast && !isUnbound(unboundAt(user), hotel.id)),
      }
      return await runSliced(quoteRooms(rooms, loaded, request))
    }
    const rates = snapshot.rates.filter((rate) => rate.active && sees(rate))
    const sold = new Set([
      ...rooms.flatMap(({ boards }) => boards),
      ...rates.map(({ boardCode }) => boardCode),
    ])
    const boards = (await search.boards()).filter(({ code }) => sold.has(code))
    const photosOf = (roomCode: string | null) =>
      snapshot.photos.filter((photo) => photo.roomCode === roomCode).map(showPublicPhoto)
    const { offers, ...prices } = stay
      ? await quote(stay)
      : { offers: rooms.map((room) => showRoomOffer(room)) }
    return {
      ...showHotelSummary(hotel),
      ...(deal && { commissionBp: deal.commissionBp }),
      ...{ timezone, checkinTime, checkoutTime },
      ...{ phone, email, website, translations },
      ...show(HotelPageContentSchema, withLogoPath(snapshot.hotel)),
      readableColour: colour && readableBeside(colour, WHITE),
      ...{ taxes, boards: [...boards], rateNames: rates.map(showRateName) },
      extras: showOfferedExtras(snapshot.extras),
      photos: photosOf(null),
      ...prices,
      rooms: offers.map((room) => ({ ...room, photos: photosOf(room.roomCode) })),
    }
  }
}

/** True if a user sees non-public rates: the hotel's staff and admins (contract-rates, *Public*). */
const seesAll = (user: User | undefined, { id }: CachedHotel) => isAtHome(user, id)

/** The reason against a stay as a whole, whatever its days. */
function againstOf(stay: SearchStay, deal: Deal | null, isTooLarge: boolean) {
  if (deal?.stopSale) return stopSaleOn(nightsOf(stay))
  return isTooLarge ? TOO_LARGE : null
}

/** Loads the days of a stay from the blocks that search caches. */
async function loadStay(
  search: Search,
  hotel: CachedHotel,
  stay: SearchStay,
  { viewer, isStaff, override }: { viewer: Viewer; isStaff: boolean; override: boolean },
): Promise<HotelStay> {
  // Neither the party nor the board affects the days to load.
  const ask = askOf({ ...stay, party: stay.parties[0]! }, null)
  const [takeable] = await search.blocksOf([hotel], ask, viewer)
  // The hotel's people are told what is set aside, and may override it.
  const [days] = isStaff && hotel.usesAllotments ? await search.days([hotel], ask) : [takeable]
  const blocks = override ? days! : takeable!
  return { hotel, dates: [...nightsOf(stay), stay.checkout], ask, blocks, days: days! }
}

type PageQuotes = Omit<QuoteRequest, 'stay'> & {
  stay: SearchStay
  boardCode: string | null
  sees: Sight
}

/** True for the rates that the caller sees. */
type Sight = (rate: Rate) => boolean

/** Quotes room types one after another for one party, or for several with their cheapest rooms. */
function* quoteRooms(
  rooms: readonly RoomType[],
  loaded: HotelStay,
  { stay: { parties, ...dates }, boardCode, sees, ...request }: PageQuotes,
) {
  const ask = partiesAskOf({ ...dates, parties }, boardCode)
  const { kinds, kindOf } = ask.sets
  const offers: ReturnType<typeof showRoomOffer>[] = []
  for (const room of rooms) {
    const seen = offersOf(room, loaded).filter(({ rate }) => sees(rate))
    const quotes: RoomQuote[] = []
    for (const party of kinds)
      quotes.push(yield* quoteRoom(seen, { ...request, stay: { ...dates, ...party, boardCode } }))
    const quoteOf = (index: number) => quotes[kindOf[index]!]!
    const each = parties.map((party, index) => ({ party: showParty(party), ...quoteOf(index) }))
    offers.push(showRoomOffer(room, parties.length === 1 ? quotes[0] : { quotes: each }))
  }
  if (parties.length === 1) return { offers }
  const aheadDays = daysBetween(request.today, dates.checkin)
  const found = request.against
    ? NO_ASSIGNMENTS
    : yield* assignmentsIn({ ...loaded.hotel, aheadDays }, loaded.blocks, ask)
  return { offers, ...showPartyPrices(found, parties) }
}

/** Returns the offers of a room type, one per rate, `STD` first, the others by code. */
function offersOf(room: RoomType, stay: HotelStay): RoomAtRate[] {
  const { rates } = stay.hotel
  return (rates ?? [STANDARD]).flatMap((rate, index) => {
    if (!isSoldWith(rate, room.roomCode)) return []
    // Built when the rate is quoted, each in its own step: all rates at once take 10 ms.
    let parts: ReadonlyMap<CalendarDate, DayParts> | undefined
    const partsOn = (date: CalendarDate) => {
      parts ??= partsOf(room, index, stay)
      return parts.get(date) ?? NOTHING_KNOWN
    }
    let free: ReadonlyMap<CalendarDate, DayParts> | undefined
    const freeOn = (date: CalendarDate) => {
      free ??= partsOf(room, index, { ...stay, days: stay.blocks })
      return free.get(date)?.day?.available ?? 0
    }
    return [{ room, rate, partsOn, ...(stay.days !== stay.blocks && { freeOn }) }]
  })
}

/** Returns the stored parts of the days of a stay, for a room type and rate. */
function partsOf({ roomCode }: RoomType, rate: number, { hotel, dates, ask, days }: HotelStay) {
  const room = hotel.rooms.findIndex((each) => each.roomCode === roomCode)
  const parts = new Map<CalendarDate, DayParts>()
  // A room type activated after its hotel was cached has no parts yet.
  if (room < 0) return parts
  const at = (block: DayBlock, day: number) => partsOfCell(block, rate, room * BLOCK_DAYS + day)
  let night = 0
  for (const [index, { first, nights }] of ask.parts.entries())
    for (let day = first; day < first + nights; day++)
      parts.set(dates[night++]!, at(days[index]!, day))
  // The check-out day matters for rates alone (CTD).
  if (hotel.rates) parts.set(dates[night]!, at(days[ask.departure.part]!, ask.departure.day))
  return parts
}
