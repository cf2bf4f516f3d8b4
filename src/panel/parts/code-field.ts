import { t } from '../lib/i18n.ts'
import type { FormField } from './entity-form.tsx'

/** The field for a code of the second factor. */
export const codeField = (): FormField => ({
  name: 'code',
  label: t('own.code'),
  hint: t('own.codeHint'),
  kind: { control: { autocomplete: 'one-time-code' } },
})
