import type { ComponentChildren, InputHTMLAttributes } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { Problem } from '../lib/api.ts'
import { flawText, t } from '../lib/i18n.ts'
import { DayInput } from './day-input.tsx'

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

/** What may stand on the control itself. */
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

/** What ties a control to its label, hint and error, beside what stands on it itself. */
type Control = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
}

type FrameProps = FieldProps &
  OwnProps & { isEmpty?: boolean; children: (control: Control) => ComponentChildren }

/** A labelled control with its hint and what is wrong with it: `<Field label="…">{(control) => <input {...control} />}</Field>`. */
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

/** What is wrong with a field of a body, or within it where it is a list. */
export const flawsUnder = (
  problem: Problem | undefined,
  path?: string,
  isEmpty = false,
): string | undefined =>
  problem?.errors
    .filter((flaw) => flaw.path === path || flaw.path.startsWith(`${path}/`))
    .map((flaw) =>
      // Nobody is told how long nothing may be.
      isEmpty && flaw.code === 'wrong_length' ? t('action.needed') : flawText(flaw),
    )
    .join(' ') || undefined

type TextFieldProps = FieldProps &
  OwnProps & {
    value: string
    /** Is given the text at each keystroke. */
    onText: (text: string) => void
    /** Words that are offered. */
    words?: readonly string[] | undefined
    /** Of several lines. */
    isLong?: boolean | undefined
  }

/** A field for a text, number, day, e-mail, password… by `type`. */
export function TextField({ value, onText, words, isLong, ...field }: TextFieldProps) {
  const listId = useId()
  const [wrong, setWrong] = useState('')
  const onInput = (event: { currentTarget: { value: string } }) => onText(event.currentTarget.value)
  return (
    <Field {...field} error={wrong || field.error} isEmpty={value.trim() === ''}>
      {(control) =>
        field.type === 'date' ? (
          <DayInput {...{ control, value }} onDay={onText} onWrong={setWrong} />
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

/** One of some words, and how the page says it. */
type Choice<T extends string> = { value: T; text: string }

/** Words as choices, each as the page says it. */
export const choicesOf = <const T extends string>(
  values: readonly T[],
  textOf: (value: T) => string,
): Choice<T>[] => values.map((value) => ({ value, text: textOf(value) }))

type ChecksFieldProps<T extends string> = FieldProps & {
  value: readonly T[]
  choices: readonly Choice<T>[]
  /** Is given those that are chosen, in the order of the choices. */
  onPick: (value: T[]) => void
  /** As many beside each other as fit. */
  isDense?: boolean
}

/** A choice of some of several. */
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

/** A choice of one. */
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
