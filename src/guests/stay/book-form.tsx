/** @jsxImportSource preact */
import { isUnsold } from '../../domain/sale/refusal.ts'
import { flawText, problemText } from '../lib/problem-text.ts'
import { Field, Note } from '../views/parts.tsx'
import { addressOf, writeChoice } from './address.ts'
import { Agreements } from './agreements.tsx'
import type { BookScene } from './book-scene.ts'
import { Company } from './company.tsx'
import { ExtraFields } from './extra-fields.tsx'
import { findOption, type Option, optionsFor } from './options.ts'
import { partyText, termsTexts } from './pieces.tsx'
import { hotelPath, todayAt } from './scene.ts'
import { BookSummary } from './summary.tsx'
import { roomName } from './your-stay.tsx'

/** Hours that the field of the arrival offers. */
const HOURS = Array.from(
  { length: 24 },
  (_, hour) => `${String((hour + 10) % 24).padStart(2, '0')}:00`,
)

/** The form that books: one page, one press. */
export function BookForm(book: BookScene) {
  const { say, at, page, quote, problem } = book
  const { word } = say
  const count = at.parties.length
  return (
    <>
      <h1>{word('book.title')}</h1>
      <form method="post" class="two" id="book" data-once>
        <input type="hidden" name="key" value={book.draft.key} />
        {at.lang && <input type="hidden" name="lang" value={at.lang} />}
        <div class="stack">
          <Said {...book} />
          <Choices {...book} />
          <Who {...book} />
          <ExtraFields {...book} />
          <Company {...book} />
        </div>
        <aside class="card stick">
          <BookSummary {...book} />
          {quote && (
            <>
              <input type="hidden" name="payable" value={String(quote.payableCents)} />
              <Agreements {...book} />
              <p class="small">{word('book.terms', { terms: termsOf(book) })}</p>
              <button type="submit" name="act" value="book" class="button primary wide big">
                {word('book.press', {
                  count,
                  amount: say.money(quote.payableCents, quote.currency),
                })}
              </button>
            </>
          )}
          {problem && !quote && (
            <p class="error">
              {isUnoffered(book) ? word('book.unoffered') : problemText(say, problem)}
            </p>
          )}
          <a
            class="button link wide small"
            href={addressOf(hotelPath(page.slug), at, { choices: [] })}
          >
            {word('book.rooms')}
          </a>
        </aside>
      </form>
    </>
  )
}

/** True if a choice is none of the hotel's: it was withdrawn, or nobody offered it. */
const isUnoffered = ({ quote, problem }: Pick<BookScene, 'quote' | 'problem'>): boolean =>
  !quote && problem?.code === 'validation_failed'

/** Says what happened to the last press, or that the rooms are free. */
function Said({ say, quote, problem, isChanged, visit }: BookScene) {
  const { word } = say
  const isSaid = problem && !isUnsold(problem.code) && !isUnoffered({ quote, problem })
  const wrong = isSaid && <Note tone="bad">{problemText(say, problem)}</Note>
  if (isChanged && quote) {
    const amount = say.money(quote.payableCents, quote.currency)
    // The button that updates the sum promises another one.
    if (visit.form.act === 'quote')
      return <p class="note good">{word('book.updated', { amount })}</p>
    return (
      <>
        <Note tone="bad">{word('book.changed', { amount })}</Note>
        {wrong}
      </>
    )
  }
  if (wrong) return wrong
  if (!quote) return null
  return <p class="note good">{word('book.free')}</p>
}

/** The chosen rooms; of one that went meanwhile what is left, with all that was typed in place. */
function Choices(book: BookScene) {
  const { at, page, draft, quote } = book
  return draft.choices.map((choice, party) => {
    const others = draft.choices.filter((_, other) => other !== party)
    const place = { party, parties: at.parties.length, others }
    const name = `pick${party + 1}`
    if (quote || findOption(page, choice, place))
      return <input type="hidden" name={name} value={writeChoice(choice)} />
    const left = optionsFor(page, place).flatMap(({ options }) => options)
    const gone = page.rooms.find(({ roomCode }) => roomCode === choice.roomCode)
    return (
      <Left
        {...book}
        name={name}
        party={party}
        left={left}
        gone={book.say.called(gone, gone?.name ?? choice.roomCode)}
      />
    )
  })
}

type LeftProps = BookScene & { name: string; party: number; left: Option[]; gone: string }

function Left({ name, party, left, gone, ...scene }: LeftProps) {
  const { say, at, page } = scene
  const { word } = say
  // A spent form may have booked the very room that is gone: "nothing is booked yet" would be untrue.
  const isSpent = scene.problem?.code === 'idempotency_conflict'
  if (left.length === 0 && isSpent) return null
  if (left.length === 0)
    return <Note tone="bad">{word(isUnoffered(scene) ? 'book.unoffered' : 'book.goneAll')}</Note>
  return (
    <fieldset class="card choices">
      <legend class="sr-only">{partyText(say, at.parties[party]!)}</legend>
      {!isSpent && (
        <Note tone="bad">
          {isUnoffered(scene) ? word('book.unoffered') : word('book.gone', { room: gone })}
        </Note>
      )}
      {left.map((option, index) => (
        <label class="choice">
          <input type="radio" name={name} value={writeChoice(option)} checked={index === 0} />
          <span>{roomName(scene, page, option)}</span>
          <strong>{say.money(option.totalCents, page.currency)}</strong>
        </label>
      ))}
      <button type="submit" name="act" value="quote" class="button" formnovalidate>
        {word('book.take')}
      </button>
    </fieldset>
  )
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
        <div class="field">
          <label for="f-arrivalTime">{word('book.arrival')}</label>
          <select id="f-arrivalTime" name="arrivalTime">
            <option value="">{word('book.arrival.open')}</option>
            {HOURS.map((hour) => (
              <option value={hour} selected={hour === draft.arrivalTime}>
                {hour}
              </option>
            ))}
          </select>
        </div>
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

/** Returns the cancellation terms of all rooms, each once. */
function termsOf({ say, quote, at, visit, page }: BookScene): string {
  const today = todayAt(page, visit)
  const all = (quote?.stays ?? []).map(({ cancellation }) => cancellation)
  return termsTexts(say, all, { checkin: at.checkin!, today })
    .map(({ text }) => text)
    .join('; ')
}
