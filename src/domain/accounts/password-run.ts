/** What fingers and children say in order: rows and columns of keyboards, the alphabet, digits. */
const ROWS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjklsi',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'fggıodrnhpqw',
  'uieakmtlysx',
  'jovcczsb',
].flatMap((row) => [row, [...row].toReversed().join('')])
const RUN_MIN = 4
/** Up to four characters, again and again. */
const REPETITION = /^(.{1,4})\1+$/su
const OTHERS_MIN = 5

/**
 * Whether a password is hardly more than a run of keyboard or alphabet: without its runs of four and more characters,
 * either way, fewer than five are left.
 *
 * @param characters folded
 */
export function isRun(characters: readonly string[]): boolean {
  let others = 0
  let hasRun = false
  for (let at = 0; at < characters.length; ) {
    const length = runFrom(characters, at)
    hasRun ||= length > 1
    others += length > 1 ? 0 : 1
    at += length
  }
  return hasRun && others < OTHERS_MIN
}

/**
 * Whether a password is one run and nothing else, or up to four characters again and again: `87654321`, `abcdefgh` and
 * `12341234` are among the commonest, and lists for checkers that look for runs themselves leave them out.
 *
 * @param characters folded
 */
export function isPattern(characters: readonly string[]): boolean {
  const text = characters.join('')
  return ROWS.some((row) => row.includes(text)) || REPETITION.test(text)
}

/** How many characters the run has that begins at a place; 1: none begins there. */
function runFrom(characters: readonly string[], at: number): number {
  let length = RUN_MIN
  const isInRow = () => {
    const part = characters.slice(at, at + length).join('')
    return at + length <= characters.length && ROWS.some((row) => row.includes(part))
  }
  while (isInRow()) length++
  return length > RUN_MIN ? length - 1 : 1
}
