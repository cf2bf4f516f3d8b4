import type { Booking, HotelPage } from '../../../../client/call.ts'
import { STD } from '../../../../domain/rates/rate.ts'
import { boardText } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { nameIn } from '../../../lib/names.ts'
import { contentText } from '../../room-content.tsx'
import { isWaivable, reasonText } from '../parts/against.ts'

/** A room type at a rate with a board, priced for a stay of one room. */
export type Offer = {
  key: string
  roomCode: string
  roomName: string
  rateCode: string
  rateName: string
  boardCode: string | null
  totalCents: number
  /** The nights of one room; undefined where the service does not tell them. */
  nightly: Booking['nightly'] | undefined
  cancellation: Booking['cancellation'] | undefined
}

/** A room type with its offers, and the reasons of what is refused. */
export type RoomOffers = {
  roomCode: string
  name: string
  /** Its size, beds and guests in words. */
  facts: string
  photo: string | undefined
  left: number | undefined
  offers: Offer[]
  /** Its rates that are not sold for the stay, each with the reason. */
  refused: { rateName: string; against: string }[]
  /** The reason why nothing of it is sold. */
  against: string | undefined
  /** The codes of its refusals that the hotel's staff may override. */
  waivable: string[]
}

type Room = HotelPage['rooms'][number]

/** The name of a rate with its board: `Flexible · Breakfast`. */
export const rateText = ({ rateName, boardCode }: Pick<Offer, 'rateName' | 'boardCode'>): string =>
  boardCode ? `${rateName} · ${boardText(boardCode)}` : rateName

/** The offers of a hotel for a stay, by room type in the hotel's order. */
export const offersOf = ({ rooms }: HotelPage): RoomOffers[] =>
  rooms.map((room) => {
    const { roomCode, quote, reason, rates = [], photos, maxOccupancy } = room
    const sleeps = t('new.sleeps', { count: maxOccupancy })
    return {
      ...{ roomCode, name: nameIn(room), photo: photos[0]?.url, left: quote?.available },
      facts: [contentText(room), sleeps].filter(Boolean).join(' · '),
      offers: [...standardOf(room), ...ratesOf(room)],
      refused: rates.flatMap((rate) =>
        rate.reason ? [{ rateName: nameIn(rate), against: reasonText(rate.reason) }] : [],
      ),
      against: reason ? reasonText(reason) : undefined,
      waivable: [room, ...rates].flatMap(({ reason }) =>
        isWaivable(reason?.code) ? [reason!.code] : [],
      ),
    }
  })

function standardOf(room: Room): Offer[] {
  const { quote, rates } = room
  if (!quote) return []
  const known = rates?.find(({ rateCode }) => rateCode === STD)
  return quote.boards.map(({ boardCode, totalPriceCents }) => ({
    ...keyed(room, STD, boardCode),
    rateName: known ? nameIn(known) : t('rates.asStandard'),
    totalCents: totalPriceCents,
    nightly: boardCode === quote.boardCode ? quote.nightly : undefined,
    cancellation: known?.cancellation,
  }))
}

const ratesOf = (room: Room): Offer[] =>
  (room.rates ?? []).flatMap(
    ({ rateCode, boardCode, totalPriceCents, nightly, cancellation, ...named }) =>
      rateCode === STD || totalPriceCents === null
        ? []
        : {
            ...keyed(room, rateCode, boardCode),
            rateName: nameIn(named),
            totalCents: totalPriceCents,
            nightly: nightly ?? undefined,
            cancellation,
          },
  )

const keyed = (room: Room, rateCode: string, boardCode: string | null) => ({
  key: `${room.roomCode} ${rateCode} ${boardCode}`,
  ...{ roomCode: room.roomCode, roomName: nameIn(room), rateCode, boardCode },
})
