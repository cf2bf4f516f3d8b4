import { type Flaw, type FlawCode, flaw, refuseFlaws } from './errors.ts'

/**
 * Refuses a list with an element that is not one of the given words, or is repeated.
 *
 * @param path of the list
 * @param code of an unknown element
 * @throws AppError `validation_failed` naming each unknown or repeated element
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
