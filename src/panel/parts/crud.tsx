import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { t } from '../lib/i18n.ts'
import { Button } from './button.tsx'
import type { Entity } from './entity.ts'
import { type Draft, EntityForm } from './entity-form.tsx'
import { Icon } from './icon.tsx'
import { PageHead } from './page-head.tsx'
import { say, sayWrong } from './toast.tsx'

/**
 * The create and edit dialogs for the rows of a kind.
 *
 * @param onSaved gets the row as the service then has it
 * @returns `dialogs` to draw; `startMaking` and `edit`, which open one
 */
export function useCrud<T extends Saved, Saved extends object>(
  of: Entity<T, Saved>,
  onSaved: (saved: Saved) => void,
) {
  const [open, setOpen] = useState<{ row?: T }>()
  // The saved rows are newer than the list: a person who edits one again has seen these values.
  const [since] = useState(() => new Map<T, T>())
  const newest = (row: T): T => (since.has(row) ? newest(since.get(row)!) : row)
  const saved = (made: Saved) => {
    if (open?.row) since.set(open.row, { ...open.row, ...made })
    onSaved(made)
  }
  const dialogs = open && (
    <Form of={of} row={open.row} onClose={() => setOpen(undefined)} onSaved={saved} />
  )
  return {
    startMaking: () => setOpen({}),
    edit: (row: T) => setOpen({ row: newest(row) }),
    dialogs,
  }
}

type FormProps<T extends Saved, Saved extends object> = {
  of: Entity<T, Saved>
  row: T | undefined
  onClose: () => void
  onSaved: (saved: Saved) => void
}

function Form<T extends Saved, Saved extends object>(props: FormProps<T, Saved>) {
  const { of, row, onClose, onSaved } = props
  const { make, isWide = false, ask, instead } = of
  const name = row && of.nameOf(row)
  const send = async (body: object, draft: Draft) => {
    const saved = row ? await of.change(row, body) : await make!.send(body)
    onClose()
    say(
      row
        ? t('admin.saved', { name: of.nameOf(saved) })
        : (make!.said?.(saved) ?? t('admin.made', { name: of.nameOf(saved) })),
    )
    const warned = of.warning?.(saved)
    if (warned) sayWrong(warned)
    if (!row)
      await make!.after?.(saved, draft).catch((error) => {
        sayWrong(error)
      })
    onSaved(saved)
  }
  return (
    <EntityForm
      title={name ? t('rooms.editNamed', { name }) : make!.title}
      fields={of.fields(row)}
      before={row && (of.beforeOf?.(row) ?? (row as object))}
      seen={of.isGuarded && (row as object)}
      isWide={isWide}
      send={send}
      ask={row && ask && ((draft) => ask(row, draft))}
      instead={instead}
      onClose={onClose}
    />
  )
}

/** The button that makes a row of a kind. */
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

/** The head of a list: of a page, or of a section, whose button is not the primary one of the page. */
export function ListHead(props: {
  of: { title: string; make?: { title: string } }
  isPage?: boolean
  onMake: () => void
  /** The content beside the title of a page. */
  children?: ComponentChildren
}) {
  const { of, isPage = true, onMake, children } = props
  const make = of.make && <NewButton of={of} isFirst={isPage} onClick={onMake} />
  if (isPage)
    return (
      <PageHead title={of.title} action={make}>
        {children}
      </PageHead>
    )
  return (
    <div class="view-head">
      <h2>{of.title}</h2>
      {make}
    </div>
  )
}
