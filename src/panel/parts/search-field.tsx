import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '../lib/i18n.ts'
import { route, setQuery } from '../lib/router.ts'
import { useSettled } from '../lib/typing.ts'
import { SelectField, TextField } from './field.tsx'

/** A search field whose text goes into the address shortly after the last keystroke. */
export function SearchField({ name = 'q', label }: { name?: string; label: string }) {
  const asked = route.get().query.get(name) ?? ''
  const [text, setText] = useState(asked)
  const settled = useSettled(text)
  const sent = useRef(asked)
  useEffect(() => {
    // The search was cleared from elsewhere: what is typed after one's own clearing stays.
    if (asked === '' && sent.current !== '') setText('')
    sent.current = asked
  }, [asked])
  useEffect(() => {
    if (settled !== text.trim() || settled === asked) return
    sent.current = settled
    setQuery({ [name]: settled || undefined })
  }, [settled])
  return <TextField label={label} type="search" maxLength={100} value={text} onText={setText} />
}

type ChoiceProps = {
  name: string
  label: string
  /** The text for no filter. */
  none?: string
  options: readonly { value: string; text: string }[]
  isLabelHidden?: boolean
}

/** A select that is kept in the address; its empty value is no filter. */
export function ChoiceFilter(props: ChoiceProps) {
  const { name, label, none = t('list.any'), options, isLabelHidden } = props

  const asked = route.get().query.getAll(name)
  return (
    <SelectField
      label={label}
      isLabelHidden={isLabelHidden ?? false}
      value={options.find(({ value }) => asked.includes(value))?.value ?? ''}
      options={[{ value: '', text: none }, ...options]}
      onPick={(value) => setQuery({ [name]: value || undefined })}
    />
  )
}

/** The same filter as chips, for a few options side by side. */
export function ChipFilter({ name, label, none = t('list.any'), options }: ChoiceProps) {
  const asked = route.get().query.getAll(name)
  const chosen = options.find(({ value }) => asked.includes(value))?.value ?? ''
  return (
    <fieldset class="chips">
      <legend class="sr-only">{label}</legend>
      {[{ value: '', text: none }, ...options].map(({ value, text }) => (
        <button
          key={value}
          type="button"
          class="chip"
          aria-pressed={value === chosen}
          onClick={() => setQuery({ [name]: value || undefined })}
        >
          {text}
        </button>
      ))}
    </fieldset>
  )
}
