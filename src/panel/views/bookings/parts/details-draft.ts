import type { Booking } from '../../../../client/call.ts'

/** The texts of a form for what a hotel needs of a booking besides the stay. */
export type DetailsDraft = Record<(typeof DETAILS)[number], string>

/** The fields of the company, in the order of its invoice. */
const COMPANY = ['company', 'taxNumber', 'taxOffice', 'address', 'companyEmail'] as const
export const DETAILS = ['guestNames', 'arrivalTime', ...COMPANY, 'extras'] as const

/** The details of a booking as texts: a guest on each line, and extras as `CODE×2`. */
export function detailsOf({ guestNames, arrivalTime, company, extras }: Booking): DetailsDraft {
  return {
    guestNames: guestNames.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join('\n'),
    arrivalTime: arrivalTime ?? '',
    company: company?.name ?? '',
    taxNumber: company?.taxNumber ?? '',
    taxOffice: company?.taxOffice ?? '',
    address: company?.address ?? '',
    companyEmail: company?.email ?? '',
    extras: extras.reduce(
      (text, { code, quantity }) => withExtra(text, code, quantityIn(text, code) + quantity),
      '',
    ),
  }
}

/** The changed details as members of a change. An empty company is none; a name's last word is the last name. */
export function readDetails(draft: DetailsDraft, changed: readonly string[], before: Booking) {
  const has = (...names: readonly string[]) => names.some((name) => changed.includes(name))
  return {
    ...(has('arrivalTime') && { arrivalTime: draft.arrivalTime.trim() || null }),
    ...(has('guestNames') && { guestNames: readNames(draft.guestNames, before) }),
    ...(has(...COMPANY) && { company: readCompany(draft) }),
    ...(has('extras') && { extras: readExtras(draft.extras) }),
  }
}

/** How many pieces of an extra the text has. */
export const quantityIn = (text: string, code: string): number =>
  readExtras(text).find((each) => each.code === code)?.quantity ?? 0

/** The text with as many pieces of an extra. */
export function withExtra(text: string, code: string, quantity: number): string {
  const all = readExtras(text)
  const next = all.map((each) => (each.code === code ? { code, quantity } : each))
  if (next.every((each) => each.code !== code)) next.push({ code, quantity })
  return next
    .filter((each) => each.quantity > 0)
    .map((each) => `${each.code}×${each.quantity}`)
    .join(' ')
}

const readExtras = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((part) => {
      const [code = '', quantity] = part.split('×')
      return { code, quantity: Number(quantity) }
    })

function readNames(text: string, { guestNames }: Booking) {
  const lines = text.split('\n').map((line) => line.trim().replace(/\s+/g, ' '))
  return lines.filter(Boolean).map((line) => {
    const known = guestNames.find(({ firstName, lastName }) => `${firstName} ${lastName}` === line)
    if (known) return known
    const at = line.lastIndexOf(' ')
    return at < 0
      ? { firstName: line, lastName: line }
      : { firstName: line.slice(0, at), lastName: line.slice(at + 1) }
  })
}

function readCompany(draft: DetailsDraft) {
  const [name, taxNumber, taxOffice, address, email] = COMPANY.map((field) => draft[field].trim())
  if ([name, taxNumber, taxOffice, address, email].every((text) => text === '')) return null
  return {
    name: name!,
    ...(taxNumber && { taxNumber }),
    ...(taxOffice && { taxOffice }),
    ...(address && { address }),
    ...(email && { email }),
  }
}
