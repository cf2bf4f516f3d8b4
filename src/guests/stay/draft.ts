import { AGREEMENTS } from '../../domain/catalog/agreements.ts'
import type { Language } from '../../domain/kernel/language.ts'
import type { HotelPage, Visit } from '../../http/guests/page-shape.ts'
import { type CompanyDraft, companyBody, readCompany } from '../lib/company.ts'
import { nameOf } from '../lib/names.ts'
import { type Choice, partyOf, readChoice, type StayAddress } from './address.ts'
import type { StayScene } from './scene.ts'

/** The form that books as a guest has typed it; empty texts where nothing was typed. */
export type Draft = {
  /** The random name of this press: the same form books once. */
  key: string
  choices: Choice[]
  firstName: string
  lastName: string
  email: string
  phone: string
  /** The guest of each further room, first name and surname in one field. */
  others: string[]
  arrivalTime: string
  wishes: string
  /** The pieces of each extra, for each room. */
  extras: Map<string, number>[]
  company: CompanyDraft
  /** The texts that were agreed to, by kind: the hash that the form showed. */
  consents: Map<string, string>
  /** The sum that the form showed; null: none. */
  payableCents: number | null
}

/** A key as `newKey` makes it: another one is no form's. */
const KEY = /^[\da-f-]{36}$/
export const isKey = (text: string | null): text is string => KEY.test(text ?? '')

/** Returns the random name of a press. */
export const newKey = (): string => Bun.randomUUIDv7()

/** Reads what was typed; choices that the form does not have are those of the address. */
export function readDraft({ form, query }: Visit, at: StayAddress, page: HotelPage): Draft {
  const text = (name: string) => (form[name] ?? '').trim()
  const keyOfForm = query.get('key')
  const choices = at.parties.flatMap((_, party) => {
    const [chosen = at.choices[party]] = readChoice(form[`pick${party + 1}`] ?? '')
    return chosen ?? []
  })
  const extras = at.parties.map((_, party) => {
    const wanted = page.extras.flatMap(({ code, max }): [string, number][] => {
      const quantity = Math.min(max, Number.parseInt(text(extraField(code, party)), 10) || 0)
      return quantity > 0 ? [[code, quantity]] : []
    })
    return new Map(wanted)
  })
  return {
    key: isKey(text('key')) ? text('key') : isKey(keyOfForm) ? keyOfForm : newKey(),
    choices,
    ...{ firstName: text('firstName'), lastName: text('lastName') },
    ...{ email: text('email'), phone: text('phone') },
    others: at.parties.slice(1).map((_, index) => text(`guest${index + 2}`)),
    ...{ arrivalTime: text('arrivalTime'), wishes: text('wishes') },
    extras,
    company: readCompany(form),
    consents: new Map(
      AGREEMENTS.flatMap((kind) => (form[`agree-${kind}`] ? [[kind, text(`agree-${kind}`)]] : [])),
    ),
    payableCents: form.payable ? readCents(form.payable) : null,
  }
}

/** Reads the sum that a form showed; a text that no form showed is 0, which no price agrees to silently. */
const readCents = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0)

/** Returns the name of the field of an extra for one of the rooms. */
export const extraField = (code: string, party: number): string =>
  party === 0 ? `extra-${code}` : `extra${party + 1}-${code}`

/** The stays of a draft, as `POST /v1/quotes` and `POST /v1/booking-groups` take them. */
export const staysOf = (at: StayAddress, draft: Draft) =>
  draft.choices.map((choice, party) => {
    const { adults, childAges } = partyOf(at.parties[party]!)
    const { roomCode, rateCode, boardCode } = choice
    const guest = party > 0 ? nameOf(draft.others[party - 1] ?? '') : null
    const extras = [...draft.extras[party]!].map(([code, quantity]) => ({ code, quantity }))
    return {
      ...{ roomCode, rateCode, ...(boardCode && { boardCode }) },
      ...{ checkin: at.checkin, checkout: at.checkout, adults, childAges },
      ...(extras.length > 0 && { extras }),
      ...(guest && mayName(adults, childAges) && { guestNames: [guest] }),
    }
  })

/** A party of one has no further guest: the API's names are those besides the one who books. */
const mayName = (adults: number, childAges: readonly number[]) => adults + childAges.length > 1

/** Returns the order of a draft, without its stays. */
export function orderOf(draft: Draft, page: HotelPage, { say, at }: Pick<StayScene, 'say' | 'at'>) {
  const { language } = say
  const { firstName, lastName, email, phone, arrivalTime, company, payableCents } = draft
  const wishes = wishesOf(draft, { say, at })
  const invoice = companyBody(company)
  const consents = agreementsIn(page, language).flatMap(({ kind, language: written }) => {
    const textSha256 = draft.consents.get(kind)
    return textSha256 ? [{ kind, language: written, textSha256 }] : []
  })
  return {
    hotelSlug: page.slug,
    language,
    guest: { firstName, lastName, email, ...(phone && { phone }) },
    ...(arrivalTime && { arrivalTime }),
    ...(wishes && { specialRequests: wishes }),
    ...(invoice && { company: invoice }),
    ...(consents.length > 0 && { consents }),
    ...(payableCents !== null && { expectedPayableCents: payableCents }),
  }
}

/** Returns what the guest asks for, and who sleeps alone in a further room: that is no further guest of the room. */
function wishesOf({ wishes, others }: Draft, { say, at }: Pick<StayScene, 'say' | 'at'>): string {
  const alone = others.flatMap((name, index) => {
    const { adults, childAges } = partyOf(at.parties[index + 1]!)
    const count = index + 2
    return name && !mayName(adults, childAges) ? [say.word('book.guestIn', { count, name })] : []
  })
  return [wishes, ...alone].filter(Boolean).join('\n')
}

/** Returns the texts to agree to, one of each kind: in the language, else in the other one. */
export const agreementsIn = ({ agreements }: HotelPage, language: Language) =>
  AGREEMENTS.flatMap((kind) => {
    const ofKind = agreements.filter((each) => each.kind === kind)
    return ofKind.find((each) => each.language === language) ?? ofKind[0] ?? []
  })
