/** @jsxImportSource preact */
import { addDays, type CalendarDate, datesBetween, daysBetween } from '../../domain/kernel/date.ts'
import type { HotelPage, PriceCalendar, Visit } from '../../http/guests/page-shape.ts'
import { addressOf, type StayAddress, stayParameters } from './address.ts'
import { nightsOf } from './calendar.tsx'
import { canTake } from './options.ts'
import { datesText } from './pieces.tsx'
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
  const address = `/v1/hotels/${encodeURIComponent(page.slug)}`
  const { value } = await visit.ask<PriceCalendar>('GET', `${address}/calendar?${query}`)
  const likely = likelyDates(value?.days ?? [], at).slice(0, TRIES)
  const asked = likely.map(async (dates) => {
    const stay = stayParameters({ ...at, ...dates })
    const { value: other } = await visit.ask<HotelPage>('GET', `${address}?${stay}`)
    return other && canTake(other, at.parties.length) ? [dates] : []
  })
  return (await Promise.all(asked)).flat().slice(0, SHOWN)
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
