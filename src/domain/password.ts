import type { Flaw } from './errors.ts'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from './limits.ts'
import { normalizeEmail } from './user.ts'

/**
 * What is wrong with a password that somebody chooses; undefined when nothing is. Length is what counts and no kind
 * of character is asked for (NIST SP 800-63B §5.1.1.2).
 *
 * @param email of its account, which is the first thing that others would try
 * @param path of the field it was sent in
 */
export function checkPassword(password: string, email: string, path: string): Flaw | undefined {
  const length = [...password].length
  if (length < PASSWORD_LENGTH_MIN || length > PASSWORD_LENGTH_MAX)
    return {
      path,
      code: 'wrong_length',
      message: `Must be ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters.`,
      values: { min: PASSWORD_LENGTH_MIN, max: PASSWORD_LENGTH_MAX },
    }
  if (normalizeEmail(password) === normalizeEmail(email))
    return { path, code: 'too_easy', message: 'Must not be the e-mail address.' }
  if (new Set(password).size === 1)
    return { path, code: 'too_easy', message: 'Must not be one character again and again.' }
  return undefined
}
