/** @jsxImportSource preact */
import { isUnsold } from '../../domain/sale/refusal.ts'
import { flawText, problemText } from '../lib/problem-text.ts'
import { ArrivalField } from '../views/arrival.tsx'
import { Field, Note } from '../views/parts.tsx'
import { addressOf } from './address.ts'
import { Agreements } from './agreements.tsx'
import { CutNote } from './bar.tsx'
import type { BookScene } from './book-scene.ts'
import { Choices, isUnoffered, listPlaces } from './choices.tsx'
import { Company } from './company.tsx'
import { ExtraFields } from './extra-fields.tsx'
import { termsTexts } from './pieces.tsx'
import { isTooLarge, refusalText, tooLargeText } from './refusal.ts'
import { hotelPath, todayAt } from './scene.ts'
import { BookSummary } from './summary.tsx'

/** The form that books: one page, one press. */
export function BookForm(book: BookScene) {
  const { say, at, page, quote } = book
  const { word } = say
  const count = at.parties.length
  return (
    <>
      <h1>{word('book.title')}</h1>
      <form method="post" class="two" id="book" data-once>
        <input type="hidden" name="key" value={book.draft.key} />
        {at.lang && <input type="hidden" name="lang" value={at.lang} />}
        <div class="stack">
          <CutNote {...book} />
          <div id="told" aria-live="polite">
            <Said {...book} />
          </div>
          <Choices {...book} />
          <Who {...book} />
          <ExtraFields {...book} />
          <Company {...book} />
        </div>
        <div class="side stick" id="side">
          <aside class="card">
            <BookSummary {...book} />
            {quote && (
              <>
                <input type="hidden" name="payable" value={String(quote.payableCents)} />
                <Agreements {...book} />
                <p class="small">{word('book.terms', { terms: termsOf(book) })}</p>
              </>
            )}
            <Against {...book} />
            <a
              class="button link wide small"
              href={addressOf(hotelPath(page.slug), at, { choices: [] })}
            >
              {word('book.rooms')}
            </a>
          </aside>
          {quote && (
            <div class="press">
              <button type="submit" name="act" value="book" class="button primary wide big">
                {word('book.press', {
                  count,
                  amount: say.money(quote.payableCents, quote.currency),
                })}
              </button>
            </div>
          )}
        </div>
      </form>
    </>
  )
}

/** Says why the rooms are not to be had, unless others are offered for them. */
function Against(book: BookScene) {
  const { say, quote, problem } = book
  if (!problem || quote || !isUnsold(problem.code)) return null
  if (listPlaces(book).some(({ left }) => left.length > 0)) return null
  const { code, dates = [] } = problem
  return <p class="error">{refusalText(say, { code, dates }, null)}</p>
}

/** Says what happened to the last press, or that the rooms are free: in one notice, which is of the whole form. */
function Said(book: BookScene) {
  const { say, at, page, quote, problem, isChanged, visit } = book
  const { word } = say
  if (isTooLarge(at, page)) return <Note tone="bad">{tooLargeText(say, at, page)}</Note>
  if (isUnoffered(book)) return <Note tone="bad">{word('book.unoffered')}</Note>
  const wrong = problem && !isUnsold(problem.code) ? problemText(say, problem) : ''
  const amount = quote ? say.money(quote.payableCents, quote.currency) : ''
  // The button that updates the sum promises another one.
  if (quote && isChanged && visit.form.act === 'quote')
    return <p class="note good">{word('book.updated', { amount })}</p>
  const changed = quote && isChanged ? word('book.changed', { amount }) : ''
  if (changed || wrong) return <Note tone="bad">{[changed, wrong].filter(Boolean).join(' ')}</Note>
  if (!quote) return null
  return <p class="note good">{word('book.free')}</p>
}

/** The guest, and the guest of each further room. */
function Who({ say, at, draft, problem, isMailed }: BookScene) {
  const { word } = say
  const flaw = (path: string, typed: string) =>
    problem && (flawText(say, problem, path, typed) as string | undefined)
  return (
    <section class="card" aria-labelledby="who">
      <h2 id="who">{word('book.who')}</h2>
      <div class="pair">
        <Field
          name="firstName"
          label={word('book.firstName')}
          value={draft.firstName}
          error={flaw('/guest/firstName', draft.firstName)}
          more={{ required: true, maxlength: 100, autocomplete: 'given-name' }}
        />
        <Field
          name="lastName"
          label={word('book.lastName')}
          value={draft.lastName}
          error={flaw('/guest/lastName', draft.lastName)}
          more={{ required: true, maxlength: 100, autocomplete: 'family-name' }}
        />
        <Field
          name="email"
          type="email"
          label={word('book.email')}
          value={draft.email}
          hint={word(isMailed ? 'book.email.hint' : 'book.email.kept')}
          error={flaw('/guest/email', draft.email)}
          more={{ required: true, maxlength: 254, autocomplete: 'email' }}
        />
        <Field
          name="phone"
          type="tel"
          label={word('book.phone')}
          value={draft.phone}
          error={flaw('/guest/phone', draft.phone)}
          more={{ maxlength: 40, autocomplete: 'tel' }}
        />
        {at.parties.slice(1).map((_, index) => (
          <Field
            name={`guest${index + 2}`}
            label={word('book.guestOf', { count: index + 2 })}
            value={draft.others[index] ?? ''}
            more={{ maxlength: 200, autocomplete: 'off' }}
          />
        ))}
        <ArrivalField say={say} chosen={draft.arrivalTime} />
      </div>
      <Field
        name="wishes"
        label={word('book.wishes')}
        value={draft.wishes}
        hint={word('book.wishes.hint')}
        error={flaw('/specialRequests', draft.wishes)}
        lines={3}
        more={{ maxlength: 2_000 }}
      />
    </section>
  )
}

/** Returns the cancellation terms of all rooms: once if they are the same, else each with its room. */
function termsOf({ say, quote, at, visit, page }: BookScene): string {
  const dates = { checkin: at.checkin!, today: todayAt(page, visit) }
  const all = (quote?.stays ?? []).map(({ cancellation }) => cancellation)
  const texts = termsTexts(say, all, dates)
  if (texts.length < 2) return texts.map(({ text }) => text).join()
  return all
    .flatMap((each) => termsTexts(say, [each], dates))
    .map(({ text }, index) => say.word('book.guestIn', { count: index + 1, name: text }))
    .join('; ')
}
