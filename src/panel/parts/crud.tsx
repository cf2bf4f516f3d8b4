import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../lib/api.ts'
import { asSentence, t } from '../lib/i18n.ts'
import { type Pages, useAction } from '../lib/load.ts'
import { Button } from './button.tsx'
import { Confirm } from './dialog.tsx'
import { type Draft, EntityForm, type FormFields, type Question } from './entity-form.tsx'
import { Menu, type MenuItem } from './menu.tsx'
import { ProblemNote } from './note.tsx'
import { type Column, PagedTable } from './table.tsx'
import { say } from './toast.tsx'

/** How a thing is switched off, after a question, and on again. */
type Switch<T> = {
  isOn: (row: T) => boolean
  bodyOf: (isOn: boolean) => object
  /** What switching it on and off is called, what is asked before it is off, and what is said after either. */
  on: string
  off: string
  title: (name: string) => string
  text: string
  said: (isOn: boolean, name: string) => string
  /** Those that stay as they are. */
  isFixed?: (row: T) => boolean
}

/** A kind of thing that is listed, made, changed and switched: what a page needs to know of it. */
export type Entity<T> = {
  title: string
  keyOf: (row: T) => string
  nameOf: (row: T) => string
  /** Where one is changed. */
  pathOf: (row: T) => string
  /** Of one to change, or of one to make. */
  fields: (row: T | undefined) => FormFields
  /** Where one is made, and what that is called; without it none is. */
  make?: { path: string; title: string; said?: (made: T) => string }
  formTitle?: (name: string) => string
  switch?: Switch<T>
  query?: { hotel: string }
  /** What is changed as its body has it. */
  beforeOf?: (row: T) => object
  ask?: (row: T, draft: Draft) => Question | undefined
  instead?: (set: (changes: Draft) => void) => ComponentChildren
  isWide?: boolean
}

type Open<T> = { what: 'make' } | { what: 'edit' | 'off'; row: T }

/**
 * The dialogs that make, change and switch things of a kind.
 *
 * @param onSaved is given what the service then has
 */
export function useCrud<T>(of: Entity<T>, onSaved: (saved: T) => void) {
  const [open, setOpen] = useState<Open<T>>()
  const close = () => setOpen(undefined)
  const { run, isBusy, problem } = useAction(async (row: T, isOn: boolean) => {
    const saved = await api.patch<T>(of.pathOf(row), { body: of.switch!.bodyOf(isOn) })
    close()
    say(of.switch!.said(isOn, of.nameOf(row)))
    onSaved(saved)
  })
  const edit = (row: T) => setOpen({ what: 'edit', row })
  const switchOff = (row: T) => setOpen({ what: 'off', row })
  const itemsOf = (row: T): MenuItem[] => [
    { text: t('rooms.edit'), run: () => edit(row) },
    ...(!of.switch || of.switch.isFixed?.(row)
      ? []
      : of.switch.isOn(row)
        ? [{ text: of.switch.off, isDanger: true, run: () => switchOff(row) }]
        : [{ text: of.switch.on, run: () => run(row, true) }]),
  ]
  const dialogs = (
    <>
      {!open && <ProblemNote problem={asSentence(problem)} />}
      {open?.what === 'off' && (
        <Confirm
          title={of.switch!.title(of.nameOf(open.row))}
          action={of.switch!.off}
          isBusy={isBusy}
          problem={asSentence(problem)}
          onConfirm={() => run(open.row, false)}
          onClose={close}
        >
          <p>{of.switch!.text}</p>
        </Confirm>
      )}
      {open && open.what !== 'off' && (
        <Form
          of={of}
          row={open.what === 'edit' ? open.row : undefined}
          onClose={close}
          onSaved={onSaved}
        />
      )}
    </>
  )
  return {
    make: () => setOpen({ what: 'make' }),
    edit,
    switchOff,
    switchOn: (row: T) => run(row, true),
    itemsOf,
    isBusy,
    dialogs,
  }
}

type FormProps<T> = {
  of: Entity<T>
  row: T | undefined
  onClose: () => void
  onSaved: (saved: T) => void
}

function Form<T>({ of, row, onClose, onSaved }: FormProps<T>) {
  const { make, query, isWide = false, ask, instead } = of
  const name = row && of.nameOf(row)
  const send = async (body: object) => {
    const options = { body, ...(query && { query }) }
    const saved = row
      ? await api.patch<T>(of.pathOf(row), options)
      : await api.post<T>(make!.path, options)
    onClose()
    say(
      row
        ? t('admin.saved', { name: of.nameOf(saved) })
        : (make!.said?.(saved) ?? t('admin.made', { name: of.nameOf(saved) })),
    )
    onSaved(saved)
  }
  return (
    <EntityForm
      title={name ? (of.formTitle?.(name) ?? t('rooms.editNamed', { name })) : make!.title}
      fields={of.fields(row)}
      before={row && (of.beforeOf?.(row) ?? (row as object))}
      isWide={isWide}
      send={send}
      ask={row && ask && ((draft) => ask(row, draft))}
      instead={instead}
      onClose={onClose}
    />
  )
}

/** A list of things of a kind with what can be done with each. */
export function Crud<T>({
  of,
  pages,
  columns,
  empty,
  moreOf,
  onSaved = pages.reload,
  children,
}: {
  of: Entity<T>
  pages: Pages<T>
  columns: readonly Column<T>[]
  empty: ComponentChildren
  /** What else is in the menu of one; without it there is no menu. */
  moreOf?: (row: T) => MenuItem[]
  onSaved?: (saved: T) => void
  /** Stands above the list. */
  children?: ComponentChildren
}) {
  const { make, itemsOf, dialogs } = useCrud(of, onSaved)
  const actions: Column<T> = {
    head: t('admin.actions'),
    cell: (row) => (
      <Menu
        items={[...itemsOf(row), ...moreOf!(row)]}
        label={
          <>
            <span aria-hidden="true">⋯</span>
            <span class="sr-only">{t('admin.actionsOf', { name: of.nameOf(row) })}</span>
          </>
        }
      />
    ),
  }
  return (
    <>
      <div class="view-head">
        <h1>{of.title}</h1>
        <Button kind="primary" onClick={make}>
          {of.make!.title}
        </Button>
      </div>
      {children}
      {dialogs}
      <PagedTable
        pages={pages}
        caption={of.title}
        keyOf={of.keyOf}
        empty={empty}
        columns={moreOf ? [...columns, actions] : columns}
      />
    </>
  )
}
