/** @jsxImportSource preact */
import type { BookScene } from './book-scene.ts'

/** The extras of the hotel, each with its price and a number of pieces. */
export function ExtraFields({ say, page, draft }: BookScene) {
  const { word } = say
  if (page.extras.length === 0) return null
  return (
    <section class="card" aria-labelledby="extras">
      <h2 id="extras">{word('book.extras')}</h2>
      {page.extras.map((extra) => {
        const { code, per, priceCents, max, name } = extra
        const id = `extra-${code}`
        return (
          <div class="extra">
            <label for={id}>
              {say.called(extra, name)}
              <br />
              <span class="dim small">
                {word(`book.per.${per}`, { price: say.money(priceCents, page.currency) })}
              </span>
            </label>
            <input
              type="number"
              id={id}
              name={id}
              value={String(draft.extras.get(code) ?? 0)}
              min="0"
              max={String(max)}
              inputmode="numeric"
            />
          </div>
        )
      })}
      <button type="submit" name="act" value="quote" class="button small" formnovalidate>
        {word('book.update')}
      </button>
    </section>
  )
}
