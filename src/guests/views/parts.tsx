/** @jsxImportSource preact */
import { type ComponentChildren, Fragment, h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { HotelAmenity } from '../../domain/catalog/hotel-amenities.ts'
import type { GuestBooking, Problem } from '../../http/guests/page-shape.ts'
import { amenityShapes, iconShapes } from '../lib/icons.ts' with { type: 'macro' }
import type { IconName } from '../lib/icons.ts'
import type { Key } from '../lib/key.ts'
import type { Speaker } from '../lib/say.ts'

/** The context of a page: its texts, the booking's key, and the booking if one is open. */
export type Scene = { say: Speaker; opened: Key }
export type BookingScene = Scene & {
  found: GuestBooking
  /** True if the service has pages that sell. */
  isSelling?: boolean
}

/** The values of a form that was refused, and the problem. */
export type SentForm = { problem: Problem | undefined; form: Record<string, string> | undefined }

/** The act that a form asks for. */
type ActName =
  | 'open'
  | 'see'
  | 'link'
  | 'confirm'
  | 'change'
  | 'move'
  | 'guest'
  | 'invoice'
  | 'review'
  | 'cancel'
  | 'drop'
  | 'prove'
  | 'deny'
  | 'disown'
  | 'calendar'

type Shape = ReturnType<typeof iconShapes>[IconName]

/**
 * Icons by name. They are drawn once, by the first page: a page shows a hundred, and a macro's value is made anew wherever
 * it is named.
 */
function drawn(shapesOf: () => Record<string, Shape>): (name: string) => string | undefined {
  let icons: Map<string, string> | undefined
  return (name) => {
    icons ??= new Map(Object.entries(shapesOf()).map(([each, of]) => [each, draw(of)]))
    return icons.get(name)
  }
}

const draw = (shape: Shape) =>
  renderToString(
    h(
      Fragment,
      null,
      shape.map(([element, attributes]) => h(element, attributes)),
    ),
  )

const Drawing = ({ of = '' }: { of: string | undefined }) => (
  <svg
    class="icon"
    viewBox="0 0 24 24"
    aria-hidden="true"
    dangerouslySetInnerHTML={{ __html: of }}
  />
)

const iconOf = drawn(() => iconShapes())
const amenityIconOf = drawn(() => amenityShapes())

/** A decorative icon next to a text; screen readers skip it. */
export const Icon = ({ name }: { name: IconName }) => <Drawing of={iconOf(name)} />

/** The icon of an amenity. */
export const AmenityIcon = ({ code }: { code: HotelAmenity }) => (
  <Drawing of={amenityIconOf(code)} />
)

/** Returns the `tel:` address of a number. */
export const telephone = (number: string) =>
  `tel:${number.replace('(0)', '').replaceAll(/[^+\d]/g, '')}`

type FormProps = { act: ActName; opened: Key; class?: string; children: ComponentChildren }

/** A form of the page; its body carries the booking's key. */
export function Form({ act, opened, class: name, children }: FormProps) {
  return (
    <form method="post" class={name}>
      <input type="hidden" name="act" value={act} />
      <KeyFields opened={opened} />
      {children}
    </form>
  )
}

/** The hidden fields of a form with the booking's key. */
function KeyFields({ opened }: { opened: Key }) {
  return Object.entries(opened).map(([name, value]) => (
    <input type="hidden" name={name} value={value} />
  ))
}

type ButtonProps = { children: ComponentChildren; look?: string; icon?: IconName }

/** The button that sends a form. */
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
  type?: 'text' | 'email' | 'tel' | 'date' | 'number'
  error?: string | undefined
  hint?: string | undefined
  /** An id of its own, if another field of the page has the same name. */
  id?: string
  /** The `id` of a note that describes the flaw. */
  wrong?: string | undefined
  lines?: number
  more?: Record<string, string | number | boolean>
}

/** A labelled field with its flaw and hint. */
export function Field(props: FieldProps) {
  const { name, label, value, type = 'text', error, hint, wrong, lines, more } = props
  const id = `f-${props.id ?? name}`
  const notes = [wrong, error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const common = {
    ...{ id, name, ...more },
    ...(notes && { 'aria-describedby': notes }),
    ...((error ?? wrong) && { 'aria-invalid': 'true' as const }),
    // The page opens at the wrong field, even without a script.
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

/** The notes below a field: its flaw, and a hint for filling it in. */
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

type NoteProps = { tone: 'good' | 'bad'; id?: string | undefined; children: ComponentChildren }

/** The names of the buttons beside a field of a number, which a script adds. */
export const stepWords = ({ word }: Speaker) => ({
  'data-less': word('stay.step.less'),
  'data-more': word('stay.step.more'),
})

/** A notice of success or failure. @param id the name by which a field refers to it */
export function Note({ tone, id, children }: NoteProps) {
  return (
    <div class={`note ${tone}`} role={tone === 'bad' ? 'alert' : 'status'} id={id}>
      {children}
    </div>
  )
}

/** A list of amounts, the sum last. */
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
