import { AppError } from '../../domain/kernel/errors.ts'

/**
 * Members of which a change says some; any other is replaced as a whole, so that one that is not said is none. Of taxes it
 * says all, but maybe not their names in each language.
 */
const MERGED = ['translations', 'supplementsCents', 'taxes']

/**
 * A change without what its sender expected to stand, and what refuses it where that is not so: nobody writes over what
 * they have not seen.
 *
 * @param show what stands, as it is answered
 * @returns second, to be called in the transaction that writes with what stands there, what throws AppError
 *   `revision_conflict` unless that is as expected, or as asked by now, as after an answer that was lost
 */
export function splitExpected<Changes extends object, Args extends unknown[]>(
  { expected: known = {}, ...changes }: Changes & { expected?: Record<string, unknown> },
  show: (...stands: Args) => object,
) {
  const refuseUnseen = (...stands: Args): void => {
    const shown = show(...stands) as Record<string, unknown>
    const isSo = (said: object) => (name: string) =>
      (MERGED.includes(name) ? matches : Bun.deepEquals)(said[name as keyof object], shown[name])
    const others = Object.keys(known).filter((name) => !isSo(known)(name))
    if (others.length > 0 && !Object.keys(changes).every(isSo(changes)))
      throw new AppError(
        'revision_conflict',
        `Somebody else has changed it meanwhile (${others.join(', ')}). Reload it, then decide again.`,
      )
  }
  return [changes, refuseUnseen] as const
}

/** Whether what is said of a thing is so, of whose members some may be said; of a list all that is in it. */
function matches(said: unknown, stands: unknown): boolean {
  if (Array.isArray(said) && Array.isArray(stands))
    return said.length === stands.length && said.every((each, at) => matches(each, stands[at]))
  if (!isRecord(said) || !isRecord(stands)) return Bun.deepEquals(said, stands)
  return Object.keys(said).every((name) => matches(said[name], stands[name]))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
