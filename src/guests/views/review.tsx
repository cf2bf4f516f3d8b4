/** @jsxImportSource preact */

import { flawText } from '../lib/problem-text.ts'
import { isStanding } from '../lib/standing.ts'
import { type BookingScene, Button, Field, Form, type SentForm } from './parts.tsx'

const STARS = [5, 4, 3, 2, 1] as const

/** The review of a stay: when it can be written, its form once the stay is over, or what the guest has written. */
export function MyReview({ say, opened, found, problem, form = {} }: BookingScene & SentForm) {
  const { word } = say
  const { review, isReviewable } = found
  if (review) return <Written say={say} opened={opened} found={found} />
  if (!isReviewable) return <Later say={say} opened={opened} found={found} />
  if (!opened.token) return <p>{word('review.link')}</p>
  const isSent = problem !== undefined && form.act === 'review'
  const isUnrated = isSent && !form.rating
  return (
    <Form act="review" opened={opened} class="stack">
      <h3>{word('review.title')}</h3>
      <fieldset class="field rating">
        <legend>{word('review.rating')}</legend>
        {STARS.map((count) => (
          <label>
            <input
              type="radio"
              name="rating"
              value={String(count)}
              required
              checked={isSent && form.rating === String(count)}
              {...(isUnrated && { 'aria-invalid': 'true' as const })}
            />
            <span aria-hidden="true">{'★'.repeat(count)}</span>
            <span class="sr-only">{word('review.star', { count })}</span>
          </label>
        ))}
        {isUnrated && <p class="error">{flawText(say, problem, '/rating')}</p>}
      </fieldset>
      <Field
        name="text"
        label={word('review.text')}
        value={isSent ? (form.text ?? '') : ''}
        hint={word('review.about')}
        error={isSent ? flawText(say, problem, '/text', form.text) : undefined}
        lines={5}
        more={{ required: true, maxlength: 5_000 }}
      />
      <Button look="primary wide">{word('review.send')}</Button>
    </Form>
  )
}

/** Tells a guest in house from when on the stay can be reviewed here. */
function Later({ say, found: { record, group, hotel, today } }: BookingScene) {
  const standing = (group?.bookings ?? [record]).filter(isStanding)
  const last = standing
    .map(({ checkout }) => checkout)
    .toSorted()
    .at(-1)
  if (record.status !== 'confirmed' || last === undefined || today < record.checkin) return null
  const values = { date: say.date(last), time: hotel.checkoutTime }
  return <p class="dim">{say.word('review.later', values)}</p>
}

function Written({ say, found: { review } }: BookingScene) {
  if (!review) return null
  const { word } = say
  const { rating, text, reply } = review
  return (
    <section class="stack" aria-labelledby="review">
      <h3 id="review">{word('review.yours')}</h3>
      <p>
        <span class="stars" role="img" aria-label={word('review.star', { count: rating })}>
          {'★'.repeat(rating)}
        </span>
      </p>
      <p class="text">{text}</p>
      {reply && (
        <>
          <p class="dim">{word('review.reply')}</p>
          <p class="text">{reply}</p>
        </>
      )}
    </section>
  )
}
