import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { Problem } from '../lib/api.ts'
import { flawText } from '../lib/i18n.ts'

/** What ties a control to its label, hint and error. */
type Control = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
}

/** What every field is given. */
export type FieldProps = {
  label: string
  hint?: string | undefined
  /** Something the page itself found wrong. */
  error?: string | undefined
  /** What the form's call ended in; the flaws at `path` are shown here. */
  problem?: Problem | undefined
  /** JSON Pointer of the field in the body, or `?name` of a parameter (contract §6). */
  path?: string | undefined
  /** Keeps the label for screen readers only. */
  isLabelHidden?: boolean
}

/** A labelled control with its hint and what is wrong with it: `<Field label="…">{(control) => <input {...control} />}</Field>`. */
function Field({
  label,
  hint,
  isLabelHidden = false,
  children,
  ...wrong
}: FieldProps & { children: (control: Control) => ComponentChildren }) {
  const id = useId()
  const error = errorOf(wrong)
  const describedBy = [...(hint ? [`${id}-hint`] : []), ...(error ? [`${id}-error`] : [])]
  const control: Control = {
    id,
    'aria-describedby': describedBy.join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
  }
  return (
    <div class="field">
      <label for={id} class={isLabelHidden ? 'sr-only' : undefined}>
        {label}
      </label>
      {children(control)}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

/** What is wrong with a list of a body, or within it. */
export const flawsUnder = (problem: Problem | undefined, path: string): string | undefined =>
  problem?.errors
    .filter((flaw) => flaw.path === path || flaw.path.startsWith(`${path}/`))
    .map(flawText)
    .join(' ') || undefined

/** What may stand on the control itself. */
type OwnProps = {
  name?: string
  type?:
    | 'text'
    | 'email'
    | 'password'
    | 'search'
    | 'number'
    | 'date'
    | 'datetime-local'
    | 'url'
    | 'tel'
  autocomplete?: string
  inputMode?: 'numeric' | 'decimal'
  placeholder?: string
  required?: boolean
  disabled?: boolean
  readOnly?: boolean
  maxLength?: number
  min?: string | number
  max?: string | number
  step?: string | number
  onKeyDown?: (event: KeyboardEvent) => void
}

type TextFieldProps = FieldProps &
  OwnProps & {
    value: string
    /** Is given the text at each keystroke. */
    onText: (text: string) => void
  }

/** A field of one line: text, number, date, e-mail, password… by `type`. */
export function TextField({ value, onText, ...rest }: TextFieldProps) {
  const { field, control: own } = split(rest)
  return (
    <Field {...field}>
      {(control) => (
        <input
          type="text"
          {...(own as object)}
          {...control}
          value={value}
          onInput={(event) => onText(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

/** A field of one line that offers words to choose from. */
export function ListField({
  words,
  value,
  onText,
  ...rest
}: TextFieldProps & { words: readonly string[] }) {
  const listId = useId()
  const { field, control: own } = split(rest)
  return (
    <Field {...field}>
      {(control) => (
        <>
          <input
            {...(own as object)}
            {...control}
            list={listId}
            autocomplete="off"
            value={value}
            onInput={(event) => onText(event.currentTarget.value)}
          />
          <datalist id={listId}>
            {words.map((word) => (
              <option key={word} value={word} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}

/** A field of several lines. */
export function TextAreaField({ value, onText, ...rest }: TextFieldProps & { rows?: number }) {
  const { field, control: own } = split(rest)
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          {...(own as object)}
          {...control}
          value={value}
          onInput={(event) => onText(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

/** A choice of yes or no. */
export function CheckField({
  label,
  checked,
  onCheck,
}: {
  label: string
  checked: boolean
  onCheck: (checked: boolean) => void
}) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onCheck(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  )
}

type SelectFieldProps<T extends string> = FieldProps &
  Pick<OwnProps, 'name' | 'required' | 'disabled'> & {
    value: T
    options: readonly { value: T; text: string }[]
    onPick: (value: T) => void
  }

/** A choice of one. */
export function SelectField<T extends string>(props: SelectFieldProps<T>) {
  const { value, options, onPick, ...rest } = props
  const { field, control: own } = split(rest)
  return (
    <Field {...field}>
      {(control) => (
        <select
          {...(own as object)}
          {...control}
          value={value}
          onChange={(event) => onPick(event.currentTarget.value as T)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** What belongs to the field around a control, and what to the control. */
function split<T extends FieldProps>(props: T) {
  const { label, hint, error, problem, path, isLabelHidden, ...control } = props
  const field = {
    label,
    hint,
    error,
    problem,
    ...(path !== undefined && { path }),
    ...(isLabelHidden !== undefined && { isLabelHidden }),
  }
  return { field, control }
}

function errorOf({ error, problem, path }: Pick<FieldProps, 'error' | 'problem' | 'path'>) {
  const flaws = problem?.errors.filter((flaw) => flaw.path === path) ?? []
  return error ?? (flaws.map(flawText).join(' ') || undefined)
}
