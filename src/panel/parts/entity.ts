import type { ComponentChildren, FunctionComponent } from 'preact'
import type { Draft, FormFields, Question } from './entity-form.tsx'

/** How a thing is switched off, after a question, and on again: by a PATCH to its `pathOf`. */
export type Switch<T> = {
  isOn: (row: T) => boolean
  /** The body of the PATCH. */
  bodyOf: (isOn: boolean) => object
  /** What the menu calls switching it on. */
  on: string
  /** What the menu and the question's button call switching it off. */
  off: string
  /** Heading and text of the question before it is off. */
  title: (name: string) => string
  text: string
  /** What the question's dialog is, where it asks more; `act` switches it off, with more in the body. */
  ask?: FunctionComponent<SwitchQuestion<T>>
  /** The toast afterwards. */
  said: (isOn: boolean, name: string) => string
  /** Those that cannot be switched. */
  isFixed?: (row: T) => boolean
}

/** What a question of its own is given. */
export type SwitchQuestion<T> = {
  row: T
  title: string
  action: string
  text: string
  act: (more: object) => Promise<unknown>
  onClose: () => void
}

/** A kind of thing that is listed, made, changed and switched: what a page needs to know of it. */
export type Entity<T> = {
  title: string
  keyOf: (row: T) => string
  nameOf: (row: T) => string
  /** Where one is changed. */
  pathOf: (row: T) => string
  /** The form's fields: of one to change, or, without a row, of one to make. */
  fields: (row: T | undefined) => FormFields
  /** Where one is made by a POST, the words on the button and over the form, and the toast; without it none is made. */
  make?: {
    path: string
    title: string
    said?: (made: T) => string
    /** What else is done once it is made, by what was written; what goes wrong then is told in a toast. */
    after?: (made: T, draft: Draft) => Promise<void>
  }
  switch?: Switch<T>
  /** Those that may be deleted, by a DELETE to their `pathOf`, and the text of the question before. */
  removal?: { canBe: (row: T) => boolean; text: string }
  /** Goes with every call that makes, changes or switches one. */
  query?: { hotel: string }
  /** Whether a change says what it was decided on (`expected`). */
  isGuarded?: true
  /** One as a body has it, where that is not as it is listed. */
  beforeOf?: (row: T) => object
  /** What is asked before a change is sent, if anything. */
  ask?: (row: T, draft: Draft) => Question | undefined
  /** Shown in the form's place, which keeps what was written; see `EntityForm`. */
  instead?: (set: (changes: Draft) => void, draft: Draft) => ComponentChildren
  isWide?: boolean
}
