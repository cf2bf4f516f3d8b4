import type { ComponentChildren } from 'preact'
import { date } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import type { Pages } from '../lib/load.ts'
import { Button } from './button.tsx'
import { Two } from './facts.tsx'
import { Loading, ProblemNote } from './note.tsx'

/** A column of a table. */
export type Column<Row> = {
  /** The heading. */
  head: string
  /** Draws the cell; `rows` are all rows of the list, for values that line up with the others. */
  cell: (row: Row, rows: readonly Row[]) => ComponentChildren
  /** True for numbers, which are aligned at the end. */
  isNumber?: boolean
  /** True for a figure that needs its heading, which stands before it where the table has no head. */
  isTold?: boolean
  /**
   * True for the name of the row, which is read out with each of its cells; a link of class `opens` in it opens the
   * whole row.
   */
  isName?: boolean
  /** True for a column that a narrow table leaves out. */
  isExtra?: boolean
  /** The sort key of the column. */
  sort?: string
}

/** The name of a row over its explanation; with `onEdit` a press anywhere in the row edits it. */
export function RowName(props: {
  name: string
  onEdit?: (() => void) | undefined
  /** The content after the name. */
  mark?: ComponentChildren
  children?: ComponentChildren
}) {
  const { name, onEdit, mark, children } = props
  const label = t('rooms.editNamed', { name })
  const over = onEdit ? (
    <button type="button" class="opens" aria-label={label} onClick={onEdit}>
      <bdi>{name}</bdi>
    </button>
  ) : (
    <strong>
      <bdi>{name}</bdi>
    </strong>
  )
  return (
    <Two
      over={
        <>
          {over}
          {mark}
        </>
      }
    >
      {children}
    </Two>
  )
}

/** The sort key of a list, with `-` before it for descending; undefined for its own order. */
export type Sorting = { by: string | undefined; set: (by: string | undefined) => void }

type TableProps<Row> = {
  /** The label for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  sorting?: Sorting
}

/** A table with a line for each row, or two on a narrow page. */
export function Table<Row>({ caption, columns, rows, keyOf, sorting }: TableProps<Row>) {
  return (
    <div class="table-box">
      <table class="table">
        <caption class="sr-only">{caption}</caption>
        <thead>
          <tr>{columns.map((column) => drawHead(column, sorting))}</tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>{columns.map((column) => drawCell(column, row, rows))}</tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type PagedTableProps<Row> = Omit<TableProps<Row>, 'rows'> & {
  pages: Pages<Row>
  empty: ComponentChildren
}

/** A table that is read page after page, or `empty` if it has no rows. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { pages, empty, ...table } = props
  const { data } = pages
  return (
    <>
      {data?.length === 0 ? empty : data && <Table {...table} rows={data} />}
      <Pager pages={pages} />
    </>
  )
}

/** The foot of a paged list: the number of shown rows, and the button for more. */
export function Pager({ pages }: { pages: Pages<unknown> }) {
  const { data, hasMore, searchedUntil, isBusy, problem, more, reload } = pages
  if (!data) return problem ? <ProblemNote problem={problem} onRetry={reload} /> : <Loading />
  // An empty list says so already.
  if (data.length === 0 && !hasMore && !searchedUntil) return <ProblemNote problem={problem} />
  return (
    <div class="pager">
      <p role="status">
        {searchedUntil
          ? t('list.searchedUntil', { count: data.length, date: date(searchedUntil.slice(0, 10)) })
          : t(hasMore ? 'list.shownMore' : 'list.shown', { count: data.length })}
      </p>
      {hasMore && (
        <Button isBusy={isBusy} onClick={more}>
          {t(searchedUntil ? 'action.searchOn' : 'action.more')}
        </Button>
      )}
      <ProblemNote problem={problem} />
    </div>
  )
}

/** A heading; a sortable one switches between ascending, descending and the list's own order. */
function drawHead<Row>(column: Column<Row>, sorting: Sorting | undefined) {
  const { head, sort } = column
  const by = sorting?.by
  const order = sort && { [sort]: 'ascending', [`-${sort}`]: 'descending' }[by ?? '']
  const press = () => sorting?.set(by === sort ? `-${sort}` : by === `-${sort}` ? undefined : sort)
  return (
    <th
      key={head}
      scope="col"
      class={classOf(column)}
      aria-sort={order as 'ascending' | 'descending' | undefined}
    >
      {sort && sorting ? (
        <button type="button" class="sorter" onClick={press}>
          {head}
          <span aria-hidden="true">{{ ascending: ' ↑', descending: ' ↓' }[order ?? '']}</span>
        </button>
      ) : (
        head
      )}
    </th>
  )
}

const classOf = <Row,>({ isNumber, isTold, isExtra }: Column<Row>): string | undefined =>
  [isNumber && 'number', isTold && 'is-told', isExtra && 'is-extra'].filter(Boolean).join(' ') ||
  undefined

function drawCell<Row>(column: Column<Row>, row: Row, rows: readonly Row[]) {
  const { head, cell, isName } = column
  const Cell = isName ? 'th' : 'td'
  return (
    <Cell key={head} {...(isName && { scope: 'row' })} class={classOf(column)} data-label={head}>
      {cell(row, rows)}
    </Cell>
  )
}
