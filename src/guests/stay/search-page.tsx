/** @jsxImportSource preact */
import { HOTEL_AMENITIES, type HotelAmenity } from '../../domain/catalog/hotel-amenities.ts'
import { type CalendarDate, dateIn } from '../../domain/kernel/date.ts'
import type {
  CityEntry,
  HotelOffer,
  HotelPage,
  ListPage,
  PageAnswer,
  Problem,
  Visit,
} from '../../http/guests/page-shape.ts'
import { Icon, Note } from '../views/parts.tsx'
import {
  addressOf,
  isDated,
  isFormQuery,
  partyOf,
  type StayAddress,
  stayParameters,
  WRONG_AGES,
} from './address.ts'
import { CutNote, StayBar } from './bar.tsx'
import { writeStayPage, writeTrouble } from './frame.tsx'
import { centsOf, MostPaid } from './most-paid.tsx'
import { inPast, stayProblem } from './refusal.ts'
import { type FoundHotel, Result } from './result.tsx'
import { redirectForm, type StayScene, sceneOf, todayAt } from './scene.ts'

/** Hotels of a page: each is shown with a picture and its terms. */
const RESULTS = 12
const CITIES = 100
/** The amenities that a press on one chip asks for. */
const WANTED: HotelAmenity[] = ['pool', 'beach', 'parking', 'spa', 'pets']
const SORTS = ['price', 'rating', 'stars'] as const

/** Answers `/stay`: finds hotels by words, dates and parties. */
export async function searchPage(visit: Visit): Promise<PageAnswer> {
  const scene = sceneOf(visit)
  const { at } = scene
  if (visit.problem) return writeTrouble(scene, visit.problem)
  const isWrong = at.wrongAges.size > 0
  if (isFormQuery(visit.query) && !isWrong)
    return redirectForm('/stay', { ...at, cursor: null }, visit)
  const [cities, found] = await Promise.all([
    visit.ask<ListPage<CityEntry>>('GET', `/v1/cities?limit=${CITIES}`),
    isWrong ? { hotels: [], nextCursor: null, problem: WRONG_AGES } : findHotels(visit, at),
  ])
  const answer = writeSearch(scene, { cities: cities.value?.items ?? [], ...found })
  const isSearch = at.q !== '' || at.checkin !== null
  const shown = isSearch ? found.hotels : []
  return { ...answer, counted: shown.map(({ offer: { slug } }) => ({ slug, kind: 'searches' })) }
}

type Found = { hotels: FoundHotel[]; nextCursor: string | null; problem?: Problem | undefined }

async function findHotels(visit: Visit, at: StayAddress): Promise<Found> {
  const query = stayParameters(at)
  if (at.q) query.set('q', at.q)
  for (const star of at.stars) query.append('stars', star)
  if (at.amenities.length > 0) query.set('amenities', at.amenities.join())
  for (const name of ['board', 'sort', 'cursor'] as const) if (at[name]) query.set(name, at[name])
  const { max, currency } = at
  if (max !== null && isDated(at)) query.set('maxPriceCents', String(centsOf(max, currency)))
  if (currency) query.set('currency', currency)
  query.set('limit', String(RESULTS))
  const { value, problem } = await visit.ask<ListPage<HotelOffer>>('GET', `/v1/hotels?${query}`)
  const isPast = problem?.errors?.[0]?.code === 'date_in_past'
  const isNone = value?.items.length === 0 && !at.cursor
  if (isPast || (isNone && isDated(at) && at.checkin! < firstDay(visit, [])))
    return { hotels: [], nextCursor: null, problem: inPast(firstDay(visit, [])) }
  if (problem) return { hotels: [], nextCursor: null, problem }
  const stay = stayParameters(at)
  const hotels = value.items.map(async (offer) => {
    const address = `/v1/hotels/${encodeURIComponent(offer.slug)}?${stay}`
    return { offer, page: (await visit.ask<HotelPage>('GET', address)).value ?? null }
  })
  return { hotels: await Promise.all(hotels), nextCursor: value.nextCursor }
}

/** Returns the first day that can be booked: the earliest today of the hotels shown, without any that of UTC. */
function firstDay(visit: Visit, hotels: readonly FoundHotel[]): CalendarDate {
  const days = hotels.flatMap(({ page }) => (page ? [todayAt(page, visit)] : []))
  return days.sort().at(0) ?? dateIn('UTC', visit.nowMs)
}

