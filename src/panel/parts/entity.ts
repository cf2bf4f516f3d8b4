import type { ComponentChildren, FunctionComponent } from 'preact'
import type { Draft, FormFields, Question } from './entity-form.tsx'

/** The switch of a row: its `change` switches it off after a question, and on again. */
export type Switch<T> = {
  isOn: (row: T) => boolean
  /** The body of the change. */
  bodyOf: (isOn: boolean) => object
  /** The menu's words for switching it on. */
  on: string
  /** The words of the menu and of the question's button for switching it off. */
  off: string
  /** Heading and text of the question before it is off. */
  title: (name: string) => string
  text: string
  /** The dialog of the question, where it asks more; `act` switches the row off, with more in the body. */
  ask?: FunctionComponent<SwitchQuestion<T>>
  /** The toast afterwards. */
  said: (isOn: boolean, name: string) => string
  /** True for a row that cannot be switched. */
  isFixed?: (row: T) => boolean
}

/** The properties of a question's own dialog. */
export type SwitchQuestion<T> = {
  row: T
  title: string
  action: string
  text: string
  act: (more: object) => Promise<unknown>
  onClose: () => void
}

/**
 * The operations and texts for the rows of one kind: hotels, room types, rates, accounts …
 *
 * `Saved` is a row as the create and update operations answer it, if a list has more of it.
 */
export type Entity<T extends Saved, Saved extends object = T> = {
  title: string
  keyOf: (row: T) => string
  nameOf: (row: Saved) => string
  /** Changes one. @returns the row as the service then has it */
  change(row: T, body: object): Promise<Saved>
  /** The form's fields, for the row to change or, without one, for a new row. */
  fields: (row: T | undefined) => FormFields
  /** The creation of a row, with the texts of the button and the form; a kind without it is only listed. */
  make?: {
    send(body: object): Promise<Saved>
    title: string
    /** The toast afterwards. */
    said?: (made: Saved) => string
    /** Runs after the row is made; a failure is shown as a toast. */
    after?: (made: Saved, draft: Draft) => Promise<void>
  }
  switch?: Switch<T>
  /** The deletion of a row, the rows that allow it, and the text of the question. */
  removal?: { canBe: (row: T) => boolean; text: string; send(row: T): Promise<unknown> }
  /** What to warn of after a change; nothing if undefined. */
  warning?: (saved: Saved) => string | undefined
  /** True if a change sends the values that it was based on (`expected`). */
  isGuarded?: true
  /** A row in the shape of a body, if the list has another shape. */
  beforeOf?: (row: T) => object
  /** The question before a change is sent. */
  ask?: (row: T, draft: Draft) => Question | undefined
  /** Drawn in the place of the form, which keeps its draft; see `EntityForm`. */
  instead?: (set: (changes: Draft) => void, draft: Draft) => ComponentChildren
  isWide?: boolean
}
