import type { RoomType } from '../catalog/catalog.ts'
import { type Flaw, flaw, pointerStep } from '../kernel/errors.ts'

/** A place is told in a line, however long the name that was sent. */
const CODE_SHOWN_MAX = 100

/** What a board adds to the price of a night: for the room, or for each guest in it. */
export type Supplement = { boardCode: string; supplementCents: number; per: 'room' | 'guest' }

/** Supplements as they are sent: one way or the other. */
export type SupplementInput = {
  supplementsCents?: Record<string, number> | undefined
  supplements?: Supplement[] | undefined
}

type BoardSupplements = Pick<RoomType, 'boards' | 'supplementsCents' | 'perGuest'>

/** What is wrong with supplements for a room type of these boards; empty when nothing is. */
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
        ? [flaw(paths.code, 'repeated', 'A board stands once.')]
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
 * Supplements for exactly these boards, the first of which has none. A list is the whole of them; amounts by code are for
 * the room, and of other boards what was stays.
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

/** The supplement of each board of a room type, in their order. */
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
