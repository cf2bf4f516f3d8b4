/** @jsxImportSource preact */

import { termsPenalty } from '../../domain/bookings/penalty.ts'
import { addDays } from '../../domain/kernel/date.ts'
import type { GuestBooking, Problem } from '../../http/guests/page-shape.ts'
import { problemText } from '../lib/problem-text.ts'
import { freeUntil, type Speaker } from '../lib/say.ts'
import { isStanding } from '../lib/standing.ts'
import { stayText } from './facts.tsx'
import type { Page } from './frame.tsx'
import { type GroupFound, isGroup } from './group.tsx'
import { type BookingScene, Button, Form, Note, Press, Sums } from './parts.tsx'

/** Returns the page with the penalty of a cancellation and its button. @param owedCents what is owed at this moment */
export function cancelPage(scene: BookingScene, owedCents: number, problem?: Problem): Page {
  const { say, opened, found } = scene
  const { word } = say
  const { record, hotel, today } = found
  const amount = say.money(owedCents, record.currency)
  const title = word(found.group ? 'cancel.titleAll' : 'cancel.title')
  const isHold = record.status === 'pending'
  return {
    problem,
    title,
    hotel,
    body: (
      <div class="narrow">
        {problem && <Note tone="bad">{problemText(say, problem, found)}</Note>}
        <section class="card">
          <h1>{title}</h1>
          {isGroup(found) ? (
            <EndingStays say={say} found={found} />
          ) : (
            <>
              <p>{stayText(say, found)}</p>
              <p class="dim">{isHold ? word('cancel.hold') : say.terms(record, today)}</p>
            </>
          )}
          {!isHold && (
            <Sums
              rows={isGroup(found) ? [] : laterRows(say, found)}
              sum={[word('cancel.today'), amount]}
            />
          )}
          <div class="buttons">
            <Press act="see" opened={opened}>
              {word('cancel.keep')}
            </Press>
            <Form act="drop" opened={opened}>
              <input type="hidden" name="payable" value={owedCents} />
              <Button look="bad">
                {owedCents === 0 ? word('cancel.free') : word('cancel.paid', { amount })}
              </Button>
            </Form>
          </div>
        </section>
      </div>
    ),
  }
}

/** The stays of a group that a cancellation ends, each with its terms. */
function EndingStays({ say, found }: { say: Speaker; found: GroupFound }) {
  return (
    <ul class="stays">
      {found.group.bookings.filter(isStanding).map((record) => (
        <li>
          {stayText(say, { ...found, record })}
          <br />
          <span class="dim">
            {record.status === 'pending' ? say.word('cancel.hold') : say.terms(record, found.today)}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Returns the penalty after the last free day, while cancellation is still free. */
function laterRows(say: Speaker, { record, today }: GuestBooking): (readonly [string, string])[] {
  const until = freeUntil(record)
  if (!until || until < today) return []
  const from = addDays(until, 1)
  const owedCents = termsPenalty(record, from)
  return [
    [say.word('cancel.from', { date: say.date(from) }), say.money(owedCents, record.currency)],
  ]
}
