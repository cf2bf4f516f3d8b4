import type { Offers } from '../../domain/sale/search-rates.ts'
import type { Offer } from '../../domain/sale/search-stay.ts'
import type { CachedHotel } from '../../store/sale/search-catalog.ts'

/**
 * The offers of a hotel in one object in place of three, as hits and caches keep them: a minute of searches keeps those
 * of 180,000 stays. A kind is null if there is no such offer; its cents are 0 then.
 */
export type FoldedOffers = {
  hotel: CachedHotel
  fromKind: Kind | null
  fromCents: number
  lowestKind: Kind | null
  lowestCents: number
}

/** The part of an offer that many stays share. */
type Kind = Omit<Offer, 'totalCents'>

/** The kinds of offers of each hotel, each once; bounded by its room types, rates and boards. */
const kinds = new WeakMap<CachedHotel, Kind[]>()

/** Folds the offers of a hotel. */
export function foldOffers(hotel: CachedHotel, { from, lowest }: Offers): FoldedOffers {
  const known = kinds.get(hotel) ?? []
  if (known.length === 0) kinds.set(hotel, known)
  const fromKind = from && kindIn(known, from)
  return {
    hotel,
    fromKind,
    fromCents: from?.totalCents ?? 0,
    lowestKind: lowest === from ? fromKind : lowest && kindIn(known, lowest),
    lowestCents: lowest?.totalCents ?? 0,
  }
}

/** Returns the offers that were folded. */
export const unfoldOffers = (offers: FoldedOffers): Offers => ({
  from: offers.fromKind && { ...offers.fromKind, totalCents: offers.fromCents },
  lowest: offers.lowestKind && { ...offers.lowestKind, totalCents: offers.lowestCents },
})

/** Returns the total of the cheapest offer; null: none. */
export const lowestCentsOf = ({ lowestKind, lowestCents }: FoldedOffers): number | null =>
  lowestKind && lowestCents

function kindIn(known: Kind[], { roomCode, rateCode, boardCode }: Offer): Kind {
  for (const kind of known)
    if (kind.roomCode === roomCode && kind.rateCode === rateCode && kind.boardCode === boardCode)
      return kind
  const kind = { roomCode, rateCode, boardCode }
  known.push(kind)
  return kind
}
