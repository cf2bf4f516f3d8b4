import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { api, type Page, Problem, type Query } from '../lib/api.ts'
import { dateTime } from '../lib/format.ts'
import { flawText, t } from '../lib/i18n.ts'
import type { Pages } from '../lib/load.ts'
import { Field } from '../parts/field.tsx'
import { Badge } from '../parts/note.tsx'
import { type Column, Pager, Table } from '../parts/table.tsx'

/** A list longer than this many full pages is not read to its end. */
const PAGES_MAX = 20

/** The reader's own time zone: what admins and agencies look at belongs to no one hotel. */
export const HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** An instant on the reader's own wall clock. */
export const when = (instant: string): string => dateTime(instant, HERE)

/** Every entry of a list that is never long. */
export async function readAll<Item>(path: string, signal: AbortSignal): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null | undefined
  for (let pages = 0; pages < PAGES_MAX && cursor !== null; pages++) {
    const query: Query = { limit: 100, cursor }
    const page: Page<Item> = await api.get(path, { query, signal })
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return items
}

/** A problem of something that has no fields: what is wrong is said in its place. */
export function asSentence(problem: Problem | undefined): Problem | undefined {
  if (!problem?.errors.length) return problem
  return new Problem(problem.status, { detail: problem.errors.map(flawText).join(' ') })
}

/** A list that is read page after page, or what is said when there is nothing in it. */
export function PagedTable<Row>({
  pages,
  empty,
  ...table
}: {
  pages: Pages<Row>
  empty: ComponentChildren
  caption: string
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
}) {
  const { data } = pages
  return (
    <>
      {data?.length === 0 ? empty : data && <Table {...table} rows={data} />}
      <Pager pages={pages} />
    </>
  )
}

/** What is being written into a form, and what ties its fields to their places in the body. */
export function useDraft<T extends object>(initial: () => T, problem: Problem | undefined) {
  const [draft, setDraft] = useState(initial)
  const set = (changes: Partial<T>) => setDraft((now) => ({ ...now, ...changes }))
  const text = <Name extends keyof T & string>(name: Name) => ({
    value: draft[name] as string,
    onText: (value: string) => set({ [name]: value } as Partial<T>),
    problem,
    path: `/${name}`,
  })
  return { draft, set, text }
}

/** A field of one line that offers words to choose from. */
export function ListField({
  value,
  onText,
  words,
  ...field
}: {
  label: string
  hint?: string
  value: string
  onText: (text: string) => void
  words: readonly string[]
  problem: Problem | undefined
  path: string
}) {
  const listId = useId()
  return (
    <Field {...field}>
      {(control) => (
        <>
          <input
            {...control}
            list={listId}
            autocomplete="off"
            value={value}
            onInput={(event) => onText(event.currentTarget.value)}
          />
          <datalist id={listId}>
            {words.map((word) => (
              <option key={word} value={word} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}

/** A body without what nobody filled in, which the service then calls required. */
export const filledIn = (body: object) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => String(value ?? '') !== ''))

/** The fields of a body that are not as they were; null empties one, or is refused by its name. */
export function changesOf(before: object, after: object) {
  const known: Record<string, unknown> = { ...before }
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(known[name]),
    ),
  )
}

/** Whether a hotel or room type is on sale. */
export function SaleBadge({ isOn }: { isOn: boolean }) {
  return (
    <Badge tone={isOn ? 'good' : 'neutral'}>{t(isOn ? 'rooms.active' : 'hotels.inactive')}</Badge>
  )
}
