import { AppError } from '../../domain/kernel/errors.ts'

/**
 * Members that a change merges; any other member is replaced as a whole. A change names all taxes and distances, but maybe
 * not each translation of their names.
 */
const MERGED = ['translations', 'supplementsCents', 'taxes', 'houseRules', 'distances']

/**
 * Optimistic concurrency: splits a body into its changes and a check of its `expected` values, so that a client cannot
 * overwrite values it has not seen.
 *
 * @param show formats the stored values as the answer does
 * @returns the changes; a check for the writing transaction: it takes the stored values and throws AppError
 *   `revision_conflict` unless they are as expected, or already as requested (a repeat after a lost answer); and the
 *   names of the members in `expected`
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
        `Someone else has changed it in the meantime (${others.join(', ')}). Reload it, then decide again.`,
      )
  }
  return [changes, refuseUnseen, Object.keys(known)] as const
}

/** True if the stored value has everything named: objects may be named in part, lists in full. */
function matches(said: unknown, stands: unknown): boolean {
  if (Array.isArray(said) && Array.isArray(stands))
    return said.length === stands.length && said.every((each, at) => matches(each, stands[at]))
  if (!isRecord(said) || !isRecord(stands)) return Bun.deepEquals(said, stands)
  return Object.keys(said).every((name) => matches(said[name], stands[name]))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