function writeSearch(scene: StayScene, found: Found & { cities: CityEntry[] }): PageAnswer {
  const { say, at, visit } = scene
  const { word } = say
  const { cities, hotels, nextCursor, problem } = found
  const today = firstDay(visit, hotels)
  const isOpen = !at.q && !at.checkin
  const title = problem ? word('stay.hotels') : titleOf(scene, hotels.length, nextCursor !== null)
  return writeStayPage(scene, {
    title: isOpen ? word('stay.title') : title,
    path: '/stay',
    description: word('stay.description'),
    problem,
    body: (
      <>
        {isOpen && <h1>{word('stay.title')}</h1>}
        <StayBar say={say} at={at} path="/stay" {...{ today, cities }} isRefused={!!problem} />
        {problem && <Note tone="bad">{stayProblem(say, problem)}</Note>}
        <CutNote say={say} at={at} />
        <details class="fold filters" id="filters">
          <summary>{filtersText(scene)}</summary>
          <Filters {...scene} />
          <div class="sorting">
            {isDated(at) && !problem && (
              <MostPaid say={say} at={at} currencies={hotels.map(({ offer }) => offer.currency)} />
            )}
            <Sorts {...scene} />
          </div>
        </details>
        {isOpen ? <h2>{title}</h2> : <h1>{title}</h1>}
        {hotels.length > 0 && <p class="dim small">{word('stay.order')}</p>}
        <ul class="results">
          {hotels.map((each, index) => (
            <Result scene={scene} found={each} isFirst={index === 0} />
          ))}
        </ul>
        {hotels.length === 0 && !problem && <Nothing {...scene} />}
        {nextCursor && (
          <a class="button wide" href={addressOf('/stay', at, { cursor: nextCursor })} rel="next">
            {word('stay.further')}
          </a>
        )}
        {isOpen && (
          <footer class="foot dim small">
            <a href="/panel">{word('stay.hotels.in')}</a>
          </footer>
        )}
      </>
    ),
  })
}

/** Returns the heading: how many hotels, where and when. */
function titleOf({ say, at }: StayScene, count: number, isMore: boolean): string {
  const { word } = say
  const dates = at.checkin && at.checkout ? say.range(at.checkin, at.checkout) : ''
  const hotels = isMore || at.cursor ? word('stay.hotels') : word('stay.count', { count })
  return [at.q ? word('stay.found', { hotels, place: at.q }) : hotels, dates]
    .filter(Boolean)
    .join(', ')
}

/** Returns the heading of the filters, with how many are on. */
function filtersText({ say: { word }, at }: StayScene): string {
  const lists = [at.stars, at.amenities].filter(({ length }) => length > 0)
  const ons = [...lists, at.board, at.max].filter((each) => each !== null)
  const count = ons.length + Math.max(0, at.amenities.length - 1)
  return count > 0 ? word('stay.filters.on', { count }) : word('stay.filters')
}

/** The filters as links, so that a press needs no second one; the chosen ones are pressed again to drop them. */
function Filters({ say, at }: StayScene) {
  const { word } = say
  const isHigh = at.stars.length > 0
  const isBreakfast = at.board === 'BB'
  const to = (changes: Partial<StayAddress>) => changedAt(at, changes)
  return (
    <nav class="chips" aria-label={word('stay.filters')} data-swap>
      <Chip href={to({ stars: isHigh ? [] : ['4', '5'] })} isOn={isHigh}>
        {word('stay.highStars')}
      </Chip>
      <Chip href={to({ board: isBreakfast ? null : 'BB' })} isOn={isBreakfast}>
        {word('stay.breakfast')}
      </Chip>
      {WANTED.map((code) => {
        const isOn = at.amenities.includes(code)
        const others = at.amenities.filter((each) => each !== code)
        return (
          <Chip href={to({ amenities: isOn ? others : [...others, code] })} isOn={isOn}>
            {HOTEL_AMENITIES[code].name[say.language]}
          </Chip>
        )
      })}
    </nav>
  )
}

/** The orders as links; by the total only where there is one. */
function Sorts({ say: { word }, at }: StayScene) {
  const hasTotals = isDated(at)
  const chosen = at.sort ?? (hasTotals ? 'price' : 'rating')
  return (
    <nav class="sorts" aria-label={word('stay.sort')} data-swap>
      {SORTS.filter((sort) => sort !== 'price' || hasTotals).map((sort) => (
        <Chip href={changedAt(at, { sort })} isOn={sort === chosen}>
          {word(`stay.sort.${sort}`)}
        </Chip>
      ))}
    </nav>
  )
}

/** Returns the address of the first page of a changed search. */
const changedAt = (at: StayAddress, changes: Partial<StayAddress>) =>
  addressOf('/stay', at, { cursor: null, choices: [], ...changes })

function Chip({ href, isOn, children }: { href: string; isOn: boolean; children: string }) {
  return (
    <a class={isOn ? 'chip on' : 'chip'} href={href} {...(isOn && { 'aria-current': 'true' })}>
      {isOn && <Icon name="check" />}
      {children}
    </a>
  )
}

const UNFILTERED = { stars: [], amenities: [], board: null, max: null, currency: null }

function nothingWord({ checkin, max }: StayAddress) {
  if (!checkin) return 'stay.nothing' as const
  return max === null ? ('stay.nothing.dates' as const) : ('stay.nothing.max' as const)
}

/** Says that nothing was found, and what may help. */
function Nothing({ say, at }: StayScene) {
  const { word } = say
  const isLarge = at.parties.some(
    (party) => party.split(',').length + partyOf(party).adults - 1 > 4,
  )
  const isFiltered =
    at.stars.length + at.amenities.length > 0 || at.board !== null || at.max !== null
  return (
    <section class="card">
      <p>{word(nothingWord(at))}</p>
      {isLarge && <p>{word('stay.nothing.split')}</p>}
      <div class="buttons">
        {isFiltered && (
          <a class="button" href={addressOf('/stay', at, UNFILTERED)}>
            {word('stay.unfilter')}
          </a>
        )}
        {at.q && (
          <a class="button" href={addressOf('/stay', at, { q: '' })}>
            {word('stay.everywhere')}
          </a>
        )}
      </div>
    </section>
  )
}
