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

/** The properties of a field's own control. */
export type Drawn<T> = { value: T; onPick: (value: T) => void; draft: Draft } & FieldProps

/** A field of a form: a text line unless it says otherwise. */
export type FormField = {
  /** The name of the member of the body, or the path of a nested one: `translations/tr/name`. */
  name: string
  label: string
  hint?: string
  kind?: Kind
  /** Its first value. */
  initial?: unknown
  /** False for a field that is neither shown nor sent. */
  isAsked?: (draft: Draft) => boolean
  isLong?: boolean
  /** The suggested values. */
  words?: readonly string[]
  /** The options of a select; `''` is none and is sent as null. */
  options?: readonly { value: string; text: string }[]
  // biome-ignore lint/suspicious/noExplicitAny: a value that the field itself wrote into the draft
  draw?: FunctionComponent<Drawn<any>>
  /** Fills in other fields when a person picks a value. */
  fills?: (value: unknown, draft: Draft) => Draft
  /** The value in the body, if it depends on other fields. */
  readWith?: (draft: Draft) => unknown
}

/** The fields of a form from the top; those of an inner list stand side by side. */
export type FormFields = readonly (FormField | readonly FormField[])[]

/** A member of a body, by its name or path. */
type Member = [name: string, value: unknown]

/** A question before a form is sent. */
export type Question = { title: string; action: string; text: string }

type EntityFormProps<Body extends object> = {
  title: string
  /** The text of the sending button. */
  action?: string
  fields: FormFields
  /** The row to change, of which only the changes are sent; left out for a new row. */
  before?: object | undefined
  /** The row as the service sent it: the service refuses to overwrite newer changes of other people. */
  seen?: object | false | undefined
  isWide?: boolean
  /** Sends the form; a text that it answers closes the form and becomes a toast. */
  send: (body: Body, draft: Draft) => Promise<unknown>
  /** Answers the question before the form is sent, if there is one. */
  ask?: ((draft: Draft) => Question | undefined) | undefined
  /** Drawn in the place of the form, which keeps its draft. */
  instead?: ((set: (changes: Draft) => void, draft: Draft) => ComponentChildren) | undefined
  onClose: () => void
  /** The content above the fields. */
  children?: ComponentChildren
  /** The content below the fields. */
  below?: ComponentChildren
  /** The content beside the fields, or below them where there is no room. @param body the changes so far */
  beside?: ((body: object) => ComponentChildren) | undefined
}

/** A form in a dialog, from a table of its fields, whose names are the members of the body. */
export function EntityForm<Body extends object>(props: EntityFormProps<Body>) {
  const { fields, send, ask, instead, onClose } = props
  // The first values stay even if the page reads newer ones: those would be overwritten otherwise.
  const [{ before, seen }] = useState(props)
  const all = fields.flat()
  const [written, setDraft] = useState(() => draftOf(all, before))
  // A field may appear after the form was opened.
  const draft = { ...draftOf(all, before), ...written }
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [question, setQuestion] = useState<Question>()
  const membersNow = () => {
    const given = Object.entries(bodyOf(all, draft))
    return before ? changesOf(before, given) : filledIn(given)
  }
  const { run, isBusy, problem } = useAction(async () => {
    const members = membersNow()
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
      {props.beside ? (
        <div class="form-beside">
          <div class="stack">{drawRows(fields, draft, draw)}</div>
          {props.beside(nested(membersNow()))}
        </div>
      ) : (
        drawRows(fields, draft, draw)
      )}
      {props.below}
    </ActionDialog>
  )
}

/** The shown fields, alone or side by side. */
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

/** The head of the form only points at the fields if these show what is wrong. */
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

/** The first draft of each field. */
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

/** The members of a body without the empty ones, which the service then calls required. */
const filledIn = (members: Member[]) => members.filter(([, value]) => String(value ?? '') !== '')

/** The changed members of a body; null empties one, or the service refuses it by name. */
const changesOf = (before: object, members: Member[]) =>
  members.filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(memberOf(before, name)),
  )

/** The member of a row that a field shows. */
const memberOf = (of: object, name: string): unknown =>
  name.split('/').reduce<unknown>((value, part) => (value as Draft | undefined)?.[part], of)

/** A body made of members, some of them named by paths. */
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
