import type { AgreementKind } from '../../domain/catalog/agreements.ts'
import { LANGUAGES, type Language, t } from '../lib/i18n.ts'
import type { FormField } from './entity-form.tsx'
import { OPTIONAL } from './kinds.ts'

type Text = 'name' | 'description' | 'policies' | AgreementKind
type Translations<Name extends Text> = Record<Language, Record<Name, string | null>>

/** The texts of a thing in each language, with their labels. */
export const textsOf = <Name extends Text>(translations: Translations<Name>) =>
  LANGUAGES.flatMap((language) =>
    (Object.keys(translations[language]) as Name[]).map(
      (name) => [t(`text.${language}.${name}`), translations[language][name]] as const,
    ),
  )

/** The fields for the texts. */
export const textFields = (...names: Text[]): FormField[] =>
  names.flatMap((name) =>
    LANGUAGES.map((language) => ({
      name: `translations/${language}/${name}`,
      label: t(`text.${language}.${name}`),
      isLong: name !== 'name',
      kind: OPTIONAL,
    })),
  )
