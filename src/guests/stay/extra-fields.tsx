/** @jsxImportSource preact */
import { stepWords } from '../views/parts.tsx'
import type { BookScene } from './book-scene.ts'
import { extraField } from './draft.ts'

/** The extras of the hotel, each with its price and a number of pieces. */
export function ExtraFields({ say, at, page, draft }: BookScene) {
  const { word } = say
  const isSeveral = at.parties.length > 1
  if (page.extras.length === 0) return null
  return (
    <section class="card" aria-labelledby="extras" data-quote>
      <h2 id="extras">{word('book.extras')}</h2>
      {page.extras.map((extra) => {
        const { code, per, priceCents, max, name } = extra
        const about = (
          <>
            {say.called(extra, name)}
            <br />
            <span class="dim small">
              {word(`book.per.${per}`, { price: say.money(priceCents, page.currency) })}
            </span>
          </>
        )
        const field = (party: number) => (
          <input
            type="number"
            id={extraField(code, party)}
            name={extraField(code, party)}
            value={String(draft.extras[party]?.get(code) ?? 0)}
            min="0"
            max={String(max)}
            inputmode="numeric"
            {...stepWords(say)}
          />
        )
        if (!isSeveral)
          return (
            <div class="extra">
              <label for={extraField(code, 0)}>{about}</label>
              {field(0)}
            </div>
          )
        return (
          <fieldset class="roomed">
            <legend>{about}</legend>
            {at.parties.map((_, party) => (
              <div>
                <label for={extraField(code, party)}>
                  {word('stay.room', { count: party + 1 })}
                </label>
                {field(party)}
              </div>
            ))}
          </fieldset>
        )
      })}
      <button type="submit" name="act" value="quote" class="button small" formnovalidate>
        {word('book.update')}
      </button>
    </section>
  )
}
