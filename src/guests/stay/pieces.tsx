/** @jsxImportSource preact */
import { addDays, type CalendarDate } from '../../domain/kernel/date.ts'
import type { Terms } from '../../domain/rates/rate.ts'
import { termsIn } from '../../domain/rates/terms-words.ts'
import type { HotelPage } from '../../http/guests/page-shape.ts'
import type { Speaker } from '../lib/say.ts'
import { Icon } from '../views/parts.tsx'
import { partyOf, type StayAddress } from './address.ts'

// Pieces that several pages of `/stay` show.

const SHORT_DAY: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' }
const DAY_AND_MONTH: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long' }
/** A month with its year: `December 2026`. */
export const MONTH: Intl.DateTimeFormatOptions = { month: 'long', year: 'numeric' }

/** A day in a few letters: `Fri 11 Dec`. */
export const shortDay = (say: Speaker, day: string): string => say.date(day, SHORT_DAY)

/** The dates of a stay: `Fri 11 Dec – Mon 14 Dec`; of a stay without dates an invitation. */
export const datesText = (say: Speaker, { checkin, checkout }: StayAddress): string =>
  checkin && checkout
    ? `${shortDay(say, checkin)} – ${shortDay(say, checkout)}`
    : say.word('stay.anyDates')

/** A party of one room: `2 adults, 1 child`. */
export function partyText({ word }: Speaker, text: string): string {
  const { adults, childAges } = partyOf(text)
  const children = childAges.length > 0 ? [word('facts.children', { count: childAges.length })] : []
  return [word('facts.adults', { count: adults }), ...children].join(', ')
}

/** All parties in a line: `2 adults`, `2 rooms: 2 adults each`, `2 rooms: 2 adults · 1 adult, 1 child`. */
export function partiesText(say: Speaker, parties: readonly string[]): string {
  const { word } = say
  const texts = parties.map((party) => partyText(say, party))
  const [first = ''] = texts
  const count = texts.length
  if (count < 2) return first
  const isSame = texts.every((text) => text === first)
  return word('stay.parties', {
    ...{ count, parties: isSame ? word('stay.partyEach', { party: first }) : texts.join(' · ') },
  })
}

/** The stars of a hotel, in words for screen readers. */
export const Stars = ({ stars, say }: { stars: number | null; say: Speaker }) =>
  stars ? (
    <span class="stars" role="img" aria-label={say.word('stay.stars', { count: stars })}>
      {'★'.repeat(stars)}
    </span>
  ) : null

type Rated = Pick<HotelPage, 'rating' | 'reviewCount'>

/** The rating of a hotel with a word for it, and the number of its reviews. */
export function Rating({ say, of: { rating, reviewCount } }: { say: Speaker; of: Rated }) {
  if (rating === null) return <span class="dim">{say.word('stay.unrated')}</span>
  return (
    <span class="rated">
      <span class="rate">{oneDigit(say, rating)}</span>
      <strong>{say.word(ratingWord(rating))}</strong>
      <span class="dim">{say.word('stay.reviews', { count: reviewCount })}</span>
    </span>
  )
}

const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

export const oneDigit = ({ number }: Speaker, value: number): string => number(value, ONE_DIGIT)

function ratingWord(rating: number) {
  if (rating >= 4.75) return 'rating.best' as const
  if (rating >= 4.5) return 'rating.high' as const
  if (rating >= 4) return 'rating.good' as const
  return rating >= 3 ? ('rating.fair' as const) : ('rating.low' as const)
}

type TermsProps = {
  say: Speaker
  /** The terms of one room or of several. */
  terms: readonly Terms[]
  checkin: CalendarDate
  today: CalendarDate
}

/** Cancellation terms, each in a line and once; good if cancelling is still free. */
export const TermsLines = ({ say, terms, ...dates }: TermsProps) =>
  termsTexts(say, terms, dates).map(({ isFree, text }) => (
    <span class={isFree ? 'line yes' : 'line'}>
      <Icon name={isFree ? 'check' : 'cross'} />
      <span>{text}</span>
    </span>
  ))

/** True if cancelling costs nothing yet, by the terms of every room. */
export const areFree = (
  say: Speaker,
  terms: readonly Terms[],
  dates: { checkin: CalendarDate; today: CalendarDate },
): boolean => terms.every((each) => termsText(say, each, dates).isFree)

/** Returns the terms of several rooms in words, the same ones once. */
export function termsTexts(
  say: Speaker,
  terms: readonly Terms[],
  dates: { checkin: CalendarDate; today: CalendarDate },
): TermsText[] {
  const said = terms.map((each) => termsText(say, each, dates))
  return [...new Map(said.map((each) => [each.text, each])).values()]
}

type TermsText = { isFree: boolean; text: string }

/** Returns cancellation terms in the words of a guest. */
function termsText(
  say: Speaker,
  terms: Terms,
  { checkin, today }: { checkin: CalendarDate; today: CalendarDate },
): TermsText {
  const { word } = say
  const { freeUntilDays: days, penalty } = terms
  if (penalty === 'none') return { isFree: true, text: word('terms.always') }
  const until = days === null ? null : addDays(checkin, -days)
  if (until !== null && until >= today)
    return { isFree: true, text: word('terms.until', { date: dayAndMonth(say, until) }) }
  if (penalty === 'all') return { isFree: false, text: word('terms.never') }
  return { isFree: false, text: termsIn(say, terms, checkin, today) }
}

const dayAndMonth = (say: Speaker, day: string) => say.date(day, DAY_AND_MONTH)

/**
 * A text that a hotel wrote: in the language, else as it was written without one, else in the other language.
 *
 * @param written the text of no language, where there may be one
 */
export function textIn<Name extends string>(
  { language }: Speaker,
  translations: Record<'en' | 'tr', Record<Name, string | null>>,
  name: Name,
  written: string | null = null,
): { text: string; lang: 'en' | 'tr' | undefined } | null {
  const own = translations[language][name]
  if (own) return { text: own, lang: language }
  if (written) return { text: written, lang: undefined }
  const other = language === 'en' ? 'tr' : 'en'
  const text = translations[other][name]
  return text ? { text, lang: other } : null
}
