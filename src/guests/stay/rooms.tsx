/** @jsxImportSource preact */
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { HotelPage } from '../../http/guests/page-shape.ts'
import { amenityWords, bedWords } from '../lib/content-words.ts'
import type { Speaker } from '../lib/say.ts'
import { Icon } from '../views/parts.tsx'
import { Picture } from '../views/picture.tsx'
import { addressOf } from './address.ts'
import type { OtherDates } from './nearest.tsx'
import { type Option, optionsFor, type RoomOptions } from './options.ts'
import { datesText, partyText, TermsLines, textIn } from './pieces.tsx'
import { isTooLarge, refusalText } from './refusal.ts'
import { stayText } from './result.tsx'
import { bookPath, hotelPath, type StayScene, todayAt } from './scene.ts'
import { roomName } from './your-stay.tsx'

/** Options of a room type that stand side by side; further ones open below. */
const BESIDE = 3
const AMENITIES = 6

type RoomsProps = {
  scene: StayScene
  page: HotelPage
  /** The nearest dates of room types that these dates refuse, by code. */
  nearest: ReadonlyMap<string, OtherDates>
}

/** The room types of a hotel, with dates the options of the party whose room is chosen next. */
export function Rooms({ scene, page, nearest }: RoomsProps) {
  const { say, at } = scene
  const { word } = say
  const isDated = at.checkin !== null && at.checkout !== null
  const parties = at.parties.length
  const party = Math.min(at.choices.length, parties - 1)
  const others = at.choices.filter((_, index) => index !== party)
  const rooms = optionsFor(page, { party, parties, others })
  const today = todayAt(page, scene.visit)
  return (
    <section id="rooms" class="stack" aria-labelledby="rooms-title">
      <h2 id="rooms-title">
        {parties > 1 && isDated
          ? word('hotel.roomOf', {
              ...{ count: party + 1, all: parties },
              party: partyText(say, at.parties[party]!),
            })
          : word(isDated ? 'hotel.rooms.dated' : 'hotel.rooms', {
              nights: isDated ? stayText(scene) : '',
            })}
      </h2>
      {!isDated && <p class="dim">{word('hotel.chooseDates')}</p>}
      {rooms.map((room) => (
        <RoomCard {...{ scene, page, nearest, room, party, today }} />
      ))}
    </section>
  )
}

type ChoiceProps = RoomsProps & { party: number; today: CalendarDate }
type RoomProps = ChoiceProps & { room: RoomOptions }

function RoomCard({ room: { room, options, left, reason }, ...choice }: RoomProps) {
  const { scene, page } = choice
  const { say, at } = scene
  const { word } = say
  const about = textIn(say, room.translations, 'description', room.description)
  const [photo] = room.photos
  const isDated = at.checkin !== null && at.checkout !== null
  const shown = options.slice(0, BESIDE)
  const further = options.slice(BESIDE)
  return (
    <article class="card room">
      <div class="top">
        {photo && (
          <div class="picture">
            <Picture photo={photo} say={say} />
          </div>
        )}
        <div class="about">
          <h3>{say.called(room, room.name)}</h3>
          <RoomFacts say={say} room={room} />
          {about && (
            <p class="small" lang={about.lang}>
              {about.text}
            </p>
          )}
          {isDated && left !== null && left > 0 && left <= 3 && (
            <strong class="few small">{word('stay.left', { count: left })}</strong>
          )}
        </div>
      </div>
      {isDated && options.length === 0 && !isTooLarge(at, page) && (
        <p class="against">{refusalText(say, reason, left)}</p>
      )}
      <OtherDatesOf scene={scene} page={page} dates={choice.nearest.get(room.roomCode)} />
      {shown.length > 0 && (
        <div class="options" data-count={shown.length}>
          {shown.map((option) => (
            <OptionCard option={option} {...choice} />
          ))}
        </div>
      )}
      {further.length > 0 && (
        <details class="further">
          <summary>{word('hotel.furtherRates', { count: further.length })}</summary>
          <div class="options" data-count={Math.min(further.length, BESIDE)}>
            {further.map((option) => (
              <OptionCard option={option} {...choice} />
            ))}
          </div>
        </details>
      )}
    </article>
  )
}

type OtherDatesProps = Pick<RoomsProps, 'scene' | 'page'> & { dates: OtherDates | undefined }

/** Leads to the nearest dates on which a refused room type is to be had. */
function OtherDatesOf({ scene: { say, at }, page, dates }: OtherDatesProps) {
  if (!dates) return null
  const href = addressOf(hotelPath(page.slug), at, { ...dates, choices: [], month: null })
  return (
    <p class="nearest small">
      <span>{say.word('against.nearest')}</span>
      <a class="button small" href={href} rel="nofollow">
        {datesText(say, { ...at, ...dates })}
      </a>
    </p>
  )
}

function RoomFacts({ say, room }: { say: Speaker; room: HotelPage['rooms'][number] }) {
  const { sizeM2, beds, amenities, maxOccupancy } = room
  const { word } = say
  const bedText = beds.map(({ kind, count }) => `${count} × ${say.pick(bedWords(kind))}`).join(', ')
  const named = amenities.slice(0, AMENITIES).map((each) => say.pick(amenityWords(each)))
  return (
    <p class="facts-line dim small">
      {[
        sizeM2 && `${say.number(sizeM2)} m²`,
        bedText,
        word('hotel.sleeps', { count: maxOccupancy }),
        ...named,
      ]
        .filter(Boolean)
        .map((fact) => (
          <span>{fact}</span>
        ))}
    </p>
  )
}

type OptionProps = ChoiceProps & { option: Option }

/** A rate of a room type, said in words, with its price of the whole stay and its button. */
function OptionCard({ scene, page, option, party, today }: OptionProps) {
  const { say, at } = scene
  const { word } = say
  const { roomCode, rateCode, boardCode, rate, totalCents, terms } = option
  if (!at.checkin) return null
  const choices = [...at.choices.slice(0, party), { roomCode, rateCode, boardCode }]
  const isLast = choices.length === at.parties.length
  const href = (path: string) => addressOf(path, at, { choices, month: null })
  // The rooms of the next party are far down on a telephone.
  const next = isLast ? href(bookPath(page.slug)) : `${href(hotelPath(page.slug))}#rooms`
  const title = boardCode ? say.board(boardCode, page.boards) : word('hotel.roomAlone')
  return (
    <div class="option">
      <strong>{title}</strong>
      {rate && rateCode !== 'STD' && <span class="dim small">{say.called(rate, rate.name)}</span>}
      <TermsLines say={say} terms={[terms]} checkin={at.checkin} today={today} />
      <span class="line">
        <Icon name="check" />
        <span>{word('hotel.payThere')}</span>
      </span>
      <p class="price">
        {say.money(totalCents, page.currency)}
        <small class="dim">{word('hotel.allNights', { nights: stayTextOfRoom(scene) })}</small>
      </p>
      <a class="button wide" href={next} rel="nofollow">
        {word('hotel.choose')}
        <span class="sr-only"> {roomName(scene, page, option)}</span>
      </a>
    </div>
  )
}

const stayTextOfRoom = (scene: StayScene) =>
  stayText({ ...scene, at: { ...scene.at, parties: [''] } })
