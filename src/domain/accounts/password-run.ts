/** Sequences that people type by habit: rows and columns of keyboards, the alphabet, digits. */
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
/** A pattern of up to four characters, repeated. */
const REPETITION = /^(.{1,4})\1+$/su
const OTHERS_MIN = 5

/**
 * True if a password is little more than a keyboard or alphabet run: fewer than five characters are left after its
 * runs of four or more, in either direction, are taken out.
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
 * True if a password is a single run or a repeated pattern of up to four characters. `87654321`, `abcdefgh` and
 * `12341234` are among the most common passwords; lists made for checkers that detect runs leave them out.
 *
 * @param characters folded
 */
export function isPattern(characters: readonly string[]): boolean {
  const text = characters.join('')
  return ROWS.some((row) => row.includes(text)) || REPETITION.test(text)
}

/** Returns the length of the run that begins at an index; 1: no run begins there. */
function runFrom(characters: readonly string[], at: number): number {
  let length = RUN_MIN
  const isInRow = () => {
    const part = characters.slice(at, at + length).join('')
    return at + length <= characters.length && ROWS.some((row) => row.includes(part))
  }
  while (isInRow()) length++
  return length > RUN_MIN ? length - 1 : 1
}
