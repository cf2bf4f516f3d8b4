import type { ComponentChildren } from 'preact'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

/** A list within a form: each row has fields and a button that removes it; another button adds a row. */
export function RowList<Row>({
  legend,
  hint,
  rows,
  blank,
  words,
  error,
  onChange,
  children,
}: {
  legend: string
  hint?: string
  rows: readonly Row[]
  /** A new row. */
  blank: Row
  words: { add: string; remove: string }
  /** The error of the list as a whole. */
  error?: string | undefined
  onChange: (rows: Row[]) => void
  /** Draws the three fields of a row; `isLabelHidden`: the row above has the labels. */
  children: (row: {
    row: Row
    at: number
    isLabelHidden: boolean
    set: (changes: Partial<Row>) => void
  }) => ComponentChildren
}) {
  return (
    <fieldset class="rows">
      <legend>{legend}</legend>
      {hint && <p class="hint">{hint}</p>}
      {rows.map((row, at) => (
        // Rows have no other key.
        <div class="row-of" key={at}>
          {children({
            row,
            at,
            isLabelHidden: at > 0,
            set: (changes) =>
              onChange(rows.map((each, index) => (index === at ? { ...each, ...changes } : each))),
          })}
          <Button
            kind="quiet"
            aria-label={words.remove}
            onClick={() => onChange(rows.filter((_, index) => index !== at))}
          >
            <Icon name="close" />
          </Button>
        </div>
      ))}
      {error && <p class="error">{error}</p>}
      <div class="buttons">
        <Button onClick={() => onChange([...rows, blank])}>{words.add}</Button>
      </div>
    </fieldset>
  )
}
