/** @jsxImportSource preact */

import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { HotelOffer, HotelPage } from '../../http/guests/page-shape.ts'
import { Mark } from '../views/frame.tsx'
import { Icon } from '../views/parts.tsx'
import { Picture } from '../views/picture.tsx'
import { addressOf, type Choice } from './address.ts'
import { findOption, type Option, optionsFor } from './options.ts'
import { areFree, Rating, Stars, TermsLines, termsTexts, textIn } from './pieces.tsx'
import { isTooLarge, tooLargeText } from './refusal.ts'
import { hotelPath, type StayScene, todayAt } from './scene.ts'

/** A hotel found, with its page for the stay; null if it has just gone. */
export type FoundHotel = { offer: HotelOffer; page: HotelPage | null }

/** Characters of a hotel's text in a list. */
const TEXT_MAX = 160

type ResultProps = { scene: StayScene; found: FoundHotel; isFirst: boolean }

/** A hotel found: its picture, name and rating, and what the stay costs there. */
export function Result({ scene, found: { offer, page }, isFirst }: ResultProps) {
  const { say, at } = scene
  const { word } = say
  const { name, slug, stars, city, address } = offer
  const href = addressOf(hotelPath(slug), at, { choices: [], cursor: null })
  const [photo] = page?.photos ?? []
  return (
    <li class="card result">
      <div class="picture">
        {photo ? <Picture photo={photo} say={say} isFirst={isFirst} /> : <Mark name={name} />}
      </div>
      <div class="about">
        <Stars stars={stars} say={say} />
        <h2>
          <a href={href}>{name}</a>
        </h2>
        <span class="dim">{[address, say.called(city, city.name)].filter(Boolean).join(', ')}</span>
        <Rating say={say} of={offer} />
        {page &&
          (at.checkin ? <Lowest {...{ scene, offer, page }} /> : <About {...{ scene, page }} />)}
      </div>
      <div class="end">
        <Price scene={scene} offer={offer} page={page} />
        {/* The whole card is a link; this shows it to the eye. */}
        <span class="button primary" aria-hidden="true">
          {word(at.checkin ? 'stay.rooms' : 'stay.look')}
        </span>
      </div>
    </li>
  )
}

type PageProps = { scene: StayScene; page: HotelPage }

function About({ scene: { say }, page }: PageProps) {
  const about = textIn(say, page.translations, 'description')
  if (!about) return null
  const { text, lang } = about
  return (
    <p class="small" lang={lang}>
      {text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX).replace(/(?<!\s)\s+\S*$/, '')} …` : text}
    </p>
  )
}

/** The choices that a search found the cheapest, one for each party. */
const choicesOf = ({ lowest, stays }: HotelOffer): Choice[] => stays ?? (lowest ? [lowest] : [])

/** Finds the options of the cheapest rooms on the page. */
function lowestOptions({ at }: StayScene, offer: HotelOffer, page: HotelPage): Option[] {
  const parties = at.parties.length
  return choicesOf(offer).flatMap(
    (choice, party) => findOption(page, choice, { party, parties, others: [] }) ?? [],
  )
}

/** The cheapest rooms of a stay, with their terms. */
function Lowest({ scene, offer, page }: PageProps & { offer: HotelOffer }) {
  const { say, at, visit } = scene
  const options = lowestOptions(scene, offer, page)
  if (options.length === 0 || !at.checkin) return null
  const names = options.map(({ roomCode, boardCode }) => {
    const room = page.rooms.find((each) => each.roomCode === roomCode)
    const name = say.called(room, room?.name ?? roomCode)
    return boardCode ? `${name}, ${say.board(boardCode, page.boards)}` : name
  })
  const today = todayAt(page, visit)
  const terms = options.map((option) => option.terms)
  const free = areFree(say, terms, { checkin: at.checkin, today })
    ? undefined
    : freeText(scene, page, today)
  return (
    <>
      <span>{names.join(' + ')}</span>
      <TermsLines say={say} terms={terms} checkin={at.checkin} today={today} />
      {free && (
        <span class="line yes">
          <Icon name="check" />
          <span>{free}</span>
        </span>
      )}
    </>
  )
}

/** Returns until when cancelling is free at a higher price; undefined where a party has no such option. */
function freeText(
  { say, at }: StayScene,
  page: HotelPage,
  today: CalendarDate,
): string | undefined {
  const parties = at.parties.length
  const dates = { checkin: at.checkin!, today }
  const isFree = ({ terms }: Option) => areFree(say, [terms], dates)
  const cheapest = at.parties.map((_, party) =>
    optionsFor(page, { party, parties, others: [] })
      .flatMap(({ options }) => options.filter(isFree))
      .toSorted((a, b) => a.totalCents - b.totalCents)
      .at(0),
  )
  if (!cheapest.every(Boolean)) return undefined
  const known = cheapest.map((option) => option!.terms)
  const terms = termsTexts(say, known, dates)
    .map(({ text }) => text)
    .join(' · ')
  // Several parties may want the same last room: their sum is no promise.
  if (parties > 1) return say.word('stay.freeToo', { terms })
  const price = say.money(cheapest[0]!.totalCents, page.currency)
  return say.word('stay.freeFrom', { terms, price })
}

function Price({
  scene,
  offer,
  page,
}: {
  scene: StayScene
  offer: HotelOffer
  page: HotelPage | null
}) {
  const { say, at } = scene
  const { word } = say
  if (!at.checkin || !at.checkout) return <span class="dim small">{word('stay.chooseDates')}</span>
  const { lowestTotalCents: cents, currency } = offer
  if (isTooLarge(at, offer))
    return <span class="small">{tooLargeText(say, at, page ?? offer)}</span>
  if (cents === null || cents === undefined) return <strong>{word('stay.soldOut')}</strong>
  const left = page ? leftOf(offer, page) : null
  return (
    <>
      <span class="dim small">{stayText(scene)}</span>
      <strong class="price">{say.money(cents, currency)}</strong>
      <span class="dim small">{word('stay.taxesIn')}</span>
      {left !== null && left <= 3 && (
        <strong class="few small">{word('stay.left', { count: left })}</strong>
      )}
    </>
  )
}

/** Returns nights and rooms in a line: `3 nights, 2 rooms`. */
export function stayText({ say: { word }, at }: StayScene): string {
  const { checkin, checkout, parties } = at
  const nights = (Date.parse(checkout ?? '') - Date.parse(checkin ?? '')) / 86_400_000
  const rooms = parties.length > 1 ? [word('facts.roomCount', { count: parties.length })] : []
  return [word('facts.nights', { count: nights }), ...rooms].join(', ')
}

/** Returns how many rooms of the cheapest type are left; null: unknown. */
function leftOf(offer: HotelOffer, page: HotelPage): number | null {
  const roomCode = choicesOf(offer)[0]?.roomCode
  const room = page.rooms.find((each) => each.roomCode === roomCode)
  const quote = room?.quote ?? room?.quotes?.[0]?.quote
  return quote?.available ?? null
}
