import type { ComponentChildren, FunctionComponent } from 'preact'
import { useState } from 'preact/hooks'
import { Problem } from '../lib/api.ts'
import { t } from '../lib/i18n.ts'
import { useAction } from '../lib/load.ts'
import { ActionDialog, Confirm, closeSaying, useFocusFlaw } from './dialog.tsx'
import { CheckField, type FieldProps, SelectField, TextField } from './field.tsx'
import type { Draft, Kind } from './kinds.ts'
import { ProblemNote } from './note.tsx'

export type { Draft } from './kinds.ts'

/** What a control of a field's own is given. */
export type Drawn<T> = { value: T; onPick: (value: T) => void; draft: Draft } & FieldProps

/** A field of a form: a line of text unless it is drawn otherwise. */
export type FormField = {
  /** Of the member of the body; of one within another its path: `translations/tr/name`. */
  name: string
  label: string
  hint?: string
  kind?: Kind
  /** What stands in it before anybody wrote there. */
  initial?: unknown
  /** It is neither shown nor sent where this does not hold. */
  isAsked?: (draft: Draft) => boolean
  isLong?: boolean
  /** Words that are offered. */
  words?: readonly string[]
  /** The choice of one; `''` is none and goes out as null. */
  options?: readonly { value: string; text: string }[]
  // biome-ignore lint/suspicious/noExplicitAny: what the field itself wrote into the draft
  draw?: FunctionComponent<Drawn<any>>
  /** What else is filled in when somebody picks a value. */
  fills?: (value: unknown, draft: Draft) => Draft
  /** The value as the body has it, where it depends on other fields. */
  readWith?: (draft: Draft) => unknown
}

/** A form's fields from above; those of an inner list stand beside each other. */
export type FormFields = readonly (FormField | readonly FormField[])[]

/** A member of a body, by its name or path. */
type Member = [name: string, value: unknown]

/** What is asked before a form is sent. */
export type Question = { title: string; action: string; text: string }

type EntityFormProps<Body extends object> = {
  title: string
  /** Words on the button that sends it. */
  action?: string
  fields: FormFields
  /** What is changed: only what is otherwise is sent then. Without it something is made. */
  before?: object | undefined
  /** What is changed as the service told of it: it refuses to write over what others have made of it since. */
  seen?: object | false | undefined
  isWide?: boolean
  /** Sends it; a text that it answers closes the form and is said. */
  send: (body: Body, draft: Draft) => Promise<unknown>
  /** What is asked before it is sent, if anything. */
  ask?: ((draft: Draft) => Question | undefined) | undefined
  /** Shown in the form's place, which keeps what was written. */
  instead?: ((set: (changes: Draft) => void, draft: Draft) => ComponentChildren) | undefined
  onClose: () => void
  /** Stands above the fields. */
  children?: ComponentChildren
  /** Stands below them. */
  below?: ComponentChildren
}

/** A form in a dialog, from a table of its fields, whose names are the members of the body. */
export function EntityForm<Body extends object>(props: EntityFormProps<Body>) {
  const { fields, send, ask, instead, onClose } = props
  // What was filled in at first, also when the page learns of another meanwhile: that would be written over otherwise.
  const [{ before, seen }] = useState(props)
  const all = fields.flat()
  const [written, setDraft] = useState(() => draftOf(all, before))
  // A field may join those that it was opened with.
  const draft = { ...draftOf(all, before), ...written }
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [question, setQuestion] = useState<Question>()
  const { run, isBusy, problem } = useAction(async () => {
    const given = Object.entries(bodyOf(all, draft))
    const members = before ? changesOf(before, given) : filledIn(given)
    const stood = seen && members.map(([name]): Member => [name, memberOf(seen, name)])
    const body = { ...nested(members), ...(stood && { expected: nested(stood) }) }
    closeSaying(await send(body as Body, draft), onClose)
  })
  useFocusFlaw(wrong)
  useFocusFlaw(problem)
  const set = (changes: Draft) => setDraft((now) => ({ ...now, ...changes }))
  const submit = async () => {
    const flaws = flawsOf(all, draft)
    setWrong(flaws)
    if (Object.keys(flaws).length > 0) return
    const asked = ask?.(draft)
    if (asked) setQuestion(asked)
    else await run()
  }
  const answer = () => {
    setQuestion(undefined)
    return run()
  }
  if (question)
    return (
      <Confirm {...question} act={answer} onClose={() => setQuestion(undefined)}>
        <p>{question.text}</p>
      </Confirm>
    )
  const other = instead?.(set, draft)
  if (other) return <>{other}</>
  const draw = (field: FormField) => (
    <DrawnField
      key={field.name}
      {...{ field, draft, problem, error: wrong[field.name] }}
      onPick={(value) => set({ [field.name]: value, ...field.fills?.(value, draft) })}
    />
  )
  return (
    <ActionDialog
      title={props.title}
      kind="primary"
      action={props.action ?? t('action.save')}
      isWide={props.isWide}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <ProblemNote problem={asMarked(problem)} />
      {props.children}
      {drawRows(fields, draft, draw)}
      {props.below}
    </ActionDialog>
  )
}

