/** @jsxImportSource preact */
import { flawText } from '../lib/problem-text.ts'
import { Field } from '../views/parts.tsx'
import type { BookScene } from './book-scene.ts'

/** The company that gets the invoice, if there is one. */
export function Company({ say, draft: { company }, problem }: BookScene) {
  const { word } = say
  const flaw = (path: string, typed: string) =>
    problem && (flawText(say, problem, `/company/${path}`, typed) as string | undefined)
  return (
    <details class="card act" open={Object.values(company).some(Boolean)}>
      <summary>{word('book.company')}</summary>
      <div class="pair">
        <Field
          name="company"
          label={word('book.company.name')}
          value={company.name}
          error={flaw('name', company.name)}
          more={{ maxlength: 200, autocomplete: 'organization' }}
        />
        <Field
          name="taxOffice"
          label={word('book.company.taxOffice')}
          value={company.taxOffice}
          more={{ maxlength: 100 }}
        />
        <Field
          name="taxNumber"
          label={word('book.company.taxNumber')}
          value={company.taxNumber}
          error={flaw('taxNumber', company.taxNumber)}
          more={{ maxlength: 50 }}
        />
        <Field
          name="companyAddress"
          label={word('book.company.address')}
          value={company.address}
          more={{ maxlength: 500, autocomplete: 'street-address' }}
        />
      </div>
    </details>
  )
}
