import { AppError, type Flaw, flaw } from '../../domain/kernel/errors.ts'
import { isUnsold } from '../../domain/sale/refusal.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { inSavepoint } from '../../store/engine/savepoint.ts'
import type { Deps } from '../deps.ts'

/** Places of a refusal that are named. */
const PLACES_MAX = 20

/** How an act on a group runs: a later try starts its transaction anew with more of these set. */
export type Tries = {
  /** True to run every part in a savepoint, which names all places that fail. */
  gathers: boolean
  /** True if every stay waits for the mailed link, because one of them does. */
  isAsked: boolean
}

/** Ends a try and rolls it back; the next one has these set, too. */
export class NextTry extends Error {
  readonly tries: Partial<Tries>

  constructor(tries: Partial<Tries>) {
    super('An act on a group is tried again.')
    this.tries = tries
  }
}

/**
 * Runs an act on a group in one transaction, again if a `NextTry` says so: at most once for each of its fields.
 *
 * @param inTx runs a body in a transaction; default: one that is kept
 */
export async function runTries<T>(
  { store }: Deps,
  act: (tx: Tx, tries: Tries) => Promise<T>,
  inTx: (body: (tx: Tx) => Promise<T>) => Promise<T> = store.tx,
): Promise<T> {
  const tries: Tries = { gathers: false, isAsked: false }
  for (;;)
    try {
      return await inTx((tx) => act(tx, tries))
    } catch (error) {
      if (!(error instanceof NextTry)) throw error
      Object.assign(tries, error.tries)
    }
}

/**
 * Runs the parts of an act on a group in their order; the next sees what the one before took. All or nothing: the
 * caller's transaction must end with any error.
 *
 * @throws AppError with every place that fails, up to 20: `/stays/1/checkin`; `NextTry` before these are known
 */
export async function runParts<Part, Result>(
  tx: Tx,
  { gathers }: Tries,
  parts: readonly Part[],
  work: (part: Part) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const refused: { index: number; error: AppError }[] = []
  for (const [index, part] of parts.entries())
    try {
      results.push(await (gathers ? inSavepoint(tx, () => work(part)) : work(part)))
    } catch (error) {
      if (!(error instanceof AppError) || flawsOf(error, index).length === 0) throw error
      if (!gathers) throw new NextTry({ gathers: true })
      refused.push({ index, error })
    }
  if (refused.length > 0) throw refusalOf(refused)
  return results
}

/** Returns the error of an act that several parts refuse: 422 if any of them is, else the first reason. */
function refusalOf(refused: readonly { index: number; error: AppError }[]): AppError {
  const { error } = refused.find(({ error }) => error.code === 'validation_failed') ?? refused[0]!
  const errors = refused.flatMap(({ index, error }) => flawsOf(error, index))
  return new AppError(error.code, error.message, {
    ...error.facts,
    errors: errors.slice(0, PLACES_MAX),
  })
}

/** Returns the flaws of one part, named by its place; empty if the error concerns no place. */
function flawsOf({ code, message, facts }: AppError, index: number): Flaw[] {
  const place = `/stays/${index}`
  if (code === 'validation_failed')
    return (facts.errors ?? []).map((each) => ({ ...each, path: `${place}${each.path}` }))
  if (!isUnsold(code)) return []
  const field = code === 'closed_to_departure' ? 'checkout' : 'checkin'
  return [flaw(`${place}/${field}`, code, message)]
}
