import { useState } from 'preact/hooks'
import type { Role } from '../../../domain/accounts/user.ts'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import { useLoad } from '../../lib/load.ts'
import { readAll } from '../../lib/read-all.ts'
import { useSettled } from '../../lib/typing.ts'
import { Button } from '../../parts/button.tsx'
import type { Drawn } from '../../parts/entity-form.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { ProblemNote } from '../../parts/note.tsx'

/** The roles of accounts. */
export const ROLES: Role[] = ['hotel_manager', 'agency_user', 'guest', 'admin']

const FOUND_MAX = 5
/** The letters of a password: 32, for five bits each, without look-alikes. */
const PASSWORD_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
const PASSWORD_LENGTH = 16

/** A random password of 80 bits. */
export function makePassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(PASSWORD_LENGTH))
  return [...bytes].map((byte) => PASSWORD_ALPHABET[byte & 31]).join('')
}

/** The choice of an agency. */
export function AgencyField({ draft: _, ...props }: Drawn<string>) {
  const {
    data = [],
    problem,
    reload,
  } = useLoad((signal) => readAll('listAgencies', {}, signal), [])
  return (
    <>
      <SelectField
        {...props}
        options={[
          { value: '', text: t('admin.choose') },
          ...data.map(({ code, name }) => ({ value: code, text: `${name} (${code})` })),
        ]}
      />
      <ProblemNote problem={problem} onRetry={reload} />
    </>
  )
}

/** The choice of any number of hotels, of the first ones or by a search. */
export function HotelsField({ value: slugs, onPick, label, hint, ...at }: Drawn<string[]>) {
  const [text, setText] = useState('')
  const asked = useSettled(text)
  const found = useLoad(
    async (signal) => {
      const query = { q: asked || undefined, limit: FOUND_MAX + slugs.length }
      return (await call('listAllHotels', query, { signal })).items
    },
    [asked, slugs.length],
  )
  const offered = (found.data ?? []).filter(({ slug }) => !slugs.includes(slug))
  return (
    <>
      <ul class="beside" aria-label={label}>
        {slugs.map((slug) => (
          <li key={slug}>
            <Button
              aria-label={t('admin.remove', { name: slug })}
              onClick={() => onPick(slugs.filter((each) => each !== slug))}
            >
              {slug} <span aria-hidden="true">✕</span>
            </Button>
          </li>
        ))}
      </ul>
      <TextField
        label={t('admin.addHotel')}
        type="search"
        value={text}
        onText={setText}
        {...{ hint, problem: at.problem, path: at.path }}
      />
      <ul class="beside" aria-live="polite">
        {offered.slice(0, FOUND_MAX).map(({ slug, name }) => (
          <li key={slug}>
            <Button
              aria-label={t('admin.add', { name })}
              onClick={() => {
                onPick([...slugs, slug])
                setText('')
              }}
            >
              + {name}
            </Button>
          </li>
        ))}
      </ul>
      <ProblemNote problem={found.problem} onRetry={found.reload} />
    </>
  )
}
