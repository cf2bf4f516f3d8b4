import type { FunctionComponent } from 'preact'
import type { Drawn } from './entity-form.tsx'
import { TextField } from './field.tsx'
import { flawIn, type Kind } from './kinds.ts'
import { NameFields, type NO_NAMES } from './name-fields.tsx'
import { RowList } from './row-list.tsx'

/** A row of a list: texts, and a name in each language. */
type NamedRow<Name extends string> = Record<Name, string> & { translations: typeof NO_NAMES }

/** A column of a list: a member of each row, as text. */
type Column<Name> = {
  of: Name
  /** The member of the body that it becomes, if that has another name. */
  as?: string
  label: string
  inputMode?: 'numeric' | 'decimal'
  kind?: Kind
}

type RowTable<Name> = {
  legend: string
  hint?: string
  words: { add: string; remove: string }
  /** The text of a problem of the list as a whole, which is of no row. */
  whole?: string
  columns: readonly Column<Name>[]
}

/**
 * Makes the control of a list within a form, whose rows have texts and a name in each language.
 *
 * @param name the member of the body
 * @param tableOf returns the columns with their labels, in the reader's language
 */
export const namedRows =
  <Name extends string>(
    name: string,
    blank: NamedRow<Name>,
    tableOf: () => RowTable<Name>,
  ): FunctionComponent<Drawn<NamedRow<Name>[]>> =>
  ({ value, onPick, error, problem }) => {
    const { columns, whole, ...list } = tableOf()
    const isOfWhole = problem?.errors.some(({ path }) => path === `/${name}`)
    return (
      <RowList
        {...list}
        rows={value}
        blank={blank}
        error={isOfWhole ? whole : undefined}
        onChange={onPick}
      >
        {({ row, at, isLabelHidden, set }) => (
          <>
            {columns.map(({ of, as = of, label, inputMode, kind }) => (
              <TextField
                key={of}
                {...{ isLabelHidden, problem, label, inputMode }}
                value={row[of]}
                onText={(text) => set({ [of]: text } as Partial<NamedRow<Name>>)}
                error={error && kind && flawIn(kind, row[of])}
                path={`/${name}/${at}/${as}`}
              />
            ))}
            <NameFields
              {...{ names: row.translations, problem, path: `/${name}/${at}` }}
              onNames={(translations) => set({ translations } as Partial<NamedRow<Name>>)}
            />
          </>
        )}
      </RowList>
    )
  }
