import type { RoomType } from '../catalog/catalog.ts'
import { type Flaw, flaw, pointerStep } from '../kernel/errors.ts'

/** Characters of a code shown in a message, which must fit one line. */
const CODE_SHOWN_MAX = 100

/** The supplement of a board per night: for the room, or for each guest. */
export type Supplement = { boardCode: string; supplementCents: number; per: 'room' | 'guest' }

/** Supplements in a request, in either of two forms. */
export type SupplementInput = {
  supplementsCents?: Record<string, number> | undefined
  supplements?: Supplement[] | undefined
}

type BoardSupplements = Pick<RoomType, 'boards' | 'supplementsCents' | 'perGuest'>

/** Returns the flaws in supplements for a room type with these boards; empty if there are none. */
export function checkSupplements(
  { supplementsCents, supplements }: SupplementInput,
  boards: readonly string[],
): Flaw[] {
  if (supplementsCents && supplements)
    return [flaw('/supplementsCents', 'conflicting_fields', 'Send either this or supplements.')]
  const codes = (supplements ?? []).map(({ boardCode }) => boardCode)
  return [
    ...Object.entries(supplementsCents ?? {}).flatMap(([code, cents]) => {
      const path = `/supplementsCents/${pointerStep(code.slice(0, CODE_SHOWN_MAX))}`
      return checkSupplement(boards, code, cents, { code: path, cents: path })
    }),
    ...(supplements ?? []).flatMap(({ boardCode, supplementCents }, index) => {
      const path = `/supplements/${index}`
      const paths = { code: `${path}/boardCode`, cents: `${path}/supplementCents` }
      return codes.indexOf(boardCode) < index
        ? [flaw(paths.code, 'repeated', 'A board may appear only once.')]
        : checkSupplement(boards, boardCode, supplementCents, paths)
    }),
  ]
}

function checkSupplement(
  boards: readonly string[],
  code: string,
  cents: number,
  paths: { code: string; cents: string },
): Flaw[] {
  if (!boards.includes(code))
    return [flaw(paths.code, 'unknown_board', 'The room type has no such board.')]
  const isWrong = code === boards[0] && cents !== 0
  const message = "The day's price is for this board: 0."
  return isWrong ? [flaw(paths.cents, 'out_of_range', message, { min: 0, max: 0 })] : []
}

/**
 * Returns the supplements of exactly these boards; the first has none. A list replaces everything; amounts by code are
 * per room, and other boards keep theirs.
 */
export function supplementsFor(
  boards: readonly string[],
  { supplementsCents = {}, supplements }: SupplementInput,
  before: Omit<BoardSupplements, 'boards'> = { supplementsCents: {}, perGuest: [] },
): Omit<BoardSupplements, 'boards'> {
  const given = supplements ?? supplementList({ ...before, boards: [...boards] })
  const byCode = new Map(given.map((each) => [each.boardCode, each]))
  for (const [boardCode, supplementCents] of Object.entries(supplementsCents))
    byCode.set(boardCode, { boardCode, supplementCents, per: 'room' })
  if (boards[0] !== undefined) byCode.delete(boards[0])
  return {
    supplementsCents: Object.fromEntries(
      boards.map((code) => [code, byCode.get(code)?.supplementCents ?? 0]),
    ),
    perGuest: boards.filter((code) => byCode.get(code)?.per === 'guest'),
  }
}

/** Lists the supplements of a room type's boards, in order. */
export const supplementList = ({
  boards,
  supplementsCents,
  perGuest,
}: BoardSupplements): Supplement[] =>
  boards.map((boardCode) => ({
    boardCode,
    supplementCents: supplementsCents[boardCode] ?? 0,
    per: perGuest.includes(boardCode) ? 'guest' : 'room',
  }))
