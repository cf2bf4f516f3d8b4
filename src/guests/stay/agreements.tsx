/** @jsxImportSource preact */
import type { BookScene } from './book-scene.ts'

/** The texts of the hotel that a guest agrees to, each to be read in place. */
export function Agreements({ say, agreements, draft, problem }: BookScene) {
  const { word } = say
  const isMissing =
    problem?.code === 'text_changed' || problem?.errors?.some(({ path }) => path === '/consents')
  return agreements.map(({ kind, language, text, textSha256 }) => {
    const isAgreed = draft.consents.get(kind) === textSha256
    const isWrong = isMissing && !isAgreed
    return (
      <div class="agree">
        <label>
          <input
            type="checkbox"
            name={`agree-${kind}`}
            value={textSha256}
            checked={isAgreed}
            required
            {...(isWrong && { 'aria-invalid': 'true' as const })}
          />
          <span>{word(`book.agree.${kind}`)}</span>
        </label>
        {isWrong && <p class="error">{word('book.agree.missing')}</p>}
        <details>
          <summary class="small">{word(`book.agree.${kind}.read`)}</summary>
          <p class="text small" lang={language}>
            {text}
          </p>
        </details>
      </div>
    )
  })
}
