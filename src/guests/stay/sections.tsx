/** @jsxImportSource preact */
import { HOTEL_AMENITIES } from '../../domain/catalog/hotel-amenities.ts'
import type { HotelPage, PublicReview } from '../../http/guests/page-shape.ts'
import type { Speaker } from '../lib/say.ts'
import { AmenityIcon, telephone } from '../views/parts.tsx'
import { MONTH, oneDigit, textIn } from './pieces.tsx'

/** Amenities that are shown at once, if there are more than fit. */
const AMENITIES = 8
const AMENITIES_MAX = 10

type SectionProps = { say: Speaker; page: HotelPage }

/** The newest reviews of guests who stayed, with the hotel's answers. */
export function Reviews({ say, page, reviews }: SectionProps & { reviews: PublicReview[] }) {
  const { word } = say
  return (
    <section id="reviews" class="stack" aria-labelledby="reviews-title">
      <h2 id="reviews-title">
        {page.rating !== null && <span class="rate">{oneDigit(say, page.rating)}</span>}{' '}
        {page.reviewCount > 0
          ? word('hotel.reviewsBy', { count: page.reviewCount })
          : word('hotel.noReviews')}
      </h2>
      <div class="reviews">
        {reviews.map(({ author, rating, text, createdAt, reply }) => (
          <article class="card">
            <p>
              <strong>{author}</strong>{' '}
              <span class="rate" role="img" aria-label={word('stay.stars', { count: rating })}>
                {rating}
              </span>
              <br />
              <span class="dim small">{say.date(createdAt, MONTH)}</span>
            </p>
            <p class="text">{text}</p>
            {reply && (
              <p class="reply">
                <strong>{page.name}</strong> {reply}
              </p>
            )}
          </article>
        ))}
      </div>
    </section>
  )
}

/** The amenities of the hotel, each with its sign: the first ones, and all others once they are wanted. */
export function Amenities({ say, page }: SectionProps) {
  const { word } = say
  if (page.amenities.length === 0) return null
  const hasFurther = page.amenities.length > AMENITIES_MAX
  const first = hasFurther ? page.amenities.slice(0, AMENITIES) : page.amenities
  const further = page.amenities.slice(first.length)
  return (
    <section class="stack" aria-label={word('hotel.amenities')}>
      <AmenityList say={say} codes={first} />
      {hasFurther && (
        <details class="further">
          <summary>{word('hotel.furtherAmenities', { count: further.length })}</summary>
          <AmenityList say={say} codes={further} />
        </details>
      )}
    </section>
  )
}

const AmenityList = ({ say, codes }: { say: Speaker; codes: HotelPage['amenities'] }) => (
  <ul class="amenities">
    {codes.map((code) => (
      <li>
        <AmenityIcon code={code} />
        {HOTEL_AMENITIES[code].name[say.language]}
      </li>
    ))}
  </ul>
)

/** The house rules: times, what the hotel chose, and what it wrote. */
export function HouseRules({ say, page }: SectionProps) {
  const { word } = say
  const policies = textIn(say, page.translations, 'policies')
  return (
    <section id="rules" class="stack" aria-labelledby="rules-title">
      <h2 id="rules-title">{word('hotel.rules')}</h2>
      <dl class="facts ruled">
        {rulesOf(say, page).map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {policies && (
        <p class="text" lang={policies.lang}>
          {policies.text}
        </p>
      )}
    </section>
  )
}

function rulesOf(say: Speaker, page: HotelPage): [string, string][] {
  const { word } = say
  const { houseRules: rules, currency } = page
  const { pets, petMaxKg, petFee, smoking, childrenFromAge, childrenFreeUpToAge } = rules
  const { depositCents, quietFrom, quietUntil } = rules
  const ofPets = pets && [
    word(`rule.pets.${pets}`),
    petMaxKg !== null && pets !== 'not_allowed' && word('rule.pets.max', { count: petMaxKg }),
    pets !== 'not_allowed' && (petFee[say.language] ?? petFee.en ?? petFee.tr),
  ]
  const ofChildren = [
    childrenFromAge !== null &&
      (childrenFromAge === 0
        ? word('rule.children.any')
        : word('rule.children.from', { count: childrenFromAge })),
    childrenFreeUpToAge !== null && word('rule.children.free', { count: childrenFreeUpToAge }),
  ]
  const deposit =
    depositCents === 0
      ? word('rule.deposit.none')
      : depositCents && say.money(depositCents, currency)
  const rows: [string, (string | null | false | 0)[]][] = [
    [word('know.checkin'), [word('know.from', { time: page.checkinTime })]],
    [word('know.checkout'), [word('know.until', { time: page.checkoutTime })]],
    [word('rule.children'), ofChildren],
    [word('rule.pets'), ofPets || []],
    [word('rule.smoking'), [smoking && word(`rule.smoking.${smoking}`)]],
    [word('rule.quiet'), [quietFrom && quietUntil && `${quietFrom} – ${quietUntil}`]],
    [word('rule.deposit'), [deposit]],
  ]
  return rows.flatMap(([name, parts]): [string, string][] => {
    const value = parts.filter(Boolean).join(', ')
    return value ? [[name, value]] : []
  })
}

/** The way to the hotel: its address and how far places are. */
export function Where({ say, page }: SectionProps) {
  const { word } = say
  const { address, city, distances } = page
  return (
    <section id="where" class="stack" aria-labelledby="where-title">
      <h2 id="where-title">{word('hotel.where')}</h2>
      <p>
        {address}, {say.called(city, city.name)}
      </p>
      {distances.length > 0 && (
        <dl class="facts ruled">
          {distances.map((distance) => (
            <div>
              <dt>{say.called(distance, distance.name)}</dt>
              <dd>{farText(say, distance.metres)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

const farText = (say: Speaker, metres: number): string =>
  metres < 1_000 ? `${say.number(metres)} m` : `${say.number(Math.round(metres / 100) / 10)} km`

/** The hotel's address and how it is reached. */
export function Foot({ say, page }: SectionProps) {
  const { phone, email, name, address, city, licenceNumber } = page
  return (
    <footer class="foot dim small">
      {phone && <a href={telephone(phone)}>{phone}</a>}
      {email && <a href={`mailto:${email}`}>{email}</a>}
      <span>
        {name}, {address}, {say.called(city, city.name)}
      </span>
      {licenceNumber && <span>{say.word('hotel.licence', { number: licenceNumber })}</span>}
    </footer>
  )
}
