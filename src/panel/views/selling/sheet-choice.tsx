import { money, rangeText } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { nameIn } from '../../lib/names.ts'
import { type Line, lineParty } from '../bookings/new/basket.ts'
import { rateText } from '../bookings/new/offers.ts'
import { termsText } from '../rates/text.ts'
import { Stars } from './hotel-row.tsx'
import { type Choice, pricesOf, type SoldOffer } from './offers.ts'

type ChoiceProps = {
  choice: Choice
  number: number
  /** True if the sheet has no other choice. */
  isAlone: boolean
  /** True if the stays of the sheet have different days. */
  hasDays: boolean
}

/** A hotel of the offer sheet: its rooms with their terms, and what they cost together. */
export function PaperChoice({ choice: { hotel, lines }, number, isAlone, hasDays }: ChoiceProps) {
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
        <ul>
          {lines.map((line) => (
            <PaperLine key={line.id} {...{ line, hasDays }} hotel={hotel} />
          ))}
        </ul>
        <p class="sum to-pay">
          <strong>{t('sell.total')}</strong>
          <strong>{money(pricesOf(lines).grossCents, hotel.currency)}</strong>
        </p>
      </div>
    </li>
  )
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
