import { timeFirstPull } from '../first-pull.ts'
import { alternate, type Figure, type Line, type Target } from '../stats.ts'

/** The name by which `--only` picks the start, which no request is. */
export const START = 'start to the first pull'
/** A start is measured so many times in a round of the plan. */
const STARTS_A_ROUND = 3

/** A program with the settings of its start, the folder that it has served, and the pull that it is asked. */
type Started = {
  name: string
  program: string
  settings: Record<string, string>
  folder: string
  pull: Uint8Array
}

/**
 * Starts programs by turns, each until its first answer to a pull.
 *
 * @param sides the older one first
 * @param target of the processor time; the time by the clock, which every neighbour moves, has none
 * @returns a line for the processor time of all threads, and one for the time by the clock
 */
export async function measureStarts(
  sides: readonly Started[],
  { rounds, target }: { rounds: number; target: Target },
): Promise<Line[]> {
  const clock = new Map<Started, Figure[]>(sides.map((side) => [side, []]))
  const [theirs, ours] = await alternate(sides, STARTS_A_ROUND * rounds, async (side) => {
    const { program, settings, folder, pull } = side
    const { ms, processorMs } = await timeFirstPull([program, 'serve'], folder, pull, settings)
    clock.get(side)!.push({ value: ms })
    return { value: processorMs }
  })
  const [theirClock, ourClock] = [...clock.values()]
  const against = sides[0]!.name
  return [
    { what: START, unit: 'ms', against, ours: ours!, theirs: theirs!, target },
    {
      ...{ what: `${START}, by the clock`, unit: 'ms', against },
      ...{ ours: ourClock!, theirs: theirClock! },
    },
  ]
}
