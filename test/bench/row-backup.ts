import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, type CalendarDate, datesBetween } from '../../src/domain/kernel/date.ts'
import { encodeRequest } from './client.ts'
import { withHouse } from './house-servers.ts'
import { expectOk, withConnections } from './load.ts'
import type { Plan } from './rows.ts'
import { inFolder, partnerOf } from './seed.ts'
import { DAYS_BEFORE } from './seed-fill.ts'
import { hugeHouse } from './seed-large.ts'
import { productionEnv, ROOT, type Server, startOurs } from './servers.ts'
import type { Line } from './stats.ts'
import { endOf, type IsOver, measuredTime, smallWaits, waitsBeside } from './waits.ts'

/** Hotels that push a month's days again and again, each after a pause, with the backup and without. */
const PUSHING = [1, 2, 3, 4]
const CELLS = 30
const PAUSE_MS = 20
/** From the removal of a copy to the next measurement. */
const SETTLING_MS = 15_000

type Partner = Awaited<ReturnType<typeof partnerOf>>

/**
 * What a small pull and health wait for while the command `backup` copies a house with 2,000,000 bookings; four hotels
 * push all the time, for what they write cannot be folded back as long as the copy is read.
 */
export async function backup(plan: Plan): Promise<Line[]> {
  let partners: Partner[] = []
  const start = async (folder: string) => {
    partners = await inFolder(folder, (deps) =>
      Promise.all(PUSHING.map((hotelId) => partnerOf(deps, hotelId))),
    )
    return await startOurs(folder)
  }
  return await withHouse(
    hugeHouse(plan),
    async ({ servers: [server], folders: [folder], about }) => {
      const day = addDays(about.from, DAYS_BEFORE)
      const pushes = partners.map((partner) => pushesOf(partner, day))
      const what = 'pull and health, backup beside pushes'
      return await waitsBeside(plan, { what, longestMsMax: 100 }, async (isCopied) => {
        const startMs = performance.now()
        const target = join(folder!, 'copy.db')
        const copying = isCopied ? startBackup(folder!, target).ended : undefined
        const isOver = copying ? endOf(copying) : measuredTime(plan)
        const [waits] = await Promise.all([
          smallWaits(server!, { ...about.busy, day }, isOver),
          pushOn(server!, pushes, isOver),
          copying,
        ])
        if (isCopied) {
          plan.note(`backup: took ${Math.round(performance.now() - startMs)} ms`)
          // Afterwards: this process measures, and two gigabytes are not unlinked at once. The disk gives them back for
          // seconds more, in which it holds up everybody: 143 ms, and 34 with this pause.
          rmSync(target)
          await Bun.sleep(SETTLING_MS)
        }
        return waits
      })
    },
    [start],
  )
}

/** Starts the command as an operator does. `ended` fails when it fails. */
export function startBackup(folder: string, target: string): { pid: number; ended: Promise<void> } {
  const child = Bun.spawn([process.execPath, join(ROOT, 'src/main.ts'), 'backup', target], {
    env: productionEnv({ DATA_DIR: folder }),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = child.exited.then((code) => {
    if (code !== 0) throw new Error('the backup failed')
  })
  return { pid: child.pid, ended }
}

/** Two pushes of the same days with other values. */
function pushesOf(partner: Partner, first: CalendarDate): Uint8Array[] {
  return [0, 1].map((variant) => {
    const updates = datesBetween(first, addDays(first, CELLS - 1)).map((date) => ({
      ...{ roomCode: 'DBL', date, closed: false },
      ...{ available: 300 + variant, priceCents: 9_000 + variant },
    }))
    return encodeRequest(partner, 'PUT', '/v1/partner/availability', { updates })
  })
}

const pushOn = (server: Server, pushes: readonly Uint8Array[][], isOver: IsOver): Promise<void> =>
  withConnections(server, pushes.length, async (connections) => {
    const each = connections.map(async (connection, index) => {
      const own = pushes[index]!
      for (let n = 0; !isOver(); n++) {
        expectOk(await connection.send(own[n % own.length]!))
        await Bun.sleep(PAUSE_MS)
      }
    })
    await Promise.all(each)
  })