/** The fields that are asked for, by themselves or side by side. */
function drawRows(fields: FormFields, draft: Draft, draw: (field: FormField) => ComponentChildren) {
  const isAsked = (field: FormField) => field.isAsked?.(draft) ?? true
  return fields.map((row) =>
    'name' in row ? (
      isAsked(row) && draw(row)
    ) : (
      <div class="form-row" key={row[0]!.name}>
        {row.filter(isAsked).map(draw)}
      </div>
    ),
  )
}

/** Where fields say what is wrong, the head of the form only points at them. */
function asMarked(problem: Problem | undefined): Problem | undefined {
  if (!problem?.errors.length) return problem
  return new Problem(problem.status, { code: 'validation_failed', errors: problem.errors })
}

type DrawnFieldProps = Pick<Drawn<unknown>, 'draft' | 'problem' | 'error' | 'onPick'> & {
  field: FormField
}

function DrawnField({ field, draft, onPick, ...wrong }: DrawnFieldProps) {
  const { name, label, hint, kind, isLong, words, options, draw: Own } = field
  const value = draft[name]
  const shared = { label, hint, path: `/${name}`, ...wrong }
  if (Own) return <Own {...shared} {...{ value, draft, onPick }} />
  if (typeof value === 'boolean')
    return <CheckField label={label} checked={value} onCheck={onPick} />
  const text = { ...shared, value: value as string }
  if (options) return <SelectField {...text} {...{ options, onPick }} />
  return <TextField {...text} {...kind?.control} {...{ words, isLong, onText: onPick }} />
}

/** Each field as it is written at first. */
function draftOf(fields: readonly FormField[], before: object = {}): Draft {
  return Object.fromEntries(
    fields.map(({ name, kind, initial = '' }) => {
      const value = memberOf(before, name) ?? initial
      if (kind?.write && value !== '') return [name, kind.write(value)]
      return [name, typeof value === 'number' ? String(value) : value]
    }),
  )
}

function bodyOf(fields: readonly FormField[], draft: Draft): Draft {
  const asked = fields.filter(({ isAsked }) => isAsked?.(draft) ?? true)
  return Object.fromEntries(
    asked.map(({ name, kind, options, readWith }) => {
      if (readWith) return [name, readWith(draft)]
      const written = draft[name]
      if (kind?.read) return [name, kind.read(written as string)]
      return [name, options && written === '' ? null : written]
    }),
  )
}

const flawsOf = (fields: readonly FormField[], draft: Draft): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap(({ name, kind }) => {
      const wrong = kind?.wrong?.(draft[name] as string, draft)
      return wrong ? [[name, wrong]] : []
    }),
  )

/** The members of a body without what nobody filled in, which the service then calls required. */
const filledIn = (members: Member[]) => members.filter(([, value]) => String(value ?? '') !== '')

/** The members of a body that are not as they were; null empties one, or is refused by its name. */
const changesOf = (before: object, members: Member[]) =>
  members.filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(memberOf(before, name)),
  )

/** What of a thing a field is of. */
const memberOf = (of: object, name: string): unknown =>
  name.split('/').reduce<unknown>((value, part) => (value as Draft | undefined)?.[part], of)

/** A body of members, some of them named by their paths. */
function nested(members: Member[]): object {
  const body: Draft = {}
  for (const [name, value] of members) {
    const parts = name.split('/')
    const last = parts.pop()!
    let place = body
    for (const part of parts) {
      place[part] ??= {}
      place = place[part] as Draft
    }
    place[last] = value
  }
  return body
}
