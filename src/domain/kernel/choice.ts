import { type Flaw, type FlawCode, flaw, refuseFlaws } from './errors.ts'

/**
 * Refuses a list whose elements are not each one of some words, once.
 *
 * @param path of the list
 * @param code of an element that is none of the words
 * @throws AppError `validation_failed` naming every element that is none, or stands there before
 */
export function checkChoices(
  given: readonly string[],
  { path, words, code }: { path: string; words: readonly string[]; code: FlawCode },
): void {
  const flaws = given.map((word, index): Flaw | false => {
    const place = `${path}/${index}`
    if (!words.includes(word)) return flaw(place, code, `Must be one of ${words.join(', ')}.`)
    return given.indexOf(word) < index && flaw(place, 'repeated', `${word} is in the list already.`)
  })
  refuseFlaws(flaws.filter((each) => each !== false))
}
