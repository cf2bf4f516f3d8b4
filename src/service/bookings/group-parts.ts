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

/** Returns the place in the body of a path within one part. */
export type Place = (path: string) => string

/** Returns the places of the stay at an index. */
export const ofStay =
  (index: number): Place =>
  (path) =>
    `/stays/${index}${path}`

type Refused = { place: Place; error: AppError }

/** Ends a try and rolls it back; the next one has these set, too. */
export class NextTry extends Error {
  readonly tries: Partial<Tries>

  constructor(tries: Partial<Tries>) {
    super('An act on a group is tried again.')
    this.tries = tries
  }
}

/**
 * Returns the dependencies with a clock that stands still, so that all bookings of one act have the same instants: the
 * holds of a group end together.
 */
export function atOneInstant(deps: Deps): Deps {
  const nowMs = deps.nowMs()
  return { ...deps, nowMs: () => nowMs }
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
 * @param placeOf returns the places of a part; default: those of the stay at its index
 * @throws AppError with every place that fails, up to 20: `/stays/1/checkin`; `NextTry` before these are known
 */
export async function runParts<Part, Result>(
  tx: Tx,
  { gathers }: Tries,
  parts: readonly Part[],
  work: (part: Part) => Promise<Result>,
  placeOf: (part: Part, index: number) => Place = (_, index) => ofStay(index),
): Promise<Result[]> {
  const results: Result[] = []
  const refused: Refused[] = []
  for (const [index, part] of parts.entries())
    try {
      results.push(await (gathers ? inSavepoint(tx, () => work(part)) : work(part)))
    } catch (error) {
      const place = placeOf(part, index)
      if (!(error instanceof AppError) || flawsOf(error, place).length === 0) throw error
      if (!gathers) throw new NextTry({ gathers: true })
      refused.push({ place, error })
    }
  if (refused.length > 0) throw refusalOf(refused)
  return results
}

/** Returns the error of an act that several parts refuse: 422 if any of them is, else the first reason. */
function refusalOf(refused: readonly Refused[]): AppError {
  const { error } = refused.find(({ error }) => error.code === 'validation_failed') ?? refused[0]!
  const errors = unique(refused.flatMap(({ place, error }) => flawsOf(error, place)))
  return new AppError(error.code, error.message, {
    ...error.facts,
    errors: errors.slice(0, PLACES_MAX),
  })
}

/** Flaws in what all parts share are found in each of them. */
const unique = (flaws: readonly Flaw[]) =>
  flaws.filter(
    ({ path, code }, index) =>
      flaws.findIndex((each) => each.path === path && each.code === code) === index,
  )

/** Returns the flaws of one part, named by its place; empty if the error concerns no place. */
function flawsOf({ code, message, facts }: AppError, place: Place): Flaw[] {
  if (code === 'validation_failed')
    return (facts.errors ?? []).map((each) => ({ ...each, path: place(each.path) }))
  if (isOfState(code)) return [flaw(place(''), code, message)]
  if (!isUnsold(code)) return []
  return [flaw(place(code === 'closed_to_departure' ? '/checkout' : '/checkin'), code, message)]
}

/** Reasons in a booking itself, not in the days that it asks for. */
const OF_STATE = ['terms_forbid_change', 'transition_invalid', 'revision_conflict'] as const

const isOfState = (code: string): code is (typeof OF_STATE)[number] =>
  OF_STATE.some((each) => each === code)
