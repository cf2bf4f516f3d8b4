import type { Problem } from '../lib/api.ts'
import { LANGUAGES, type Language, t } from '../lib/i18n.ts'
import { TextField } from './field.tsx'

type Names = Record<Language, { name: string | null }>

/** Names of nothing yet. */
export const NO_NAMES: Names = { en: { name: null }, tr: { name: null } }

type NameFieldsProps = {
  names: Names
  onNames: (names: Names) => void
  problem: Problem | undefined
  /** JSON Pointer of the element that has the `translations`. */
  path: string
}

/** The name of a row's element in each language. */
export function NameFields({ names, onNames, problem, path }: NameFieldsProps) {
  return (
    <div class="form-row">
      {LANGUAGES.map((language) => (
        <TextField
          key={language}
          problem={problem}
          label={t(`text.${language}.name`)}
          value={names[language].name ?? ''}
          onText={(name) => onNames({ ...names, [language]: { name: name || null } })}
          path={`${path}/translations/${language}/name`}
        />
      ))}
    </div>
  )
}
