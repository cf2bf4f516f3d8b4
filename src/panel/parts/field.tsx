import type { ComponentChildren, InputHTMLAttributes } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { Problem } from '../lib/api.ts'
import { flawText, t } from '../lib/i18n.ts'
import { DayInput } from './day-input.tsx'

/** The properties of every field. */
export type FieldProps = {
  label: string
  hint?: string | undefined
  /** An error that the page itself found. */
  error?: string | undefined
  /** The problem of the form's call; its flaws at `path` are shown here. */
  problem?: Problem | undefined
  /** JSON Pointer of the field in the body, or `?name` of a parameter (contract §6). */
  path?: string | undefined
  /** Keeps the label for screen readers only. */
  isLabelHidden?: boolean
}

/** The attributes of the control itself. */
type OwnProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'name'
  | 'type'
  | 'autocomplete'
  | 'autofocus'
  | 'inputMode'
  | 'placeholder'
  | 'required'
  | 'disabled'
> &
  Pick<InputHTMLAttributes<HTMLInputElement>, 'maxLength' | 'min' | 'max' | 'onKeyDown'> & {
    rows?: number
  }

/** The attributes that tie a control to its label, hint and error, and its own ones. */
type Control = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
}

type FrameProps = FieldProps &
  OwnProps & { isEmpty?: boolean; children: (control: Control) => ComponentChildren }

/** A labelled control with its hint and its error: `<Field label="…">{(control) => <input {...control} />}</Field>`. */
function Field({ label, hint, error, problem, path, isEmpty, isLabelHidden, ...own }: FrameProps) {
  const { children, ...rest } = own
  const id = useId()
  const wrong = error ?? flawsUnder(problem, path, isEmpty)
  const control = {
    ...rest,
    id,
    'aria-describedby':
      [hint && `${id}-hint`, wrong && `${id}-error`].filter(Boolean).join(' ') || undefined,
    'aria-invalid': wrong ? true : undefined,
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
      {wrong && (
        <p class="error" id={`${id}-error`}>
          {wrong}
        </p>
      )}
    </div>
  )
}

/** The error of a field of a body, or of an element of a list. */
export const flawsUnder = (
  problem: Problem | undefined,
  path?: string,
  isEmpty = false,
): string | undefined =>
  problem?.errors
    .filter((flaw) => flaw.path === path || flaw.path.startsWith(`${path}/`))
    .map((flaw) =>
      // An empty field gets no text about its length.
      isEmpty && flaw.code === 'wrong_length' ? t('action.needed') : flawText(flaw),
    )
    .join(' ') || undefined

type TextFieldProps = FieldProps &
  OwnProps & {
    value: string
    /** Gets the text at each keystroke. */
    onText: (text: string) => void
    /** Gets the error of a typed day, which `onText` never sees, and an empty text once it has none. */
    onWrong?: ((wrong: string) => void) | undefined
    /** The suggested values. */
    words?: readonly string[] | undefined
    /** True for several lines. */
    isLong?: boolean | undefined
  }

/** A field for a text, number, day, e-mail, password… by `type`. */
export function TextField({ value, onText, onWrong, words, isLong, ...field }: TextFieldProps) {
  const listId = useId()
  const [wrong, setWrong] = useState('')
  const onInput = (event: { currentTarget: { value: string } }) => onText(event.currentTarget.value)
  const onDayWrong = (wrong: string) => {
    setWrong(wrong)
    onWrong?.(wrong)
  }
  return (
    <Field {...field} error={wrong || field.error} isEmpty={value.trim() === ''}>
      {(control) =>
        field.type === 'date' ? (
          <DayInput {...{ control, value }} onDay={onText} onWrong={onDayWrong} />
        ) : isLong ? (
          <textarea {...control} value={value} onInput={onInput} />
        ) : (
          <>
            <input
              type="text"
              {...control}
              list={words && listId}
              value={value}
              onInput={onInput}
            />
            {words && (
              <datalist id={listId}>
                {words.map((word) => (
                  <option key={word} value={word} />
                ))}
              </datalist>
            )}
          </>
        )
      }
    </Field>
  )
}

/** A checkbox. */
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

/** An option: its value, and its text on the page. */
type Choice<T extends string> = { value: T; text: string }

/** Options from values, each with its text on the page. */
export const choicesOf = <const T extends string>(
  values: readonly T[],
  textOf: (value: T) => string,
): Choice<T>[] => values.map((value) => ({ value, text: textOf(value) }))

type ChecksFieldProps<T extends string> = FieldProps & {
  value: readonly T[]
  choices: readonly Choice<T>[]
  /** Gets the chosen values, in the order of the options. */
  onPick: (value: T[]) => void
  /** True for as many columns as fit. */
  isDense?: boolean
}

/** A group of checkboxes. */
export function ChecksField<T extends string>(props: ChecksFieldProps<T>) {
  const { label, hint, value, choices, onPick, error, problem, path, isDense } = props
  const wrong = error ?? flawsUnder(problem, path)
  const check = (changed: T, isOn: boolean) =>
    onPick(
      choices
        .map((choice) => choice.value)
        .filter((each) => (each === changed ? isOn : value.includes(each))),
    )
  const checks = choices.map((choice) => (
    <CheckField
      key={choice.value}
      label={choice.text}
      checked={value.includes(choice.value)}
      onCheck={(isOn) => check(choice.value, isOn)}
    />
  ))
  return (
    <fieldset>
      <legend>{label}</legend>
      {hint && <p class="dim">{hint}</p>}
      {isDense ? <div class="checks">{checks}</div> : checks}
      {wrong && <p class="error">{wrong}</p>}
    </fieldset>
  )
}

type SelectFieldProps<T extends string> = FieldProps & {
  value: T
  options: readonly Choice<T>[]
  onPick: (value: T) => void
}

/** A select. */
export function SelectField<T extends string>(props: SelectFieldProps<T>) {
  const { value, options, onPick, ...field } = props
  return (
    <Field {...field}>
      {(control) => (
        <select
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
