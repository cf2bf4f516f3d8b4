/** @jsxImportSource preact */
import { extraOf } from '../../domain/extras/extra.ts'
import { rateOf, STD } from '../../domain/rates/rate.ts'
import { sumTaxes } from '../../domain/rates/tax.ts'
import type { GuestBooking } from '../../http/guests/page-shape.ts'
import type { IconName } from '../lib/icons.ts'
import type { Speaker } from '../lib/say.ts'
import { type BookingScene, Icon, telephone } from './parts.tsx'

type Fact = readonly [name: string, value: string]

/** The facts of a booking: code, rooms, price and terms. */
export function Facts({ say, found }: BookingScene) {
  const { word } = say
  const { record } = found
  return (
    <section class="card" aria-label={word('page.title')}>
      <p>
        <span class="dim">{word('facts.code')}</span> <strong class="code">{record.code}</strong>
      </p>
      <FactList facts={factsOf(say, found)} />
      <dl class="facts total">
        <div>
          <dt>{totalName(say, found)}</dt>
          <dd>{say.money(owedOf(record), record.currency)}</dd>
        </div>
        <Paid say={say} owedCents={owedOf(record)} bookings={[record]} />
      </dl>
      {record.penaltyCents === null && record.taxes.length > 0 && (
        <p class="dim small">
          {word('facts.taxes')}: {taxesOf(say, found)}
        </p>
      )}
    </section>
  )
}

type PaidProps = { say: Speaker; owedCents: number; bookings: GuestBooking['record'][] }

/** The sum that the hotel has noted as paid, and the rest of what is owed; nothing where nothing was paid. */
export function Paid({ say, owedCents, bookings }: PaidProps) {
  const paidCents = bookings.reduce((sum, { payment }) => sum + (payment?.paidCents ?? 0), 0)
  if (paidCents === 0) return null
  const { currency } = bookings[0]!
  const leftCents = owedCents - paidCents
  return (
    <>
      <div>
        <dt>{say.word('facts.paid')}</dt>
        <dd>{say.money(paidCents, currency)}</dd>
      </div>
      <div>
        <dt>{say.word(leftCents < 0 ? 'facts.refund' : 'facts.left')}</dt>
        <dd>{say.money(Math.abs(leftCents), currency)}</dd>
      </div>
    </>
  )
}

/** Facts, one a row. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns the rooms of a booking in a line: `2 × Deluxe, sea view`. */
export function roomText(say: Speaker, { record, rooms }: GuestBooking): string {
  const room = rooms.find(({ roomCode }) => roomCode === record.roomCode)
  const name = say.called(room, record.roomName)
  return record.rooms > 1 ? `${record.rooms} × ${name}` : name
}

/** Returns the rooms and dates of a booking in a line. */
export const stayText = (say: Speaker, found: GuestBooking): string =>
  `${roomText(say, found)}, ${say.range(found.record.checkin, found.record.checkout)}`

/** Returns what a booking costs: of a hold that has run out what it would have cost. */
const owedOf = ({ status, payableCents, ...record }: GuestBooking['record']): number =>
  status === 'cancelled' || status === 'no_show'
    ? payableCents
    : (record.penaltyCents ?? record.totalPriceCents + record.extrasTotalCents)

/** The facts of a booking alone: of its stay and of its guest. */
const factsOf = (say: Speaker, found: GuestBooking): Fact[] => [
  ...roomFacts(say, found),
  ...guestFacts(say, found),
]

/** Returns the facts of a stay and its room type, without its guest. */
export const roomFacts = (say: Speaker, found: GuestBooking): Fact[] => [
  [say.word('facts.rooms'), roomText(say, found)],
  ...stayFacts(say, found),
]

/** Returns the facts of a stay, without its room type and its guest. */
export function stayFacts(say: Speaker, found: GuestBooking): Fact[] {
  const { word } = say
  const { record, rates, boards, today } = found
  const { boardCode, rateCode, status, guestNames } = record
  const isStanding = status === 'pending' || status === 'confirmed'
  const nights = word('facts.nights', { count: record.nights })
  const names = guestNames.map(({ firstName, lastName }) => `${firstName} ${lastName}`)
  return factsWith([
    [word('facts.dates'), `${say.range(record.checkin, record.checkout)}, ${nights}`],
    [word('facts.party'), partyText(say, found)],
    [word('facts.names'), names.join(', ')],
    [word('facts.board'), boardCode && say.board(boardCode, boards)],
    [word('facts.rate'), rateCode !== STD && say.called(rateOf(rates, rateCode), record.rateName)],
    [word('facts.arrival'), record.arrivalTime],
    [word('facts.terms'), isStanding && say.terms(record, today)],
    [word('facts.extras'), extrasText(say, found)],
  ])
}

