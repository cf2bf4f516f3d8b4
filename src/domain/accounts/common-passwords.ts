import { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD_LENGTH_MIN } from '../kernel/limits.ts'
import { asLetters } from './password-letters.ts'

const COMMON_MAX = 10_000

/**
 * Returns the 10,000 most common passwords among those long enough to be accepted, folded for comparison, each between
 * line breaks. A Bun macro calls it, so that the binary carries these 90 KB and not the whole list.
 */
export function commonPasswords(): string {
  const all = dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_LENGTH_MIN)
  return `\n${[...new Set(all.slice(0, COMMON_MAX).map(asLetters))].join('\n')}\n`
}
