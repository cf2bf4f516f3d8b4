/** @jsxImportSource preact */
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type {
  HotelPage,
  ListPage,
  PageAnswer,
  PriceCalendar,
  Problem,
  PublicReview,
  Visit,
} from '../../http/guests/page-shape.ts'
import { Note } from '../views/parts.tsx'
import { isFormQuery, stayParameters, WRONG_AGES } from './address.ts'
import { CutNote, StayBar } from './bar.tsx'
import { monthOf, PriceMonth } from './calendar.tsx'
import { hotelFacts } from './facts-for-engines.ts'
import { writeStayPage, writeTrouble } from './frame.tsx'
import { Gallery } from './gallery.tsx'
import { listNearest, listNearestOfRooms, NearestDates, type OtherDates } from './nearest.tsx'
import { canTake } from './options.ts'
import { Rating, Stars, textIn } from './pieces.tsx'
import { isTooLarge, isTooLong, stayProblem, tooLargeText, tooManyText } from './refusal.ts'
import { Rooms } from './rooms.tsx'
import { hotelPath, redirectForm, type StayScene, sceneOf, todayAt } from './scene.ts'
import { Amenities, Foot, HouseRules, Reviews, Where } from './sections.tsx'
import { SumBar, YourStay } from './your-stay.tsx'

const REVIEWS = 6

/** Answers `/stay/:slug`: a hotel with its rooms, and with dates their prices. */
export async function hotelPage(visit: Visit): Promise<PageAnswer> {
  const scene = sceneOf(visit)
  const { at } = scene
  const slug = visit.slug ?? ''
  if (visit.problem) return writeTrouble(scene, visit.problem)
  const isWrong = at.wrongAges.size > 0
  if (isFormQuery(visit.query) && !isWrong)
    return redirectForm(hotelPath(slug), { ...at, choices: [] }, visit)
  const path = `/v1/hotels/${encodeURIComponent(slug)}`
  const asked = isWrong
    ? { problem: WRONG_AGES }
    : await visit.ask<HotelPage>('GET', `${path}?${stayParameters(at)}`)
  // Dates that the hotel refuses still show the hotel, with the reason.
  const { value: page, problem } =
    asked.problem?.status === 422 ? await visit.ask<HotelPage>('GET', path) : asked
  if (!page) return writeTrouble(scene, problem)
  const isDenied = !asked.problem && needsOtherDates(scene, page)
  const month = monthOf(at, todayAt(page, visit))
  const parties = new URLSearchParams(at.parties.map((party) => ['party', party]))
  const range = `from=${month.from}&to=${month.to}`
  const isOffered = !asked.problem && !isDenied && !isTooLarge(at, page)
  const [calendar, reviews, nearest, nearestOfRooms, isListed] = await Promise.all([
    // Prices of a party that is not clear yet would be another one's.
    isWrong
      ? { value: null }
      : visit.ask<PriceCalendar>('GET', `${path}/calendar?${range}&${parties}`),
    visit.ask<ListPage<PublicReview>>('GET', `${path}/reviews?limit=${REVIEWS}`),
    isDenied && !isTooLarge(at, page) ? listNearest(visit, at, page) : [],
    isOffered ? listNearestOfRooms(visit, at, page) : new Map(),
    visit.isListed(page.slug),
  ])
  const answer = writeHotel(scene, {
    page,
    problem: asked.problem,
    calendar: calendar.value ?? null,
    reviews: reviews.value?.items ?? [],
    ...{ nearest, nearestOfRooms, isListed, isDenied },
  })
  const denials = isDenied ? [{ slug: page.slug, kind: 'denials' } as const] : []
  return { ...answer, counted: [{ slug: page.slug, kind: 'views' }, ...denials] }
}

const needsOtherDates = ({ at }: StayScene, page: HotelPage): boolean =>
  at.checkin !== null && at.checkout !== null && !canTake(page, at.parties.length)

type HotelParts = {
  page: HotelPage
  problem: Problem | undefined
  calendar: PriceCalendar | null
  reviews: PublicReview[]
  nearest: OtherDates[]
  /** The nearest dates of room types that these dates refuse, by code. */
  nearestOfRooms: ReadonlyMap<string, OtherDates>
  isListed: boolean
  /** True if the hotel has nothing for the parties on the dates. */
  isDenied: boolean
}

function writeHotel(scene: StayScene, parts: HotelParts): PageAnswer {
  const { say, at, visit } = scene
  const { page, problem, calendar, reviews, nearest, isListed, isDenied } = parts
  // Dates that are refused stand in their fields alone: nothing has a price on them.
  const undated = { ...at, checkin: null, checkout: null, choices: [] }
  const shown = problem ? { ...scene, at: undated } : scene
  const today: CalendarDate = todayAt(page, visit)
  const about = textIn(say, page.translations, 'description')
  const noRoom = tooManyText(say, at, page)
  const tooMany = isTooLarge(at, page) ? null : noRoom
  const isTooMany = noRoom !== null || at.parties.length > page.webMaxRooms
  const place = `${page.address}, ${say.called(page.city, page.city.name)}`
  return writeStayPage(scene, {
    title: say.word('hotel.title', { city: say.called(page.city, page.city.name) }),
    path: hotelPath(page.slug),
    hotel: page,
    ...{ problem, isHidden: !isListed },
    description: about?.text.slice(0, 160) ?? place,
    data: hotelFacts(scene, page),
    body: (
      <>
        <Gallery say={say} photos={page.photos} />
        <div class="two">
          <div class="stack">
            <div class="title">
              <Stars stars={page.stars} say={say} />
              <h1>{page.name}</h1>
              <Rating say={say} of={page} />
              <span class="dim">{place}</span>
            </div>
            {about && (
              <p class="text" lang={about.lang}>
                {about.text}
              </p>
            )}
            <Amenities say={say} page={page} />
          </div>
          <aside class="card stick" aria-label={say.word('hotel.stay')} id="stay">
            <h2>{say.word('hotel.stay')}</h2>
            <StayBar
              {...{ say, at, today }}
              path={hotelPath(page.slug)}
              isRefused={problem !== undefined || isDenied}
            />
            <PriceMonth {...{ scene, page, calendar, today }} isTooMany={isTooMany} />
            <YourStay scene={shown} page={page} />
          </aside>
          <div class="stack">
            {problem && !isTooLong(problem, at, page) && (
              <Note tone="bad">{stayProblem(say, problem)}</Note>
            )}
            <CutNote say={say} at={at} />
            {isTooLarge(at, page) && <Note tone="bad">{tooLargeText(say, at, page)}</Note>}
            {tooMany && <Note tone="bad">{tooMany}</Note>}
            {visit.query.has('missing') && <Note tone="bad">{say.word('book.incomplete')}</Note>}
            <NearestDates scene={scene} page={page} nearest={nearest} />
            <Rooms scene={shown} page={page} nearest={parts.nearestOfRooms} />
            <Reviews say={say} page={page} reviews={reviews} />
            <HouseRules say={say} page={page} />
            <Where say={say} page={page} />
          </div>
        </div>
        <Foot say={say} page={page} />
        <SumBar scene={shown} page={page} />
      </>
    ),
  })
}
