import { tokenInGroups } from '../../domain/bookings/manage-link.ts'
import { LANGUAGES, type Language } from '../../domain/kernel/language.ts'
import type { Visit } from '../../http/guests/page-shape.ts'

/** The key that opens a booking. Forms carry it, so that no cookie and no address contains it. */
export type Key = {
  code: string
  /** The manage token; without it the e-mail address opens the booking. */
  token?: string
  email?: string
  /** The proof token of the mail that asks for it. */
  proof?: string
  /** The chosen language. */
  lang?: Language
}

/**
 * The end of a mailed link: `#CODE.MANAGETOKEN` or `#CODE.MANAGETOKEN.PROOFTOKEN`. No part contains `#`, so a field of
 * many `#` is read once, not once for each of them.
 */
const LINK = /#([^.\s#]+)\.([^.\s#]+)(?:\.([^.\s#]+))?\s*$/
/** The lengths of the groups in which a manage code is typed. */
export const GROUPS = [6, 6, 5, 5] as const
/** Splits a token into its groups. */
export const groupsOf = (token: string): string[] => tokenInGroups(token).split(' ')

const TEXT_MAX = 254

/** Reads the key of a booking from a form: the code and the other fields. Any field may contain a whole link. */
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

/** Returns the language of a page: the chosen one, else the booking's, else the browser's first known one. */
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
