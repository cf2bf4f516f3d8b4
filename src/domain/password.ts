import { refused } from './errors.ts'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from './limits.ts'
import { normalizeEmail } from './user.ts'

/**
 * Refuses a password that somebody chooses when it is too weak. Length is what counts and no kind of character is asked
 * for (NIST SP 800-63B §5.1.1.2).
 *
 * @param email of its account, which is the first thing that others would try
 * @param path of the field it was sent in
 * @throws AppError `validation_failed`
 */
export function refusePassword(password: string, email: string, path: string): void {
  const length = [...password].length
  const [min, max] = [PASSWORD_LENGTH_MIN, PASSWORD_LENGTH_MAX]
  if (length < min || length > max)
    throw refused(path, 'wrong_length', `Must be ${min} to ${max} characters.`, { min, max })
  if (normalizeEmail(password) === normalizeEmail(email))
    throw refused(path, 'too_easy', 'Must not be the e-mail address.')
  if (new Set(password).size === 1)
    throw refused(path, 'too_easy', 'Must not be one character again and again.')
}
