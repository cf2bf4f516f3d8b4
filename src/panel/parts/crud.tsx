import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { api, asProblem } from '../lib/api.ts'
import { asSentence, problemText, t } from '../lib/i18n.ts'
import { type Pages, useAction } from '../lib/load.ts'
import { Button } from './button.tsx'
import { Confirm } from './dialog.tsx'
import type { Entity } from './entity.ts'
import { type Draft, EntityForm } from './entity-form.tsx'
import { Icon } from './icon.tsx'
import { Menu, type MenuItem } from './menu.tsx'
import { ProblemNote } from './note.tsx'
import { PageHead } from './page-head.tsx'
import { type Column, PagedTable } from './table.tsx'
import { say } from './toast.tsx'

type Open<T> = { what: 'make' } | { what: 'edit' | 'off' | 'remove'; row: T }

/**
 * The dialogs that make, change and switch things of a kind.
 *
 * @param onSaved is given what the service then has
 * @returns `dialogs` to draw; `startMaking`, `edit` and `switchOff`, which open one; `switchOn`, which asks nothing;
 *   `itemsOf`, the menu of a row
 */
export function useCrud<T>(of: Entity<T>, onSaved: (saved: T) => void) {
  const [open, setOpen] = useState<Open<T>>()
  const close = () => setOpen(undefined)
  const turn = async (row: T, isOn: boolean) => {
    const saved = await api.patch<T>(of.pathOf(row), optionsOf(of, of.switch!.bodyOf(isOn)))
    close()
    say(of.switch!.said(isOn, of.nameOf(row)))
    onSaved(saved)
  }
  const remove = async (row: T) => {
    await api.delete(of.pathOf(row))
    close()
    say(t('admin.isDeleted', { name: of.nameOf(row) }))
    onSaved(row)
  }
  const { run, isBusy, problem } = useAction((row: T) => turn(row, true))
  const edit = (row: T) => setOpen({ what: 'edit', row })
  const switchOff = (row: T) => setOpen({ what: 'off', row })
  const itemsOf = (row: T): MenuItem[] => [
    { text: t('action.edit'), run: () => edit(row) },
    ...(!of.switch || of.switch.isFixed?.(row)
      ? []
      : of.switch.isOn(row)
        ? [{ text: of.switch.off, isDanger: true, run: () => switchOff(row) }]
        : [{ text: of.switch.on, run: () => run(row) }]),
    ...(of.removal?.canBe(row)
      ? [
          {
            text: t('action.delete'),
            isDanger: true,
            run: () => setOpen({ what: 'remove', row }),
          },
        ]
      : []),
  ]
  const dialogs = (
    <>
      {!open && <ProblemNote problem={asSentence(problem)} />}
      {open?.what === 'off' && (
        <Confirm
          title={of.switch!.title(of.nameOf(open.row))}
          action={of.switch!.off}
          act={() => turn(open.row, false)}
          onClose={close}
        >
          <p>{of.switch!.text}</p>
        </Confirm>
      )}
      {open?.what === 'remove' && (
        <Confirm
          title={t('admin.deleteTitle', { name: of.nameOf(open.row) })}
          action={t('action.delete')}
          act={() => remove(open.row)}
          onClose={close}
        >
          <p>{of.removal!.text}</p>
        </Confirm>
      )}
      {open && open.what !== 'off' && open.what !== 'remove' && (
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
    startMaking: () => setOpen({ what: 'make' }),
    edit,
    switchOff,
    switchOn: run,
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
  const { make, isWide = false, ask, instead } = of
  const name = row && of.nameOf(row)
  const send = async (body: object, draft: Draft) => {
    const options = optionsOf(of, body)
    const saved = row
      ? await api.patch<T>(of.pathOf(row), options)
      : await api.post<T>(make!.path, options)
    onClose()
    say(
      row
        ? t('admin.saved', { name: of.nameOf(saved) })
        : (make!.said?.(saved) ?? t('admin.made', { name: of.nameOf(saved) })),
    )
    if (!row)
      await make!.after?.(saved, draft).catch((error) => {
        say(problemText(asProblem(error)), { tone: 'bad' })
      })
    onSaved(saved)
  }
  return (
    <EntityForm
      title={name ? t('rooms.editNamed', { name }) : make!.title}
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

/** The options of a call about such a thing. */
const optionsOf = <T,>({ query }: Entity<T>, body: object) => ({ body, ...(query && { query }) })

/** The button that makes one of a kind. */
export const NewButton = (props: {
  of: { make?: { title: string } }
  isFirst?: boolean
  onClick: () => void
}) => (
  <Button kind={props.isFirst === false ? 'plain' : 'primary'} onClick={props.onClick}>
    <Icon name="add" />
    {props.of.make!.title}
  </Button>
)

/** The head of a list of things of a kind: of the page, or of a section of one, whose button is not the page's first. */
export function ListHead(props: {
  of: { title: string; make?: { title: string } }
  isPage?: boolean
  onMake: () => void
}) {
  const { of, isPage = true, onMake } = props
  const make = of.make && <NewButton of={of} isFirst={isPage} onClick={onMake} />
  if (isPage) return <PageHead title={of.title} action={make} />
  return (
    <div class="view-head">
      <h2>{of.title}</h2>
      {make}
    </div>
  )
}

/** A list of things of a kind with what can be done with each. */
export function Crud<T>({
  of,
  pages,
  columns,
  empty,
  hasMenu = false,
  moreOf = () => [],
  onSaved = pages.reload,
  children,
}: {
  of: Entity<T>
  pages: Pages<T>
  columns: readonly Column<T>[]
  empty: ComponentChildren
  /** Whether each has a menu: to edit it, to switch it, and what `moreOf` says. */
  hasMenu?: boolean
  moreOf?: (row: T) => MenuItem[]
  onSaved?: (saved: T) => void
  /** Stands above the list. */
  children?: ComponentChildren
}) {
  const { startMaking, itemsOf, dialogs } = useCrud(of, onSaved)
  const actions: Column<T> = {
    head: t('list.actions'),
    cell: (row) => (
      <Menu
        name={t('admin.actionsOf', { name: of.nameOf(row) })}
        items={[...itemsOf(row), ...moreOf(row)]}
      />
    ),
  }
  return (
    <>
      <ListHead of={of} onMake={startMaking} />
      {children}
      {dialogs}
      <PagedTable
        pages={pages}
        caption={of.title}
        keyOf={of.keyOf}
        empty={empty}
        columns={hasMenu ? [...columns, actions] : columns}
      />
    </>
  )
}
