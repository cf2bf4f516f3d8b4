import { sendAll, withConnections } from './load.ts'
import { pushOf } from './row-push.ts'
import type { Plan } from './rows.ts'
import { seed } from './seed.ts'
import { residentMiB, startOurs } from './servers.ts'
import { type Line, median } from './stats.ts'

const CELLS = 1_000
const HOTEL = { rooms: 10, days: CELLS / 10 }
const LOOKS = 4

/**
 * Resident memory over 2,000 pushes of 1,000 cells, all of which change each time. A look is the median of ten,
 * taken over the last pushes before it, since the garbage collector moves every single one.
 */
export async function memory({ isQuick, note }: Plan): Promise<Line[]> {
  const pushes = isQuick ? 500 : 2_000
  const { hotels, copy, remove } = await seed([HOTEL])
  const ours = await startOurs(copy())
  try {
    const looks = await withConnections(ours, 1, async ([connection]) => {
      const requests = [0, 1].map((variant) => pushOf(hotels[0]!, variant, CELLS))
      const medians: number[] = []
      const recent: number[] = []
      for (let push = 1; push <= pushes; push++) {
        await sendAll(connection!, [requests[push % 2]!])
        if (push % 10 === 0) recent.push(residentMiB(ours.pid))
        if (push % (pushes / LOOKS) === 0) medians.push(median(recent.slice(-10)))
      }
      return medians
    })
    const shown = looks.map((mib, look) => `${((look + 1) * pushes) / LOOKS}: ${mib.toFixed(1)}`)
    note(`resident memory in MiB after pushes of 1,000 cells: ${shown.join(', ')}`)
    return [
      {
        what: `memory after ${pushes} pushes of 1,000 cells`,
        unit: 'MiB',
        against: `after ${pushes / LOOKS}`,
        ours: [{ value: looks.at(-1)! }],
        theirs: [{ value: looks[0]! }],
        target: { bound: '≤', ratio: 1.1 },
      },
    ]
  } finally {
    await ours.stop()
    remove()
  }
}
