import type { ComponentChildren } from 'preact'
import { dateTime, HERE, number } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { Menu, type MenuItem } from './menu.tsx'
import type { Column } from './table.tsx'

/** The properties of a column besides its heading and its cells. */
type More<Row> = Omit<Column<Row>, 'head' | 'cell'>

/** A column of text: `textColumn(t('list.email'), ({ email }) => email)`. */
export const textColumn = <Row,>(
  head: string,
  cell: (row: Row) => ComponentChildren,
  more: More<Row> = {},
): Column<Row> => ({ head, cell, ...more })

/** A column of numbers; a dash for null. */
export const countColumn = <Row,>(
  head: string,
  of: (row: Row) => number | null,
  more: More<Row> = {},
): Column<Row> => ({
  head,
  isNumber: true,
  cell: (row) => dashed(of(row), number),
  ...more,
})

/** A column of instants in a time zone; a dash for null. */
export const timeColumn = <Row,>(
  head: string,
  of: (row: Row) => string | null,
  timezone = HERE,
  more: More<Row> = {},
): Column<Row> => ({
  head,
  cell: (row) => dashed(of(row), (instant) => dateTime(instant, timezone)),
  ...more,
})

/** The column with the menu of each row. */
export const menuColumn = <Row,>(
  nameOf: (row: Row) => string,
  itemsOf: (row: Row) => readonly MenuItem[],
): Column<Row> => ({
  head: t('list.actions'),
  isNumber: true,
  cell: (row) => <Menu name={t('admin.actionsOf', { name: nameOf(row) })} items={itemsOf(row)} />,
})

const dashed = <T,>(value: T | null, write: (value: T) => string) =>
  value === null ? '–' : write(value)
