import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { addDays, type CalendarDate } from '../../src/domain/kernel/date.ts'
import { totalOf } from '../../src/domain/kernel/night.ts'
import { effectiveDay } from '../../src/domain/rates/effective-day.ts'
import { isSoldWith } from '../../src/domain/rates/rate.ts'
import { emptyBlock, fillCell, fillRateCell, placeOfDate } from '../../src/domain/sale/day-block.ts'
import { quoteAtRate } from '../../src/domain/sale/quote.ts'
import { publicRatesOf } from '../../src/domain/sale/search.ts'
import {
  type Assignment,
  assignmentsIn,
  partiesAskOf,
} from '../../src/domain/sale/search-parties.ts'
import { type PartiesHotel, type PartiesQuery, partiesWorld } from '../support/parties-world.ts'

const CHECKIN = '2030-01-05' as CalendarDate
/** The days before it on which it is asked for. */
const AHEAD = 52

/** A hotel as search has it in memory, and the days as they are. */
function build(
  { rooms, rates, days, rateDays }: PartiesHotel,
  { nights, board, parties }: PartiesQuery,
) {
  const dates = { checkin: CHECKIN, checkout: addDays(CHECKIN, nights) }
  const ask = partiesAskOf({ ...dates, parties }, board)
  const { ratedBlocks } = ask.asks[0]!
  // Search keeps active rates alone.
  const active = rates.flatMap((rate, of) => (rate.active ? [{ rate, of }] : []))
  const kept = active.map(({ rate }) => rate)
  const blocks = ratedBlocks.map(() => emptyBlock(rooms.length, kept))
  const place = (room: number, night: number) => {
    const { block, day } = placeOfDate(addDays(CHECKIN, night))
    const cell = room * 8 + day
    return { block: blocks[ratedBlocks.indexOf(block)], cell }
  }
  for (let room = 0; room < rooms.length; room++)
    for (let night = 0; night <= nights; night++) {
      const { block, cell } = place(room, night)
      const day = days[room]![night]
      if (day) fillCell(block!, cell, day)
      for (const [at, { of }] of active.entries()) {
        const set = rateDays[room]![of]![night]
        if (set) fillRateCell(block!, at, cell, set)
      }
    }
  return {
    ask,
    blocks,
    dates,
    hotel: { rooms, rates: kept, publicRates: publicRatesOf(rooms, kept), aheadDays: AHEAD },
  }
}

function run(world: ReturnType<typeof build>) {
  const work = assignmentsIn(world.hotel, world.blocks, world.ask)
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

type Choice = { room: number; totalCents: number }

/** The cheapest public rate of each room type for each party, by `quoteAtRate` of the days themselves. */
function choicesOf(
  { rooms, rates, days, rateDays }: PartiesHotel,
  { nights, parties, board }: PartiesQuery,
  isStandard: boolean,
): Choice[][] {
  const dates = { checkin: CHECKIN, checkout: addDays(CHECKIN, nights) }
  return parties.map((party) =>
    rooms.flatMap((room, at) => {
      const totals = rates.flatMap((rate, of) => {
        if (!rate.public || (isStandard && of > 0) || !isSoldWith(rate, room.roomCode)) return []
        const dayOn = (date: CalendarDate) => {
          const night = Math.round((Date.parse(date) - Date.parse(CHECKIN)) / 86_400_000)
          const set = rateDays[at]!.map((each) => each[night] ?? undefined)
          return effectiveDay(rate, {
            day: days[at]![night] ?? undefined,
            std: set[0],
            own: of === 0 ? undefined : set[of],
          })
        }
        const stay = { ...dates, ...party, boardCode: board }
        const { reasons, nightly } = quoteAtRate(
          { room, rate, dayOn },
          stay,
          addDays(CHECKIN, -AHEAD),
        )
        return reasons.length > 0 ? [] : [totalOf(nightly, 1)]
      })
      return totals.length === 0 ? [] : [{ room: at, totalCents: Math.min(...totals) }]
    }),
  )
}

/** The least total, and the fewest room types at it, by trying every room type for every party; null: none fits. */
function bruteForce(choices: readonly (readonly Choice[])[], left: readonly number[]) {
  let best: { totalCents: number; types: number } | null = null
  const walk = (party: number, totalCents: number, taken: readonly number[]): void => {
    if (best && totalCents > best.totalCents) return
    if (party === choices.length) {
      const types = new Set(taken).size
      if (!best || totalCents < best.totalCents || types < best.types) best = { totalCents, types }
      return
    }
    for (const choice of choices[party]!) {
      if (taken.filter((room) => room === choice.room).length >= left[choice.room]!) continue
      walk(party + 1, totalCents + choice.totalCents, [...taken, choice.room])
    }
  }
  walk(0, 0, [])
  return best as { totalCents: number; types: number } | null
}

const shapeOf = (found: Assignment | null) =>
  found && {
    totalCents: found.totalCents,
    types: new Set(found.stays.map(({ roomCode }) => roomCode)).size,
  }

test('the cheapest rooms of 2,000 hotels for several parties are those of trying every combination of what quoteAtRate says (contract-groups, Asking)', () => {
  const seen = { found: 0, spread: 0, otherRates: 0, none: 0 }
  fc.assert(
    fc.property(partiesWorld, ({ hotel, query }) => {
      const { from, lowest } = run(build(hotel, query))
      const left = hotel.days.map((each) =>
        Math.min(...each.slice(0, query.nights).map((day) => day?.available ?? 0)),
      )
      expect(shapeOf(lowest)).toEqual(bruteForce(choicesOf(hotel, query, false), left))
      expect(shapeOf(from)).toEqual(bruteForce(choicesOf(hotel, query, true), left))
      if (!lowest) return void seen.none++
      // Each stay is what its party pays there, and no type has more than its rooms left.
      const choices = choicesOf(hotel, query, false)
      for (const [party, { roomCode, totalCents }] of lowest.stays.entries()) {
        const room = hotel.rooms.findIndex((each) => each.roomCode === roomCode)
        expect(choices[party]).toContainEqual({ room, totalCents })
        expect(
          lowest.stays.filter((stay) => stay.roomCode === roomCode).length,
        ).toBeLessThanOrEqual(left[room]!)
      }
      seen.found++
      if (shapeOf(lowest)!.types > 1) seen.spread++
      if (lowest.stays.some(({ rateCode }) => rateCode !== 'STD')) seen.otherRates++
    }),
    { numRuns: 2_000 },
  )
  // Enough was found for the agreement to mean something.
  expect(seen.found).toBeGreaterThan(500)
  expect(seen.spread).toBeGreaterThan(100)
  expect(seen.otherRates).toBeGreaterThan(200)
  expect(seen.none).toBeGreaterThan(100)
}, 60_000)
