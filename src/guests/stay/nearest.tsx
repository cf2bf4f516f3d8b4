/** @jsxImportSource preact */
import { addDays, type CalendarDate, datesBetween, daysBetween } from '../../domain/kernel/date.ts'
import type { HotelPage, PriceCalendar, Visit } from '../../http/guests/page-shape.ts'
import { addressOf, type StayAddress, stayParameters } from './address.ts'
import { nightsOf } from './calendar.tsx'
import { canTake, optionsFor } from './options.ts'
import { datesText } from './pieces.tsx'
import { isOfParty } from './refusal.ts'
import { hotelPath, type StayScene, todayAt } from './scene.ts'

/** Dates of a stay that the hotel can take. */
export type OtherDates = { checkin: CalendarDate; checkout: CalendarDate }

/** Days that the search for other dates looks before and after the arrival. */
const BEFORE = 10
const AFTER = 20
/** Dates that are asked for, and those that are shown. */
const TRIES = 6
const SHOWN = 2

/**
 * Finds the dates nearest to those of a stay on which the hotel can take it: the calendar names likely ones, and the
 * hotel is asked for each.
 */
export async function listNearest(
  visit: Visit,
  at: StayAddress,
  page: HotelPage,
): Promise<OtherDates[]> {
  const { checkin } = at
  if (!checkin) return []
  const today = todayAt(page, visit)
  const from = [addDays(checkin, -BEFORE), today].sort().at(-1)!
  const query = new URLSearchParams(at.parties.map((party) => ['party', party]))
  query.set('from', from)
  query.set('to', addDays(checkin, AFTER + nightsOf(at)))
  const address = `${addressFor(page)}/calendar?${query}`
  const { value } = await visit.ask<PriceCalendar>('GET', address)
  const likely = likelyDates(value?.days ?? [], at).slice(0, TRIES)
  const asked = likely.map(async (dates) => {
    const other = await askOn(dates, visit, at, page)
    return other && canTake(other, at.parties.length) ? [dates] : []
  })
  return (await Promise.all(asked)).flat().slice(0, SHOWN)
}

/** Days by which a stay is moved to find its room type free, the nearest first; each group is asked for at once. */
const SHIFTS = [
  [-1, 1, -2, 2],
  [-3, 3, -7, 7],
] as const

/**
 * Finds for each room type that the dates refuse to a party the nearest dates of the same length on which it is to be
 * had, by its code.
 */
export async function listNearestOfRooms(
  visit: Visit,
  at: StayAddress,
  page: HotelPage,
): Promise<Map<string, OtherDates>> {
  const found = new Map<string, OtherDates>()
  const { checkin, checkout } = at
  if (!checkin || !checkout) return found
  const parties = at.parties.length
  const place = { party: Math.min(at.choices.length, parties - 1), parties, others: [] }
  const wanted = optionsFor(page, place).flatMap(({ room, options, reason }) =>
    options.length === 0 && !isOfParty(reason) ? [room.roomCode] : [],
  )
  const today = todayAt(page, visit)
  for (const shifts of SHIFTS) {
    const missing = wanted.filter((code) => !found.has(code))
    if (missing.length === 0) break
    const moved = shifts.map((days) => ({
      checkin: addDays(checkin, days),
      checkout: addDays(checkout, days),
    }))
    const asked = moved.map(async (dates) => {
      if (dates.checkin < today) return { dates, codes: [] }
      const other = await askOn(dates, visit, at, page)
      const offers = other ? optionsFor(other, place) : []
      const free = offers.filter(({ options }) => options.length > 0)
      return { dates, codes: free.map(({ room }) => room.roomCode) }
    })
    for (const { dates, codes } of await Promise.all(asked))
      for (const code of missing)
        if (codes.includes(code) && !found.has(code)) found.set(code, dates)
  }
  return found
}

const addressFor = ({ slug }: HotelPage) => `/v1/hotels/${encodeURIComponent(slug)}`

/** Asks for the hotel on other dates; undefined if it refuses them. */
async function askOn(
  dates: OtherDates,
  visit: Visit,
  at: StayAddress,
  page: HotelPage,
): Promise<HotelPage | undefined> {
  const address = `${addressFor(page)}?${stayParameters({ ...at, ...dates })}`
  return (await visit.ask<HotelPage>('GET', address)).value
}

/** Lists the dates on which every night has a price and the arrival is possible, the nearest first. */
function likelyDates(days: PriceCalendar['days'], at: StayAddress): OtherDates[] {
  const known = new Map(days.map((day) => [day.date, day]))
  const wanted = nightsOf(at)
  const found = days.flatMap(({ date, arrival, minStay }) => {
    if (!arrival) return []
    const checkin = date as CalendarDate
    const nights = Math.max(wanted, minStay ?? 1)
    const slept = datesBetween(checkin, addDays(checkin, nights - 1))
    const isFree = slept.every((night) => known.get(night)?.lowestCents != null)
    const isAsked = checkin === at.checkin && nights === wanted
    return isFree && !isAsked ? [{ checkin, checkout: addDays(checkin, nights) }] : []
  })
  const farness = ({ checkin, checkout }: OtherDates) =>
    Math.abs(daysBetween(at.checkin!, checkin)) + Math.abs(daysBetween(checkin, checkout) - wanted)
  return found.toSorted((a, b) => farness(a) - farness(b))
}

type NearestProps = { scene: StayScene; page: HotelPage; nearest: readonly OtherDates[] }

/** Offers other dates, if those asked for have no room for the parties. */
export function NearestDates({ scene: { say, at }, page, nearest }: NearestProps) {
  if (nearest.length === 0) return null
  return (
    <section class="card other">
      <p>{say.word('hotel.otherDates')}</p>
      <div class="buttons">
        {nearest.map((dates) => (
          <a
            class="button"
            href={addressOf(hotelPath(page.slug), at, { ...dates, choices: [], month: null })}
          >
            {datesText(say, { ...at, ...dates })}
          </a>
        ))}
      </div>
    </section>
  )
}
