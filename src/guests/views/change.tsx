/** @jsxImportSource preact */
import type { BookingRecord, Problem } from '../../http/guests/page-shape.ts'
import { problemText } from '../lib/problem-text.ts'
import { roomText } from './facts.tsx'
import type { Page } from './frame.tsx'
import { type BookingScene, Button, Form, Note, Press, Sums } from './parts.tsx'

/** Returns the page with the price of other dates and the button to change. @param next the simulated booking */
export function changePage(scene: BookingScene, next: BookingRecord, problem?: Problem): Page {
  const { say, opened, found } = scene
  const { word } = say
  const { record, hotel } = found
  const range = say.range(next.checkin, next.checkout)
  const [now, then] = [record.totalPriceCents, next.totalPriceCents]
  const difference = then < now ? 'change.less' : then > now ? 'change.more' : 'change.same'
  const money = (cents: number) => say.money(cents, record.currency)
  const title = word('change.title', { range })
  return {
    problem,
    title,
    hotel,
    body: (
      <div class="narrow">
        {problem && <Note tone="bad">{problemText(say, problem, found)}</Note>}
        <section class="card">
          <h1>{title}</h1>
          <p class="dim">
            {roomText(say, found)}, {word('facts.nights', { count: next.nights })}.{' '}
            {word('change.about')}
          </p>
          <Sums
            rows={[
              [word('change.now'), money(now)],
              [range, money(then)],
            ]}
            sum={[word(difference), money(Math.abs(then - now))]}
          />
          <div class="buttons">
            <Form act="move" opened={opened}>
              <input type="hidden" name="checkin" value={next.checkin} />
              <input type="hidden" name="checkout" value={next.checkout} />
              <input type="hidden" name="total" value={then} />
              <input type="hidden" name="revision" value={record.revision} />
              <Button look="primary">{word('change.move')}</Button>
            </Form>
            <Press act="see" opened={opened}>
              {word('change.keep')}
            </Press>
          </div>
        </section>
      </div>
    ),
  }
}