/** Returns the facts of the guest of a booking, and how it is proven. */
export function guestFacts(say: Speaker, { record }: GuestBooking): Fact[] {
  const { word } = say
  const { guest, company, specialRequests, status } = record
  const isStanding = status === 'pending' || status === 'confirmed'
  return factsWith([
    [word('facts.name'), guest && `${guest.firstName} ${guest.lastName}`],
    [word('know.email'), guest?.email ?? null],
    [word('facts.company'), company && companyText(company)],
    [word('facts.wishes'), specialRequests],
    [word('facts.proof'), isStanding && record.proof !== 'none' && word(`proof.${record.proof}`)],
  ])
}

const factsWith = (facts: (readonly [string, string | null | false])[]): Fact[] =>
  facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []))

const companyText = (company: NonNullable<GuestBooking['record']['company']>) =>
  [company.name, company.taxOffice, company.taxNumber, company.address].filter(Boolean).join(', ')

function extrasText(say: Speaker, { record, extras }: GuestBooking): string {
  return record.extras
    .map(({ code, name, quantity, totalCents }) => {
      const called = say.called(extraOf(extras, code), name)
      return `${quantity} × ${called}, ${say.money(totalCents, record.currency)}`
    })
    .join('; ')
}

/** Returns the guests of a booking in a line: `2 adults, 1 child (aged 7)`. */
export function partyText({ word }: Speaker, { record }: GuestBooking): string {
  const { adults, children, childAges } = record
  const parts = [word('facts.adults', { count: adults })]
  const ages = childAges?.length ? ` (${word('facts.ages', { ages: childAges.join(', ') })})` : ''
  if (children > 0) parts.push(word('facts.children', { count: children }) + ages)
  return parts.join(', ')
}

function totalName({ word }: Speaker, { record }: GuestBooking): string {
  if (record.penaltyCents !== null) return word('facts.penalty')
  if (record.status === 'completed') return word('facts.price')
  return word(record.source.type === 'agency' ? 'facts.agency' : 'facts.total')
}

function taxesOf(say: Speaker, { record, hotel }: GuestBooking): string {
  return taxText(say, sumTaxes([record.taxes, record.extrasTaxes]), record.currency, hotel)
}

/** Returns taxes that are contained in an amount, in a line. */
export function taxText(
  say: Speaker,
  taxes: GuestBooking['record']['taxes'],
  currency: string,
  hotel: Pick<GuestBooking['hotel'], 'taxes'>,
): string {
  return taxes
    .map(({ code, name, percentBp, amountCents }) => {
      const known = hotel.taxes.find((tax) => tax.code === code)
      const called = say.called(known, name)
      return `${called} ${say.percent(percentBp)}, ${say.money(amountCents, currency)}`
    })
    .join('; ')
}

/** The hotel's address, times of check-in and check-out, telephone and e-mail. */
export function GoodToKnow({ say, found: { hotel } }: Pick<BookingScene, 'say' | 'found'>) {
  const { word } = say
  const { city, address, checkinTime, checkoutTime, phone, email } = hotel
  const facts: [IconName, string, string | null, href?: string][] = [
    ['arrive', word('know.checkin'), word('know.from', { time: checkinTime })],
    ['leave', word('know.checkout'), word('know.until', { time: checkoutTime })],
    ['place', word('know.address'), `${address}, ${say.called(city, city.name)}`],
    ['phone', word('know.phone'), phone, phone ? telephone(phone) : ''],
    ['mail', word('know.email'), email, `mailto:${email}`],
  ]
  return (
    <section class="card" aria-labelledby="know">
      <h2 id="know">{word('know.title')}</h2>
      <dl class="facts ruled">
        {facts
          .filter(([, , value]) => value)
          .map(([icon, name, value, href]) => (
            <div>
              <dt>
                <Icon name={icon} />
                {name}
              </dt>
              <dd>{href ? <a href={href}>{value}</a> : value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
