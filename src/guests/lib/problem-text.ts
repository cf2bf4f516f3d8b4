import type { ErrorCode, Flaw } from '../../domain/kernel/errors.ts'
import type { GuestBooking, Problem } from '../../http/guests/page-shape.ts'
import {
  ANY_FLAW,
  ANY_PROBLEM,
  FLAW_WORDS,
  LINK_OLD,
  NO_MAIL,
  PROBLEM_WORDS,
} from './problem-words.ts'
import type { Speaker } from './say.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Problems that mean the same to a reader as another one. */
const SAME: Record<string, ErrorCode> = { migrating: 'unavailable' }

/** Returns a problem in words for a guest. @param found the booking it is about, if there is one */
export function problemText(say: Speaker, problem: Problem, found?: GuestBooking): string {
  const contact = contactOf(problem as Contact) || contactOf(found?.hotel ?? {})
  const { dates = [], penaltyCents = 0, retryAfterSeconds = 60 } = problem
  const { record } = found ?? {}
  return say.fill(say.pick(wordsOf(problem, { found, contact })), {
    dates: dates.map((day) => say.date(day)).join(', '),
    amount: record ? say.money(penaltyCents, record.currency) : '',
    contact,
    wait: waitText(say, retryAfterSeconds),
  })
}

/** Returns the time to wait, rounded up in the largest fitting unit. */
function waitText({ word }: Speaker, seconds: number): string {
  if (seconds < 2 * MINUTE) return word('wait.seconds', { count: seconds })
  if (seconds < 2 * HOUR) return word('wait.minutes', { count: Math.ceil(seconds / MINUTE) })
  return word('wait.hours', { count: Math.ceil(seconds / HOUR) })
}

function wordsOf(
  { code }: Problem,
  { found, contact }: { found: GuestBooking | undefined; contact: string },
) {
  if (code === 'not_found' && found) return LINK_OLD
  // A guest who asks for a link hears of no hotel; one who books does.
  if (code === 'ask_the_hotel' && !found && !contact) return NO_MAIL
  return PROBLEM_WORDS[SAME[code] ?? (code as ErrorCode)] ?? ANY_PROBLEM
}

/**
 * Returns the text for a wrong field; undefined for a correct one.
 *
 * @param path the field's path in the body of the API call
 * @param typed the field's value
 */
export function flawText(
  say: Speaker,
  { errors = [] }: Pick<Problem, 'errors'>,
  path: string,
  typed = '',
): string | undefined {
  const flaw = errors.find((each) => each.path === path)
  if (!flaw) return undefined
  const { values = {}, ...named } = flaw as Flaw
  const code = named.code === 'wrong_length' && typed === '' ? 'required' : named.code
  const all = [...(FLAW_WORDS[code] ?? []), ANY_FLAW].map(say.pick)
  const isKnown = (text: string) =>
    [...text.matchAll(/\{(\w+)\}/g)].every(([, name]) => name! in values)
  const text = all.find((each) => typeof each === 'string' && isKnown(each)) ?? ''
  const said = Object.entries(values).map(([name, value]) => [
    name,
    name === 'date' ? say.date(String(value)) : value,
  ])
  return say.fill(text, Object.fromEntries(said))
}

type Contact = { phone?: unknown; email?: unknown }

/** Returns the telephone and the e-mail address of a hotel in a line; empty if it has neither. */
export function contactOf({ phone, email }: Contact): string {
  return [phone, email].filter((each) => typeof each === 'string' && each).join(', ')
}
