import { agencyOf, isAtHome, isUnbound, type User, unboundAt } from '../../domain/accounts/user.ts'
import { type Deal, isRateOf } from '../../domain/agencies/terms.ts'
import type { Board } from '../../domain/catalog/catalog.ts'
import { readableBeside } from '../../domain/kernel/colour.ts'
import { inPosition } from '../../domain/kernel/content.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { nightsOf } from '../../domain/kernel/night.ts'
import type { Rate } from '../../domain/rates/rate.ts'
import { roomsOf } from '../../domain/sale/party.ts'
import { checkStayDates } from '../../domain/sale/stay.ts'
import { isTooLarge } from '../../domain/strangers/strangers.ts'
import { runSliced } from '../../store/engine/pace.ts'
import type { CachedHotel } from '../../store/sale/search-catalog.ts'
import type { Context } from '../api/context.ts'
import type { HotelSheet } from '../api/hotel-sheet.ts'
import { show } from '../api/schema.ts'
import { HotelPageContentSchema, withLogoPath } from '../catalog/hotel-page-shape.ts'
import { showOfferedExtras } from '../extras/extra-shape.ts'
import { showPublicPhoto } from '../photos/photo-shape.ts'
import { showRateName } from '../rates/rate-shape.ts'
import { readDeal, withRates } from './agency-sight.ts'
import { loadStay, quoteRooms, type Sight } from './hotel-quotes.ts'
import type { Search } from './hotel-search.ts'
import { fillFrame, frameOf, type PageFrame } from './page-frame.ts'
import { stopSaleOn, TOO_LARGE } from './room-quotes.ts'
import { type PageContent, type PageQuotes, showHotelSummary } from './search-shape.ts'
import { readBoard, readStay, refuseDates, type SearchStay, type StayQuery } from './stay-query.ts'

/** Request of a hotel page: slug, query and the signed-in user. */
export type PageRequest = {
  slug: string
  query: StayQuery & { override?: boolean }
  user: User | undefined
}

/** The parts of a hotel's page without a stay, each replaced when it changes. */
export type PageSource = { sheet: HotelSheet; hotel: CachedHotel; boards: readonly Board[] }

/** Returns the frame of a page for everybody, which is made unless it is kept. */
export type KeepFrame = (source: PageSource, make: () => PageFrame) => PageFrame

/** A hotel as the caller of its page sees it. */
type HotelView = Awaited<ReturnType<ReturnType<typeof createHotelViews>>>

const WHITE = '#ffffff'

/**
 * Creates the view of a hotel on sale for a caller: its room types, the rates that the caller sees, and `quote`, which
 * quotes each room type at each of them, or gives the reason against it.
 *
 * @returns a reader that throws AppError `not_found`, `validation_failed` naming the parameter
 */
export function createHotelViews(context: Context, search: Search) {
  return async ({ slug, query, user }: PageRequest, known?: PageSource) => {
    const stay = readStay(query)
    const boardCode = await readBoard(context, query.board)
    const source = known ?? (await readSource(context, search, slug))
    if (!source) throw new AppError('not_found', 'There is no hotel with this slug.')
    const { sheet, hotel: cached } = source
    const viewer = agencyOf(user)
    const deal = await readDeal(context, viewer, cached)
    const hotel = deal ? withRates(cached, deal.rateCodes) : cached
    const { override = false } = query
    const isStaff = seesAll(user, hotel)
    if (override && !isStaff)
      throw new AppError('forbidden', 'Only the hotel’s staff may override its rules.')
    const isTheirs = (rate: Rate) => deal !== null && isRateOf(deal, rate)
    const sees: Sight = (rate) => rate.public || isStaff || isTheirs(rate)
    const { timezone, taxes } = sheet.hotel
    const today = context.today(timezone)
    if (stay) refuseDates(checkStayDates(stay, today))
    const rooms = inPosition(sheet.rooms.filter(({ active }) => active))
    return {
      ...{ source, hotel, rooms, stay, deal, sees },
      async quote(stay: SearchStay): Promise<PageQuotes> {
        const loaded = await loadStay(search, hotel, stay, { viewer, isStaff, override })
        const size = { rooms: roomsOf(stay.parties), nights: loaded.dates.length }
        const isPast = isTooLarge(hotel, size)
        const request = {
          ...{ stay, boardCode, today, taxes, override, sees },
          showsRates: hotel.rates !== null || taxes.length > 0,
          against: againstOf(stay, deal, isPast && !isUnbound(unboundAt(user), hotel.id)),
        }
        return await runSliced(quoteRooms(rooms, loaded, request))
      },
    }
  }
}

/** Reads the parts of a hotel's page; undefined: no hotel on sale has this slug. */
export async function readSource(
  context: Pick<Context, 'hotelOfSlug'>,
  search: Search,
  slug: string,
): Promise<PageSource | undefined> {
  const sheet = await context.hotelOfSlug(slug)
  const [hotel] = sheet ? await search.hotelsOf([sheet.hotel.id]) : []
  return sheet && hotel && { sheet, hotel, boards: await search.boards() }
}

/**
 * Creates the page of a hotel on sale: its content and, with dates, the quotes of its room types (contract §5,
 * contract-rates).
 *
 * @returns a reader of its JSON text, of parts that were read just now or its own. It throws AppError as
 *   `createHotelViews` says
 */
export function createHotelPages(context: Context, search: Search, keepFrame: KeepFrame) {
  const viewOf = createHotelViews(context, search)
  return async (request: PageRequest, known?: PageSource): Promise<string> => {
    const view = await viewOf(request, known)
    const { source, rooms, stay } = view
    const makeFrame = () => frameOf(contentOf(view), rooms, source.sheet.photos)
    const frame = request.user ? makeFrame() : keepFrame(source, makeFrame)
    return fillFrame(frame, stay ? await view.quote(stay) : undefined)
  }
}

/** Returns the content of a page without its room types. */
function contentOf({ source, hotel, rooms, deal, sees }: HotelView): PageContent {
  const { sheet, boards } = source
  const { timezone, checkinTime, checkoutTime, taxes, ...content } = sheet.hotel
  const { phone, email, website, translations, colour } = content
  const rates = sheet.rates.filter((rate) => rate.active && sees(rate))
  const sold = new Set([
    ...rooms.flatMap(({ boards }) => boards),
    ...rates.map(({ boardCode }) => boardCode),
  ])
  return {
    ...showHotelSummary(hotel),
    ...(deal && { commissionBp: deal.commissionBp }),
    ...{ timezone, checkinTime, checkoutTime },
    ...{ phone, email, website, translations },
    ...show(HotelPageContentSchema, withLogoPath(sheet.hotel)),
    readableColour: colour && readableBeside(colour, WHITE),
    taxes,
    boards: boards.filter(({ code }) => sold.has(code)),
    rateNames: rates.map(showRateName),
    extras: showOfferedExtras(sheet.extras),
    photos: sheet.photos.filter(({ roomCode }) => roomCode === null).map(showPublicPhoto),
  }
}

/** True if a user sees non-public rates: the hotel's staff and admins (contract-rates, *Public*). */
const seesAll = (user: User | undefined, { id }: CachedHotel) => isAtHome(user, id)

/** The reason against a stay as a whole, whatever its days. */
function againstOf(stay: SearchStay, deal: Deal | null, isTooLarge: boolean) {
  if (deal?.stopSale) return stopSaleOn(nightsOf(stay))
  return isTooLarge ? TOO_LARGE : null
}
