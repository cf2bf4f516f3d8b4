/** @jsxImportSource preact */
import type { Problem } from '../../http/guests/page-shape.ts'
import { problemText } from '../lib/problem-text.ts'
import type { Speaker } from '../lib/say.ts'
import {
  type ChangedStay,
  changingStays,
  fieldOf,
  hasSameNights,
  present,
} from '../lib/stay-change.ts'
import { partyText, roomText } from './facts.tsx'
import type { Page } from './frame.tsx'
import { type BookingScene, Button, Form, Note, Press, Sums } from './parts.tsx'

/** A change that was tried: the stays that it makes different, and what is then to be paid. */
export type TriedChange = { changed: readonly ChangedStay[]; payableCents: number }

/** Returns the page with the price after a change and the button that makes it. */
export function changePage(scene: BookingScene, tried: TriedChange, problem?: Problem): Page {
  const { say, opened, found } = scene
  const { word } = say
  const { record, group, hotel } = found
  const [now, then] = [(group ?? record).payableCents, tried.payableCents]
  const difference = then < now ? 'change.less' : then > now ? 'change.more' : 'change.same'
  const money = (cents: number) => say.money(cents, record.currency)
  const [first] = tried.changed
  const isMoved = !tried.changed.every(hasSameNights)
  const isLoneMove = !group && isMoved
  const range = first ? say.range(first.after.checkin, first.after.checkout) : ''
  const title = group
    ? word('change.titleAll')
    : word(isMoved ? 'change.title' : 'change.titleParty', { range })
  return {
    problem,
    title,
    hotel,
    body: (
      <div class="narrow">
        {problem && <Note tone="bad">{problemText(say, problem, found)}</Note>}
        <section class="card">
          <h1>{title}</h1>
          <ul class="stays">
            {tried.changed.map(({ after }) => (
              <li>{changedText(say, { ...found, record: after })}</li>
            ))}
          </ul>
          <p class="dim">{word(isMoved ? 'change.about' : 'change.aboutParty')}</p>
          <Leaving say={say} changed={tried.changed} />
          <Sums
            rows={[
              [word('change.now'), money(now)],
              [isLoneMove ? range : word('change.then'), money(then)],
            ]}
            sum={[word(difference), money(Math.abs(then - now))]}
          />
          <div class="buttons">
            <Form act="move" opened={opened}>
              <Asked found={found} changed={tried.changed} />
              <input type="hidden" name="payable" value={then} />
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

/** The further guests whose names leave the booking, for its smaller party has no place for them. */
function Leaving({ say, changed }: { say: Speaker } & Pick<TriedChange, 'changed'>) {
  const names = changed.flatMap(({ before, after }) =>
    before.guestNames.slice(after.guestNames.length),
  )
  if (names.length === 0) return null
  const listed = names.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(', ')
  return <p>{say.word('change.leaving', { count: names.length, names: listed })}</p>
}

/** Returns a stay after a change in a line: rooms, dates, nights and guests. */
const changedText = (say: Speaker, found: BookingScene['found']): string => {
  const { checkin, checkout, nights } = found.record
  return [
    roomText(say, found),
    say.range(checkin, checkout),
    say.word('facts.nights', { count: nights }),
    partyText(say, found),
  ].join(', ')
}

/** The hidden fields of all stays as they are to be, each with the revision that the guest saw. */
function Asked({ found, changed }: Pick<BookingScene, 'found'> & Pick<TriedChange, 'changed'>) {
  return changingStays(found).flatMap((record) => {
    const { after } = changed.find(({ before }) => before.code === record.code) ?? { after: record }
    const asked = (['checkin', 'checkout', 'adults', 'ages'] as const).map(
      (name) => [name, present(after, name)] as const,
    )
    return [...asked, ['revision', record.revision] as const].map(([name, value]) => (
      <input type="hidden" name={fieldOf(found, record, name)} value={value} />
    ))
  })
}
