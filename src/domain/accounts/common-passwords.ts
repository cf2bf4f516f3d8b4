import { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD_LENGTH_MIN } from '../kernel/limits.ts'
import { asLetters } from './password-letters.ts'

const COMMON_MAX = 10_000

/**
 * The 10,000 commonest passwords of those that are long enough to be chosen, as they are compared, each between line
 * breaks. Called as a Bun macro, so that the binary carries these 90 KB and not the list they are of.
 */
export function commonPasswords(): string {
  const all = dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_LENGTH_MIN)
  return `\n${[...new Set(all.slice(0, COMMON_MAX).map(asLetters))].join('\n')}\n`
}
