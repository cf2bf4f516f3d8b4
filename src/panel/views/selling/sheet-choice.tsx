import type { HotelPage } from '../../../client/call.ts'
import { money, rangeText } from '../../lib/format.ts'
import { language, t } from '../../lib/i18n.ts'
import { nameIn } from '../../lib/names.ts'
import { type Line, lineParty } from '../bookings/new/basket.ts'
import { ExtraLines } from '../bookings/new/basket-card.tsx'
import { rateText } from '../bookings/new/offers.ts'
import { termsText } from '../rates/text.ts'
import { Stars } from './hotel-row.tsx'
import { type Choice, pricesOf, type SoldOffer } from './offers.ts'

type ChoiceProps = {
  choice: Choice
  /** The hotel's page; undefined until it is read, and for a hotel that is off sale. */
  page: HotelPage | undefined
  number: number
  /** True if the sheet has no other choice. */
  isAlone: boolean
  /** True if the stays of the sheet have different days. */
  hasDays: boolean
}

/** Photos beside the first of a hotel that is the only choice. */
const MORE_PHOTOS = 3

/** A hotel of the offer sheet: its description, rooms with their terms, extras, and what they cost together. */
export function PaperChoice({ choice, page, number, isAlone, hasDays }: ChoiceProps) {
  const { hotel, lines } = choice
  const extras = page?.extras ?? []
  const about = aboutOf(page)
  const photos = isAlone ? morePhotosOf(choice, page) : []
  return (
    <li class="paper-choice">
      {hotel.photo && <img src={hotel.photo.url} alt="" />}
      <div>
        {!isAlone && <p class="dim">{t('sell.paper.choice', { number })}</p>}
        <h2>
          <bdi>{hotel.name}</bdi> <Stars of={hotel.stars} />
        </h2>
        <p class="dim">
          {hotel.address}, {nameIn(hotel.city)}
        </p>
        {about && <p class={isAlone ? 'dim' : 'dim is-short'}>{about}</p>}
        {photos.length > 0 && (
          <p class="paper-photos">
            {photos.map(({ url }) => (
              <img key={url} src={url} alt="" />
            ))}
          </p>
        )}
        <ul>
          {lines.map((line) => (
            <PaperLine key={line.id} {...{ line, hasDays }} hotel={hotel} />
          ))}
        </ul>
        <ExtraLines {...{ hotel, lines, extras }} />
        <p class="sum to-pay">
          <strong>{t('sell.total')}</strong>
          <strong>{money(pricesOf(lines, extras).grossCents, hotel.currency)}</strong>
        </p>
      </div>
    </li>
  )
}

/** The first paragraph of a hotel's description, in the page's language if it has one. */
function aboutOf(page: HotelPage | undefined): string | undefined {
  if (!page) return undefined
  const { en, tr } = page.translations
  const own = language.get() === 'tr' ? tr.description : en.description
  return (own ?? en.description ?? tr.description)?.split('\n')[0]
}

/** The first photo of each room type of a choice, then those of the hotel after its first. */
function morePhotosOf({ lines }: Choice, page: HotelPage | undefined) {
  if (!page) return []
  const sold = new Set(lines.map(({ roomCode }) => roomCode))
  const ofRooms = page.rooms.filter(({ roomCode }) => sold.has(roomCode))
  const first = ofRooms.flatMap(({ photos }) => photos.slice(0, 1))
  return [...first, ...page.photos.slice(1)].slice(0, MORE_PHOTOS)
}

function PaperLine({
  line,
  hotel,
  hasDays,
}: Pick<Choice, 'hotel'> & { line: Line<SoldOffer>; hasDays: boolean }) {
  const { rooms, cancellation, checkin, checkout, boardCode } = line
  const room = rooms > 1 ? `${rooms} × ${nameIn(line.room)}` : nameIn(line.room)
  const rate = rateText({ rateName: nameIn(line.rate), boardCode })
  return (
    <li>
      <p class="sum">
        <span>
          <bdi>{room}</bdi>, {lineParty(line)}
        </span>
        <span>{money(line.totalCents * rooms, hotel.currency)}</span>
      </p>
      <p class="dim">
        {[rate, hasDays && rangeText(checkin, checkout)].filter(Boolean).join(' · ')}
      </p>
      {cancellation && <p class="dim">{termsText(cancellation, checkin, hotel.timezone)}</p>}
    </li>
  )
}
