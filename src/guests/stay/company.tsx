/** @jsxImportSource preact */
import { CompanyFields } from '../views/company-fields.tsx'
import type { BookScene } from './book-scene.ts'

/** The company that gets the invoice, if there is one. */
export const Company = ({ say, draft: { company }, problem }: BookScene) => (
  <details class="card act" open={Object.values(company).some(Boolean)}>
    <summary>{say.word('book.company')}</summary>
    <div class="pair">
      <CompanyFields say={say} company={company} problem={problem} />
    </div>
  </details>
)
