/** @jsxImportSource preact */
import { addDays, type CalendarDate, datesBetween, daysBetween } from '../../domain/kernel/date.ts'
import { PUSH_FUTURE_DAYS_MAX } from '../../domain/kernel/limits.ts'
import type { HotelPage, PriceCalendar } from '../../http/guests/page-shape.ts'
import type { Speaker } from '../lib/say.ts'
import { Icon } from '../views/parts.tsx'
import { addressOf, type StayAddress } from './address.ts'
import { MONTH } from './pieces.tsx'
import { hotelPath, type StayScene } from './scene.ts'

type Month = { from: CalendarDate; to: CalendarDate; name: string }
type Day = PriceCalendar['days'][number]

/** Days of a calendar, of which the API answers at most 62. */
const DAYS = 7
/** A Monday, from which the names of the days are made. */
const MONDAY = '2024-01-01' as CalendarDate
const WEEKDAYS = datesBetween(MONDAY, addDays(MONDAY, DAYS - 1))
const WEEKDAY: Intl.DateTimeFormatOptions = { weekday: 'short' }

/** Returns the month that the calendar shows: the chosen one, else that of the stay, else the present one. */
export function monthOf({ month, checkin }: StayAddress, today: CalendarDate): Month {
  const present = today.slice(0, 7)
  const wanted = month ?? checkin?.slice(0, 7) ?? present
  // The calendar shows no month that has passed; months sort as texts.
  const name = [wanted, present].sort().at(-1)!
  const from = `${name}-01` as CalendarDate
  return { name, from, to: addDays(`${followingMonth(name)}-01` as CalendarDate, -1) }
}

function followingMonth(name: string, by = 1): string {
  const [year = 0, month = 0] = name.split('-').map(Number)
  const moved = new Date(Date.UTC(year, month - 1 + by, 1))
  return moved.toISOString().slice(0, 7)
}

type MonthProps = {
  scene: StayScene
  page: HotelPage
  calendar: PriceCalendar | null
  today: CalendarDate
  /** True if the hotel has no room for the parties on any day. */
  isTooMany: boolean
}

/**
 * The prices of a month, a link for each day: the first press is the arrival, the second one the departure. It works
 * without a script.
 */
export function PriceMonth({ scene, page, calendar, today, isTooMany }: MonthProps) {
  const { say, at } = scene
  const { word } = say
  if (!calendar) return null
  const month = monthOf(at, today)
  const to = (name: string) => addressOf(hotelPath(page.slug), at, { month: name })
  const isFirst = month.name <= today.slice(0, 7)
  const prices = calendar.days.flatMap(({ lowestCents }) => lowestCents ?? [])
  const lowest = Math.min(...prices)
  const last = addDays(today, PUSH_FUTURE_DAYS_MAX)
  const canBeFull = ({ date }: Day) => !isTooMany && date >= today && date <= last
  const blanks = (new Date(month.from).getUTCDay() + 6) % DAYS
  return (
    <details class="fold" id="month" open={!at.checkout || at.month !== null}>
      <summary>{word('calendar.title')}</summary>
      <section class="month" aria-label={word('calendar.title')} data-swap>
        <div class="head">
          {isFirst ? (
            <span class="turn" />
          ) : (
            <a
              class="turn"
              href={to(followingMonth(month.name, -1))}
              rel="prev"
              aria-label={word('calendar.before')}
            >
              <Icon name="before" />
            </a>
          )}
          <strong>{say.date(month.from, MONTH)}</strong>
          <a
            class="turn"
            href={to(followingMonth(month.name))}
            rel="next"
            aria-label={word('calendar.after')}
          >
            <Icon name="after" />
          </a>
        </div>
        <div class="days">
          {WEEKDAYS.map((day) => (
            <span class="weekday" aria-hidden="true">
              {say.date(day, WEEKDAY)}
            </span>
          ))}
          {Array.from({ length: blanks }, () => (
            <span />
          ))}
          {calendar.days.map((day) => (
            <DayLink
              {...{ scene, page, day }}
              isLowest={day.lowestCents === lowest}
              canBeFull={canBeFull(day)}
            />
          ))}
        </div>
        <p class="dim small">{word('calendar.about')}</p>
      </section>
    </details>
  )
}

type DayProps = {
  scene: StayScene
  page: HotelPage
  day: Day
  isLowest: boolean
  /** False on a day that is over or not yet sold, and for parties that no day has room for. */
  canBeFull: boolean
}

function DayLink({ scene, page, day, isLowest, canBeFull }: DayProps) {
  const { say, at } = scene
  const { date, lowestCents, arrival, minStay } = day
  const number = String(Number(date.slice(8)))
  const isLeaving = at.checkin !== null && at.checkout === null && date > at.checkin
  const classes = ['day', placeOf(day.date, at), isLowest ? 'low' : '']
  if (!isLeaving && (lowestCents === null || !arrival))
    return (
      <span class={[...classes, 'off'].join(' ')}>
        {number}
        <small>
          {lowestCents !== null ? '–' : canBeFull ? say.word('calendar.full') : '\u00a0'}
        </small>
      </span>
    )
  const changes = isLeaving
    ? { checkout: date as CalendarDate }
    : { checkin: date as CalendarDate, checkout: null }
  return (
    <a
      class={classes.join(' ')}
      href={addressOf(hotelPath(page.slug), at, { ...changes, choices: [] })}
      rel="nofollow"
    >
      <span class="sr-only">{labelOf(say, day, { isLeaving, currency: page.currency })}</span>
      <span aria-hidden="true">{number}</span>
      <small aria-hidden="true">
        {/* Whole units alone: a day has little room. */}
        {lowestCents === null ? ' ' : say.units(lowestCents, page.currency)}
      </small>
      {minStay !== null && minStay > 1 && !isLeaving && <i class="least" data-nights={minStay} />}
    </a>
  )
}

function labelOf(
  say: Speaker,
  { date, lowestCents, minStay }: Day,
  { isLeaving, currency }: { isLeaving: boolean; currency: string },
): string {
  const { word } = say
  const day = say.date(date)
  if (isLeaving) return word('calendar.leave', { day })
  const price = say.money(lowestCents ?? 0, currency)
  const least = minStay !== null && minStay > 1 ? [word('calendar.least', { count: minStay })] : []
  return [word('calendar.arrive', { day, price }), ...least].join(', ')
}

/** Returns the place of a day in the stay: its arrival, its departure or between them. */
function placeOf(date: string, { checkin, checkout }: StayAddress): string {
  if (date === checkin) return 'from'
  if (date === checkout) return 'to'
  return checkin && checkout && date > checkin && date < checkout ? 'mid' : ''
}

/** Returns the nights of a stay. */
export const nightsOf = ({ checkin, checkout }: StayAddress): number =>
  checkin && checkout ? daysBetween(checkin, checkout) : 0
