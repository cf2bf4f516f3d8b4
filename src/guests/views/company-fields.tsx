/** @jsxImportSource preact */
import type { Problem } from '../../http/guests/page-shape.ts'
import { COMPANY_FIELDS, type CompanyDraft } from '../lib/company.ts'
import { flawText } from '../lib/problem-text.ts'
import type { Speaker } from '../lib/say.ts'
import { Field } from './parts.tsx'

type CompanyProps = { say: Speaker; company: CompanyDraft; problem: Problem | undefined }

/** The most characters of each part, and how a browser fills it in. */
const MORE = {
  name: { maxlength: 200, autocomplete: 'organization' },
  taxOffice: { maxlength: 100 },
  taxNumber: { maxlength: 50 },
  address: { maxlength: 500, autocomplete: 'street-address' },
  email: { maxlength: 254, autocomplete: 'off' },
} as const satisfies Record<keyof CompanyDraft, object>

/** The company that gets the invoice. */
export const CompanyFields = ({ say, company, problem }: CompanyProps) =>
  (Object.keys(MORE) as (keyof CompanyDraft)[]).map((part) => (
    <Field
      name={COMPANY_FIELDS[part]}
      type={part === 'email' ? 'email' : 'text'}
      label={say.word(`book.company.${part}`)}
      value={company[part]}
      error={problem && flawText(say, problem, `/company/${part}`, company[part])}
      more={MORE[part]}
    />
  ))
