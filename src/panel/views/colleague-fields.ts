import { AGENCY_ROLES } from '../../domain/accounts/agency-role.ts'
import { t } from '../lib/i18n.ts'
import type { FormField } from '../parts/entity-form.tsx'
import { choicesOf } from '../parts/field.tsx'
import { EMAIL } from '../parts/kinds.ts'

/** The address of a person who is invited into an agency. */
export const emailField = (): FormField => ({
  name: 'email',
  label: t('list.email'),
  kind: { ...EMAIL, control: { ...EMAIL.control, autofocus: true } },
})

/** The role of a person in an agency, with what it may do. */
export const roleField = (initial: (typeof AGENCY_ROLES)[number] = 'agency_seller'): FormField => ({
  name: 'role',
  label: t('colleagues.role'),
  initial,
  options: choicesOf(
    AGENCY_ROLES,
    (value) => `${t(`people.role.${value}`)}: ${t(`people.may.${value}`)}`,
  ),
})
