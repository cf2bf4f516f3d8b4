/** @jsxImportSource preact */
import { type ComponentChildren, h } from 'preact'
import type { GuestBooking } from '../../http/guests/page-shape.ts'
import { iconShapes } from '../lib/icons.ts' with { type: 'macro' }
import type { IconName } from '../lib/icons.ts'
import type { Key } from '../lib/key.ts'
import type { Speaker } from '../lib/say.ts'

/** What a page is made for: its language, what opened it, and the booking where there is one. */
export type Scene = { say: Speaker; opened: Key }
export type BookingScene = Scene & { found: GuestBooking }

/** What a form asks the page to do. */
type ActName =
  | 'open'
  | 'see'
  | 'link'
  | 'confirm'
  | 'change'
  | 'move'
  | 'guest'
  | 'cancel'
  | 'drop'
  | 'prove'
  | 'deny'
  | 'disown'
  | 'calendar'

const SHAPES = iconShapes()

/** A sign beside a text that says the same: it is not read out. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      {SHAPES[name].map(([shape, attributes]) => h(shape, attributes))}
    </svg>
  )
}

/** The address that a telephone dials. */
export const telephone = (number: string) =>
  `tel:${number.replace('(0)', '').replaceAll(/[^+\d]/g, '')}`

type FormProps = { act: ActName; opened: Key; class?: string; children: ComponentChildren }

/** A form of the page. What opens the booking goes with it, in its body alone. */
export function Form({ act, opened, class: name, children }: FormProps) {
  return (
    <form method="post" action="/booking" class={name}>
      <input type="hidden" name="act" value={act} />
      <KeyFields opened={opened} />
      {children}
    </form>
  )
}

/** The fields of a form that nobody fills in. */
function KeyFields({ opened }: { opened: Key }) {
  return Object.entries(opened).map(([name, value]) => (
    <input type="hidden" name={name} value={value} />
  ))
}

type ButtonProps = { children: ComponentChildren; look?: string; icon?: IconName }

/** What sends a form. */
export function Button({ children, look = '', icon }: ButtonProps) {
  return (
    <button type="submit" class={`button ${look}`}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** A form of one button. */
export function Press({ act, opened, ...button }: FormProps & ButtonProps) {
  return (
    <Form act={act} opened={opened}>
      <Button {...button} />
    </Form>
  )
}

type FieldProps = {
  name: string
  label: string
  value?: string
  type?: 'text' | 'email' | 'tel' | 'date'
  error?: string | undefined
  hint?: string | undefined
  /** Where another field of the page has its name. */
  id?: string
  /** What else describes it: the `id` of a note that says what is wrong. */
  wrong?: string | undefined
  lines?: number
  more?: Record<string, string | number | boolean>
}

/** A labelled field, with what is wrong with it. */
export function Field(props: FieldProps) {
  const { name, label, value, type = 'text', error, hint, wrong, lines, more } = props
  const id = `f-${props.id ?? name}`
  const notes = [wrong, error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const common = {
    ...{ id, name, ...more },
    ...(notes && { 'aria-describedby': notes }),
    ...((error ?? wrong) && { 'aria-invalid': 'true' as const }),
    // The page opens where something is wrong, also where no script scrolls there.
    ...(error && { autofocus: true }),
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {lines ? (
        <textarea rows={lines} {...common}>
          {value}
        </textarea>
      ) : (
        <input type={type as 'text'} value={value} {...common} />
      )}
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  )
}

/** What stands below a field: what is wrong, and how it is filled in. */
export function FieldNotes({
  id,
  error,
  hint,
}: { id: string } & Pick<FieldProps, 'error' | 'hint'>) {
  return (
    <>
      {error && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  )
}

/** What was done, or why not; the page opens there. */
export function Note({ tone, children }: { tone: 'good' | 'bad'; children: ComponentChildren }) {
  return (
    <div class={`note ${tone}`} role={tone === 'bad' ? 'alert' : 'status'} id="said">
      {children}
    </div>
  )
}

/** Lines of what costs what, the sum last. */
export function Sums({
  rows,
  sum,
}: {
  rows: (readonly [string, string])[]
  sum: readonly [string, string]
}) {
  return (
    <dl class="sums">
      {[...rows, sum].map(([name, value], index) => (
        <div class={index === rows.length ? 'sum' : undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
