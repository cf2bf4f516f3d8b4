import { tokenInGroups } from '../../domain/bookings/manage-link.ts'
import { LANGUAGES, type Language } from '../../domain/kernel/language.ts'
import type { Visit } from '../../http/guests/page-shape.ts'

/** What opens a booking, carried from form to form: there is no cookie, and no address has it. */
export type Key = {
  code: string
  /** The manage token, or the e-mail address where that is not known. */
  token?: string
  email?: string
  /** The proof token of the mail that asks for it. */
  proof?: string
  /** The language that was chosen. */
  lang?: Language
}

/**
 * A link as it is mailed: `#CODE.MANAGETOKEN` or `#CODE.MANAGETOKEN.PROOFTOKEN`. No part has the sign that begins it: a
 * field of nothing else is then read once, not once a sign.
 */
const LINK = /#([^.\s#]+)\.([^.\s#]+)(?:\.([^.\s#]+))?\s*$/
/** Where a manage code is typed in groups. */
export const GROUPS = [6, 6, 5, 5] as const
/** What of a token stands in each group. */
export const groupsOf = (token: string): string[] => tokenInGroups(token).split(' ')

const TEXT_MAX = 254

/** Reads what opens a booking from a form: a code, and what was typed beside it; a whole link may stand in any field. */
export function readKey({ form, lang }: Visit): Key {
  const typed = GROUPS.map((_, index) => form[`group${index + 1}`] ?? '')
  const linked = [form.code ?? '', ...typed].map((text) => text.match(LINK)).find(Boolean)
  const [, linkCode, linkToken, linkProof] = linked ?? []
  const token = linkToken ?? withoutSpaces(form.token ?? typed.join(''))
  const email = (form.email ?? '').trim()
  const proof = linkProof ?? withoutSpaces(form.proof ?? '')
  const chosen = languageNamed(form.lang) ?? languageNamed(lang)
  return {
    code: cut(withoutSpaces(linkCode ?? form.code ?? '')),
    ...(token && { token: cut(token) }),
    ...(email && { email: cut(email) }),
    ...(proof && { proof: cut(proof) }),
    ...(chosen && { lang: chosen }),
  }
}

/** The language of a page: the one that was chosen, the booking's, the first of the browser's that there is. */
export function languageOf({ lang }: Key, { acceptLanguage }: Visit, written?: Language | null) {
  if (lang) return lang
  if (written) return written
  const asked = acceptLanguage.split(',').map((tag) => languageNamed(tag.trim().slice(0, 2)))
  return asked.find(Boolean) ?? 'en'
}

const languageNamed = (text: string | null | undefined): Language | undefined =>
  LANGUAGES.find((each) => each === text?.toLowerCase())

const withoutSpaces = (text: string) => text.replaceAll(/\s+/g, '')
const cut = (text: string) => text.slice(0, TEXT_MAX)
