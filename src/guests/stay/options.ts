import { STANDARD, STD, type Terms } from '../../domain/rates/rate.ts'
import type { HotelPage, NoQuote, RateQuote } from '../../http/guests/page-shape.ts'
import type { Choice } from './address.ts'

// The offers of a hotel page for one party, as the guest chooses among them.

type RoomOffer = HotelPage['rooms'][number]

/** A room type at a rate with a board for one party, with its total of all nights. */
export type Option = Choice & { rate: RateQuote | null; totalCents: number; terms: Terms }

/** The options of a room type, the cheapest first; without any the reasons against it. */
export type RoomOptions = {
  room: RoomOffer
  options: Option[]
  /** The rooms that are left after the guest's other choices; null: unknown. */
  left: number | null
  reason: NoQuote | null
}

/**
 * Lists the options of every room type for one of the parties.
 *
 * @param party its place among `parties`
 * @param others the choices for the other parties, which take rooms, too
 */
export function optionsFor(
  page: HotelPage,
  { party, parties, others }: { party: number; parties: number; others: readonly Choice[] },
): RoomOptions[] {
  const listed = page.rooms.map((room): RoomOptions => {
    const offer = parties > 1 ? room.quotes?.[party] : room
    const taken = others.filter(({ roomCode }) => roomCode === room.roomCode).length
    const available = offer?.quote?.available ?? null
    const left = available === null ? null : available - taken
    const reason = offer?.reason ?? offer?.rates?.find((rate) => rate.reason)?.reason ?? null
    const options = left !== null && left < 1 ? [] : offerOptions(room.roomCode, offer)
    return { room, options, left, reason }
  })
  // Room types with an offer come first; the order of the hotel stays.
  return listed.toSorted((a, b) => Number(a.options.length === 0) - Number(b.options.length === 0))
}

function offerOptions(
  roomCode: string,
  offer: Pick<RoomOffer, 'quote' | 'rates'> | undefined,
): Option[] {
  const { quote, rates = [] } = offer ?? {}
  const standard = rates.find(({ rateCode }) => rateCode === STD) ?? null
  const terms = standard?.cancellation ?? STANDARD.cancellation
  const ofStandard = (quote?.boards ?? []).map(({ boardCode, totalPriceCents }) => ({
    ...{ roomCode, rateCode: STD, boardCode, rate: standard, totalCents: totalPriceCents, terms },
  }))
  const bare = quote && quote.boards.length === 0 ? [quote] : []
  const withoutBoard = bare.map(({ totalPriceCents, boardCode }) => ({
    ...{ roomCode, rateCode: STD, boardCode, rate: standard, totalCents: totalPriceCents, terms },
  }))
  const ofRates = rates.flatMap((rate) => {
    const { rateCode, boardCode, totalPriceCents, cancellation } = rate
    if (totalPriceCents === null || rateCode === STD) return []
    return [
      { roomCode, rateCode, boardCode, rate, totalCents: totalPriceCents, terms: cancellation },
    ]
  })
  const all = [...ofStandard, ...withoutBoard, ...ofRates]
  return all
    .filter((option) => !all.some((other) => isBetter(other, option)))
    .toSorted((a, b) => a.totalCents - b.totalCents)
}

/** True if nobody would choose the other option: the board is the same, and neither price nor terms are better. */
const isBetter = (a: Option, b: Option): boolean =>
  a !== b &&
  a.boardCode === b.boardCode &&
  a.totalCents <= b.totalCents &&
  isFreer(a.terms, b.terms) &&
  (a.totalCents < b.totalCents || !isFreer(b.terms, a.terms) || a.rateCode < b.rateCode)

/** True if cancelling by the first terms never costs more than by the second. */
function isFreer(a: Terms, b: Terms): boolean {
  if (a.penalty === 'none') return true
  if (b.penalty === 'none') return false
  const [ofA, ofB] = [a, b].map(({ freeUntilDays }) => freeUntilDays ?? Number.POSITIVE_INFINITY)
  return ofA! <= ofB! && a.penalty === b.penalty && (a.percentBp ?? 0) <= (b.percentBp ?? 0)
}

/** True if two choices are of the same room type, rate and board. */
const isSame = (a: Choice, b: Choice): boolean =>
  a.roomCode === b.roomCode && a.rateCode === b.rateCode && a.boardCode === b.boardCode

/** Finds the option of a choice for a party; undefined if it is no longer offered. */
export const findOption = (
  page: HotelPage,
  choice: Choice,
  place: { party: number; parties: number; others: readonly Choice[] },
): Option | undefined =>
  optionsFor(page, place)
    .flatMap(({ options }) => options)
    .find((option) => isSame(option, choice))

/** True if the hotel has an option for each of the parties; rooms that several want are not counted. */
export const canTake = (page: HotelPage, parties: number): boolean =>
  Array.from({ length: parties }, (_, party) =>
    optionsFor(page, { party, parties, others: [] }).some(({ options }) => options.length > 0),
  ).every(Boolean)
