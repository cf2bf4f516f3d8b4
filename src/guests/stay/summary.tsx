/** @jsxImportSource preact */
import { sumTaxes } from '../../domain/rates/tax.ts'
import type { GroupQuote } from '../../http/guests/page-shape.ts'
import { taxText } from '../views/facts.tsx'
import { Picture } from '../views/picture.tsx'
import type { BookScene } from './book-scene.ts'
import { datesText, partyText, TermsLines, termsTexts } from './pieces.tsx'
import { stayText } from './result.tsx'
import { todayAt } from './scene.ts'

type Stay = GroupQuote['stays'][number]

/** The stay on its way to be booked: hotel, dates, rooms, extras and the sum with what is in it. */
export function BookSummary(book: BookScene) {
  const { say, at, page, quote, visit } = book
  const { word } = say
  const [photo] = page.photos
  const dates = { checkin: at.checkin!, today: todayAt(page, visit) }
  const terms = (quote?.stays ?? []).map(({ cancellation }) => cancellation)
  const isMixed = termsTexts(say, terms, dates).length > 1
  return (
    <>
      {photo && (
        <div class="picture thumb">
          <Picture photo={photo} say={say} />
        </div>
      )}
      <h2>{page.name}</h2>
      <p class="dim">
        {datesText(say, at)}, {stayText(book)}
      </p>
      {quote && (
        <>
          <ul class="lines">
            {quote.stays.flatMap((stay, party) => [
              <li>
                <span>
                  {nameOf(book, stay)}
                  <br />
                  <span class="dim small">{partyText(say, at.parties[party]!)}</span>
                  {isMixed && <TermsLines say={say} terms={[stay.cancellation]} {...dates} />}
                </span>
                <span>{say.money(stay.totalPriceCents, quote.currency)}</span>
              </li>,
              ...stay.extras.map(({ code, name, quantity, totalCents }) => (
                <li>
                  <span>
                    {quantity} ×{' '}
                    {say.called(
                      page.extras.find((each) => each.code === code),
                      name,
                    )}
                  </span>
                  <span>{say.money(totalCents, quote.currency)}</span>
                </li>
              )),
            ])}
          </ul>
          <p class="sum">
            <span>{word('book.toPay')}</span>{' '}
            <strong>{say.money(quote.payableCents, quote.currency)}</strong>
          </p>
          <Taxes {...book} quote={quote} />
          {!isMixed && <TermsLines say={say} terms={terms} {...dates} />}
        </>
      )}
    </>
  )
}

/** Returns the name of a stay's room type with its board. */
function nameOf({ say, page }: BookScene, { roomCode, roomName, boardCode }: Stay): string {
  const room = page.rooms.find((each) => each.roomCode === roomCode)
  const name = say.called(room, roomName)
  return boardCode ? `${name}, ${say.board(boardCode, page.boards)}` : name
}

/** The taxes in the sum: those of the rooms, and those of the extras. */
function Taxes({ say, page, quote }: BookScene & { quote: GroupQuote }) {
  const taxes = sumTaxes([quote.taxes, ...quote.stays.map(({ extrasTaxes }) => extrasTaxes)])
  if (taxes.length === 0) return null
  return (
    <p class="dim small">
      {say.word('book.inIt')}: {taxText(say, taxes, quote.currency, page)}
    </p>
  )
}
