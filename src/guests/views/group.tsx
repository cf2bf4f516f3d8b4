/** @jsxImportSource preact */

import { sumTaxes } from '../../domain/rates/tax.ts'
import type { BookingRecord, GuestBooking } from '../../http/guests/page-shape.ts'
import type { Speaker } from '../lib/say.ts'
import { isStanding } from '../lib/standing.ts'
import { ARRIVALS_DIFFER, arrivalOf } from './arrival.tsx'
import { FactList, guestFacts, Paid, roomText, stayFacts, taxText } from './facts.tsx'
import { type BookingScene, Press } from './parts.tsx'

/** A reservation of several stays, opened by its own code. */
export type GroupFound = GuestBooking & { group: NonNullable<GuestBooking['group']> }

/** True if the page shows a whole reservation of several stays. */
export const isGroup = (found: GuestBooking): found is GroupFound => found.group !== null

/** Returns the place and the room type of a stay in a line. */
export const stayTitle = (say: Speaker, found: GuestBooking): string =>
  `${found.record.group!.position}. ${roomText(say, found)}`

/** A reservation of several stays: its code, its guest and its sums. */
export function GroupFacts({ say, found }: { say: Speaker; found: GroupFound }) {
  const { word } = say
  return (
    <section class="card" aria-labelledby="whole">
      <h2 id="whole">{word('group.title')}</h2>
      <p>
        <span class="dim">{word('facts.code')}</span>{' '}
        <strong class="code">{found.group.code}</strong>
      </p>
      <FactList facts={[...arrivalFacts(say, found), ...guestFacts(say, found)]} />
      <GroupSums say={say} found={found} />
    </section>
  )
}

/** The time of arrival, if it is the same for all stays; one that differs stands with its stay. */
function arrivalFacts({ word }: Speaker, found: GroupFound): [string, string][] {
  const known = arrivalOf(found)
  return known === '' || known === ARRIVALS_DIFFER ? [] : [[word('facts.arrival'), known]]
}

/** The stays of a reservation, each with the way to its own page. */
export function GroupStays({ say, opened, found }: BookingScene & { found: GroupFound }) {
  return (
    <div class="half below">
      {found.group.bookings.map((record) => (
        <Stay say={say} opened={opened} found={{ ...found, record }} />
      ))}
    </div>
  )
}

function GroupSums({ say, found }: { say: Speaker; found: GroupFound }) {
  const { word } = say
  const { group, hotel } = found
  const { currency, penaltyCents, bookings } = group
  const money = (cents: number) => say.money(cents, currency)
  const standing = bookings.filter((each) => isStanding(each) || each.status === 'completed')
  const taxes = sumTaxes(standing.flatMap((each) => [each.taxes, each.extrasTaxes]))
  const isOfAgency = found.record.source.type === 'agency'
  return (
    <>
      <dl class="facts total">
        {penaltyCents !== null && standing.length > 0 && (
          <div>
            <dt>{word('facts.fee')}</dt>
            <dd>{money(penaltyCents)}</dd>
          </div>
        )}
        <div>
          <dt>{word(totalWord(standing.length > 0, isOfAgency))}</dt>
          <dd>{money(group.payableCents)}</dd>
        </div>
        <Paid say={say} owedCents={group.payableCents} bookings={bookings} />
      </dl>
      {taxes.length > 0 && (
        <p class="dim small">
          {word('facts.taxes')}: {taxText(say, taxes, currency, hotel)}
        </p>
      )}
    </>
  )
}

function totalWord(stands: boolean, isOfAgency: boolean) {
  if (!stands) return 'facts.penalty'
  return isOfAgency ? 'facts.agency' : 'facts.total'
}

function Stay({ say, opened, found }: BookingScene) {
  const { word } = say
  const { record } = found
  const { status, currency, totalPriceCents, penaltyCents, group } = record
  const hasFee = penaltyCents !== null
  const price = [
    word(hasFee ? 'facts.fee' : 'facts.price'),
    say.money(penaltyCents ?? totalPriceCents, currency),
  ] as const
  const id = `stay-${group!.position}`
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{stayTitle(say, found)}</h2>
      {status !== 'confirmed' && <p class="dim">{stateText(say, record)}</p>}
      <FactList facts={[...stayFacts(say, found), price]} />
      <Press act="see" opened={{ ...opened, code: record.code }} look="small">
        {word('group.open', { count: group!.position })}
      </Press>
    </section>
  )
}

const stateText = ({ word }: Speaker, { status }: BookingRecord): string =>
  word(status === 'confirmed' || status === 'pending' ? 'group.held' : `state.${status}`)
