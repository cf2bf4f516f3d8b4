import { type ComponentChildren, Fragment } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { route } from '../lib/router.ts'
import { createStore, useStore } from '../lib/store.ts'

type Close<T> = (answer?: T) => void

/** An open dialog, and the end of the wait for it. */
type Opened = { id: number; draw: () => ComponentChildren; leave: () => void }

const opened = createStore<readonly Opened[]>([])
let lastId = 0

/**
 * Opens a dialog and waits until it closes:
 *
 *     const secret = await openDialog<string>((close) => <RotateSecret onClose={close} />)
 *
 * A dialog ends with the page that opened it: it closes when the address or the person changes.
 *
 * @returns the value that the dialog was closed with; undefined for one that was cancelled
 */
export function openDialog<T = true>(
  draw: (close: Close<T>) => ComponentChildren,
): Promise<T | undefined> {
  return new Promise((settle) => {
    const id = ++lastId
    const close = (answer?: T) => {
      opened.set(opened.get().filter((each) => each.id !== id))
      settle(answer)
    }
    opened.set([...opened.get(), { id, draw: () => draw(close), leave: () => close() }])
  })
}

/** Draws the open dialogs, the latest on top. */
export function OpenDialogs() {
  const dialogs = useStore(opened)
  const { hotel, view, rest, query } = useStore(route)
  const leaveAll = () => {
    for (const { leave } of opened.get()) leave()
  }
  useLayoutEffect(() => leaveAll, [hotel, view, rest.join('/'), `${query}`])
  return (
    <>
      {dialogs.map(({ id, draw }) => (
        <Fragment key={id}>{draw()}</Fragment>
      ))}
    </>
  )
}
