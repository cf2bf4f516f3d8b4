/** @jsxImportSource preact */
import type { Problem } from '../../http/guests/page-shape.ts'
import { problemText } from '../lib/problem-text.ts'
import { roomText, stayText } from './facts.tsx'
import type { Page } from './frame.tsx'
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
  const total = record.totalPriceCents
  const nights = word('facts.nights', { count: record.nights })
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
              [roomText(say, found), word('facts.roomCount', { count: record.rooms })],
              [say.range(record.checkin, record.checkout), nights],
              ...(isOther ? [[word('prove.was'), money(total)] as const] : []),
            ]}
            sum={[word('facts.total'), money(payableCents ?? total)]}
          />
          <Form act="prove" opened={opened}>
            {isOther && <input type="hidden" name="payable" value={payableCents} />}
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
          <p>{stayText(say, found)}</p>
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
