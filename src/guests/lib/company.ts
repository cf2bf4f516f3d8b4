/** The company of an invoice as a guest types it; empty texts where nothing was typed. */
export type CompanyDraft = Record<(typeof PARTS)[number], string>

/** The parts of a company in the API's body, and their fields in the forms. */
const PARTS = ['name', 'taxOffice', 'taxNumber', 'address', 'email'] as const
export const COMPANY_FIELDS = {
  name: 'company',
  taxOffice: 'taxOffice',
  taxNumber: 'taxNumber',
  address: 'companyAddress',
  email: 'companyEmail',
} as const satisfies Record<keyof CompanyDraft, string>

/** Reads the company of a form. */
export const readCompany = (form: Record<string, string>): CompanyDraft =>
  companyOf((part) => (form[COMPANY_FIELDS[part]] ?? '').trim())

/** Returns the draft of the company that a booking has. */
export const draftOf = (company: Record<keyof CompanyDraft, string | null> | null): CompanyDraft =>
  companyOf((part) => company?.[part] ?? '')

/** Returns the company for the API; null if nothing was typed. A part without the name is refused there. */
export function companyBody(draft: CompanyDraft): object | null {
  const typed = PARTS.filter((part) => part === 'name' || draft[part])
  if (PARTS.every((part) => !draft[part])) return null
  return Object.fromEntries(typed.map((part) => [part, draft[part]]))
}

const companyOf = (textOf: (part: keyof CompanyDraft) => string): CompanyDraft =>
  Object.fromEntries(PARTS.map((part) => [part, textOf(part)])) as CompanyDraft
