/** @jsxImportSource preact */

import type { GuestBooking, Problem } from '../../http/guests/page-shape.ts'
import { problemText } from '../lib/problem-text.ts'
import type { Speaker } from '../lib/say.ts'
import { isStanding } from '../lib/standing.ts'
import { roomText, stayText } from './facts.tsx'
import type { Page } from './frame.tsx'
import { isGroup } from './group.tsx'
import { type BookingScene, Button, Form, Note, Press, type Scene, Sums } from './parts.tsx'

/**
 * Returns the page of a mailed link, which asks if the booking is the reader's; opening it proves nothing.
 *
 * @param payableCents the new total, if the price has changed
 */
export function provePage(
  scene: BookingScene,
  { problem, payableCents }: { problem?: Problem; payableCents?: number } = {},
): Page {
  const { say, opened, found } = scene
  const { word } = say
  const { record, hotel } = found
  const money = (cents: number) => say.money(cents, record.currency)
  const total = agreedPayable(found)
  const isOther = payableCents !== undefined && payableCents !== total
  return {
    problem,
    title: word('prove.title'),
    hotel,
    body: (
      <div class="narrow">
        {problem && (
          <Note tone="bad">{isOther ? word('prove.price') : problemText(say, problem, found)}</Note>
        )}
        <section class="card">
          <h1>{word('prove.title')}</h1>
          <p class="dim">{aboutText(scene)}</p>
          <Sums
            rows={[
              ...stayRows(say, found),
              ...(isOther ? [[word('prove.was'), money(total)] as const] : []),
            ]}
            sum={[word('facts.total'), money(payableCents ?? total)]}
          />
          <Form act="prove" opened={opened}>
            {(isOther || isGroup(found)) && (
              <input type="hidden" name="payable" value={payableCents ?? total} />
            )}
            <Button look="primary wide big">{word('prove.yes')}</Button>
          </Form>
          <Press
            act={record.status === 'confirmed' ? 'deny' : 'disown'}
            opened={opened}
            look="link wide"
          >
            {word('prove.no')}
          </Press>
          <Press act="see" opened={opened} look="link wide">
            {word('prove.look')}
          </Press>
        </section>
      </div>
    ),
  }
}

/** Returns what the guest agreed to pay: also of stays whose hold has run out, and which are booked anew. */
function agreedPayable({ record, group }: GuestBooking): number {
  const agreed = ({ status, payableCents, ...each }: GuestBooking['record']) =>
    status === 'cancelled' || status === 'no_show'
      ? payableCents
      : each.totalPriceCents + each.extrasTotalCents
  return (group?.bookings ?? [record]).map(agreed).reduce((sum, cents) => sum + cents, 0)
}

type Row = readonly [string, string]

/** Returns the room type and the dates of a booking, or of each stay of a group. */
function stayRows(say: Speaker, found: GuestBooking): Row[] {
  const { word, range } = say
  const rowsOf = ({ record }: GuestBooking): Row[] => [
    [roomText(say, { ...found, record }), word('facts.roomCount', { count: record.rooms })],
    [range(record.checkin, record.checkout), word('facts.nights', { count: record.nights })],
  ]
  if (!isGroup(found)) return rowsOf(found)
  return found.group.bookings
    .filter(({ status }) => status !== 'cancelled' && status !== 'no_show')
    .flatMap((record) => rowsOf({ ...found, record }))
}

function aboutText({ say, found }: BookingScene) {
  const { record, hotel, holdUntilMs, today } = found
  if (record.status === 'expired') return say.word('prove.late')
  if (record.status !== 'pending' || holdUntilMs === null) return say.word('prove.standing')
  const until = say.until(holdUntilMs, hotel.timezone, today)
  // The time is emphasised within its sentence.
  const [before, after] = say.word('prove.until', { until: '\n' }).split('\n')
  return (
    <>
      {before}
      <strong>{until}</strong>
      {after}
    </>
  )
}

/** Asks again before a standing booking is disowned. @param owedCents the penalty that is then owed */
export function denyPage({ say, opened, found }: BookingScene, owedCents: number): Page {
  const { word } = say
  const amount = say.money(owedCents, found.record.currency)
  return {
    title: word('disown.title'),
    hotel: found.hotel,
    body: (
      <div class="narrow">
        <section class="card">
          <h1>{word('disown.title')}</h1>
          {endedStays(found).map((record) => (
            <p>{stayText(say, { ...found, record })}</p>
          ))}
          <p class="dim">{word('disown.about')}</p>
          {owedCents > 0 && <p>{word('disown.cost', { amount })}</p>}
          <div class="buttons">
            <Press act="open" opened={opened}>
              {word('cancel.keep')}
            </Press>
            <Press act="disown" opened={opened} look="bad">
              {word('disown.yes')}
            </Press>
          </div>
        </section>
      </div>
    ),
  }
}

/** The stays that end with a booking or a group. */
const endedStays = ({ record, group }: GuestBooking) =>
  group ? group.bookings.filter(isStanding) : [record]

/** Returns the page after a booking was disowned. */
export function disownedPage({ say }: Scene, { hotel }: BookingScene['found']): Page {
  const { word } = say
  return {
    title: word('disown.done'),
    hotel,
    body: (
      <div class="narrow">
        <section class="card">
          <h1>{word('disown.done')}</h1>
          <p>{word('disown.done.about', { hotel: hotel.name })}</p>
        </section>
      </div>
    ),
  }
}
