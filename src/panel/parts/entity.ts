import type { ComponentChildren, FunctionComponent } from 'preact'
import type { Draft, FormFields, Question } from './entity-form.tsx'

/** How a row is switched off, after a question, and on again: by its `change`. */
export type Switch<T> = {
  isOn: (row: T) => boolean
  /** The body of the change. */
  bodyOf: (isOn: boolean) => object
  /** What the menu calls switching it on. */
  on: string
  /** What the menu and the question's button call switching it off. */
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
 * How a page lists, makes, changes and switches the rows of one kind: hotels, room types, rates, accounts …
 *
 * `Saved` is a row as making and changing one answer it, where a list tells more of it.
 */
export type Entity<T extends Saved, Saved extends object = T> = {
  title: string
  keyOf: (row: T) => string
  nameOf: (row: Saved) => string
  /** Changes one. @returns the row as the service then has it */
  change(row: T, body: object): Promise<Saved>
  /** The form's fields: of a row to change, or, without one, of a row to make. */
  fields: (row: T | undefined) => FormFields
  /** How a row is made, with the words on the button and over the form; a kind without it only lists. */
  make?: {
    send(body: object): Promise<Saved>
    title: string
    /** The toast afterwards. */
    said?: (made: Saved) => string
    /** Follows once the row is made; a toast tells its failure. */
    after?: (made: Saved, draft: Draft) => Promise<void>
  }
  switch?: Switch<T>
  /** How a row is deleted, which rows may be, and the text of the question before. */
  removal?: { canBe: (row: T) => boolean; text: string; send(row: T): Promise<unknown> }
  /** True where a change says on which values it was decided (`expected`). */
  isGuarded?: true
  /** A row in the form of a body, where a list shows it otherwise. */
  beforeOf?: (row: T) => object
  /** The question before a change is sent. */
  ask?: (row: T, draft: Draft) => Question | undefined
  /** Drawn in the place of the form, which keeps its draft; see `EntityForm`. */
  instead?: (set: (changes: Draft) => void, draft: Draft) => ComponentChildren
  isWide?: boolean
}
