import type { Booking, HotelPage } from '../../../../client/call.ts'
import { STD } from '../../../../domain/rates/rate.ts'
import { t } from '../../../lib/i18n.ts'
import { nameIn } from '../../../lib/names.ts'
import { isWaivable, reasonText } from '../parts/against.ts'

/** Something that can be booked for a stay: a room type at a rate with a board. */
export type Offer = {
  key: string
  roomCode: string
  rateCode: string
  rateName: string
  boardCode: string | null
  totalCents: number
  /** A room night by night; undefined where it is not told. */
  nightly: Booking['nightly'] | undefined
  cancellation: Booking['cancellation'] | undefined
}

/** A room type with what can be booked of it, and else why nothing can. */
export type RoomOffers = {
  roomCode: string
  name: string
  left: number | undefined
  offers: Offer[]
  against: string | undefined
  /** Whether some of it is refused for what the hotel's people may sell in spite of. */
  isRestricted: boolean
}

type Room = HotelPage['rooms'][number]

/** What a hotel sells for a stay, room type by room type. */
export const offersOf = ({ rooms }: HotelPage): RoomOffers[] =>
  rooms.map((room) => {
    const { roomCode, quote, reason } = room
    const offers = [...standardOf(room), ...ratesOf(room)]
    const against = reason ? reasonText(reason) : undefined
    const isRestricted = [room, ...(room.rates ?? [])].some((each) => isWaivable(each.reason?.code))
    return {
      ...{ roomCode, name: nameIn(room), left: quote?.available },
      ...{ offers, against, isRestricted },
    }
  })

function standardOf({ roomCode, quote, rates }: Room): Offer[] {
  if (!quote) return []
  const known = rates?.find(({ rateCode }) => rateCode === STD)
  return quote.boards.map(({ boardCode, totalPriceCents }) => ({
    ...keyed(roomCode, STD, boardCode),
    rateName: known ? nameIn(known) : t('rates.asStandard'),
    totalCents: totalPriceCents,
    nightly: boardCode === quote.boardCode ? quote.nightly : undefined,
    cancellation: known?.cancellation,
  }))
}

const ratesOf = ({ roomCode, rates = [] }: Room): Offer[] =>
  rates.flatMap(({ rateCode, boardCode, totalPriceCents, nightly, cancellation, ...named }) =>
    rateCode === STD || totalPriceCents === null
      ? []
      : {
          ...keyed(roomCode, rateCode, boardCode),
          rateName: nameIn(named),
          totalCents: totalPriceCents,
          nightly: nightly ?? undefined,
          cancellation,
        },
  )

const keyed = (roomCode: string, rateCode: string, boardCode: string | null) => ({
  ...{ key: `${roomCode} ${rateCode} ${boardCode}`, roomCode, rateCode, boardCode },
})

/** Numbers of what was typed; what is none counts as nothing, which the service refuses at its field. */
export function readParty({ rooms, adults, children, childAges }: Record<string, string>) {
  const ages = (childAges ?? '').split(/[\s,;]+/).filter(Boolean)
  const count = Number(children) || 0
  return {
    ...{ rooms: Number(rooms) || 0, adults: Number(adults) || 0, children: count },
    ...(ages.length > 0 && count > 0 && { childAges: ages.map(Number) }),
  }
}
