import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { asSentence, t } from '../../lib/i18n.ts'
import { type Pages, useAction } from '../../lib/load.ts'
import { go, route } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { menuColumn } from '../../parts/columns.tsx'
import { ListHead, useCrud } from '../../parts/crud.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import type { Entity } from '../../parts/entity.ts'
import type { MenuItem } from '../../parts/menu.tsx'
import { ProblemNote } from '../../parts/note.tsx'
import { type Column, PagedTable, RowName } from '../../parts/table.tsx'
import { say } from '../../parts/toast.tsx'

/**
 * `useCrud` for rows that can be switched off and on, or deleted.
 *
 * @returns `switchOff`, which asks first; `switchOn`, which does not; `itemsOf`, the menu of a row
 */
export function useSwitched<T extends Saved, Saved extends object>(
  of: Entity<T, Saved>,
  onSaved: (saved: Saved) => void,
) {
  const { dialogs, ...crud } = useCrud(of, onSaved)
  const [asked, setAsked] = useState<{ what: 'off' | 'remove'; row: T }>()
  const close = () => setAsked(undefined)
  const turn = async (row: T, isOn: boolean, more: object = {}) => {
    const body = { ...of.switch!.bodyOf(isOn), ...more }
    const saved = await of.change(row, body)
    onSaved(saved)
    return of.switch!.said(isOn, of.nameOf(row))
  }
  const remove = async (row: T) => {
    await of.removal!.send(row)
    onSaved(row)
    return t('admin.isDeleted', { name: of.nameOf(row) })
  }
  const { run, isBusy, problem } = useAction(async (row: T) => say(await turn(row, true)))
  const switchOff = (row: T) => setAsked({ what: 'off', row })
  const itemsOf = (row: T): MenuItem[] => [
    { text: t('action.edit'), run: () => crud.edit(row) },
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
            run: () => setAsked({ what: 'remove', row }),
          },
        ]
      : []),
  ]
  const isOff = asked?.what === 'off'
  const name = asked && of.nameOf(asked.row)
  const Ask = isOff ? of.switch!.ask : undefined
  const all = (
    <>
      {!asked && !dialogs && <ProblemNote problem={asSentence(problem)} />}
      {asked && Ask && (
        <Ask
          row={asked.row}
          title={of.switch!.title(name!)}
          action={of.switch!.off}
          text={of.switch!.text}
          act={(more) => turn(asked.row, false, more)}
          onClose={close}
        />
      )}
      {asked && !Ask && (
        <Confirm
          title={isOff ? of.switch!.title(name!) : t('admin.deleteTitle', { name: name! })}
          action={isOff ? of.switch!.off : t('action.delete')}
          act={() => (isOff ? turn(asked.row, false) : remove(asked.row))}
          onClose={close}
        >
          <p>{isOff ? of.switch!.text : of.removal!.text}</p>
        </Confirm>
      )}
      {dialogs}
    </>
  )
  return { ...crud, switchOff, switchOn: run, itemsOf, isBusy, dialogs: all }
}

/** A list of the rows of a kind, with a menu of acts for each. */
export function Crud<T extends Saved, Saved extends object>({
  of,
  pages,
  columns,
  empty,
  name,
  moreOf = () => [],
  onSaved = pages.reload,
  children,
}: {
  of: Entity<T, Saved>
  pages: Pages<T>
  columns: readonly Column<T>[]
  empty: ComponentChildren
  /** The first column: names with a line under each; a press in the row edits it. Left out: `columns` have the name. */
  name?: { head: string; under?: (row: T) => ComponentChildren }
  moreOf?: (row: T) => MenuItem[]
  onSaved?: (saved: Saved) => void
  /** The filters of the list, which stand in its address. */
  children?: ComponentChildren
}) {
  const { startMaking, edit, itemsOf, dialogs } = useSwitched(of, onSaved)
  const actions = menuColumn(of.nameOf, (row: T) => [...itemsOf(row), ...moreOf(row)])
  const named = ({ head, under }: NonNullable<typeof name>): Column<T> => ({
    head,
    isName: true,
    cell: (row) => (
      <RowName name={of.nameOf(row)} onEdit={() => edit(row)}>
        {under?.(row)}
      </RowName>
    ),
  })
  return (
    <>
      <ListHead of={of} onMake={startMaking} />
      {children && (
        <search class="filters">
          {children}
          {[...route.get().query].length > 0 && (
            <Button kind="quiet" onClick={() => go({}, { replace: true })}>
              {t('bookings.clear')}
            </Button>
          )}
        </search>
      )}
      {dialogs}
      <PagedTable
        pages={pages}
        caption={of.title}
        keyOf={of.keyOf}
        empty={empty}
        columns={name ? [named(name), ...columns, actions] : columns}
      />
    </>
  )
}
