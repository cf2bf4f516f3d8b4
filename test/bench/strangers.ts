/**
 * Measures what a stranger's booking costs beside the same of a commit from before strangers had bounds, in processor time
 * of the service. The house was seeded by that commit, so that both can serve it:
 *
 *   git worktree add /tmp/before 4ed0b10 && ln -s $PWD/node_modules /tmp/before
 *   bun /tmp/before/test/bench/seed-large.ts /tmp/house --hotels 2000 --days 120 --bookings 20000
 *   bun test/bench/strangers.ts /tmp/house --against 4ed0b10 [--rounds 15]
 *
 * Each comes from an address of its own and has a mailbox of its own: nobody is refused.
 */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../support/folder.ts'
import { binaryIn } from '../support/process.ts'
import { type Contender, roundsOf } from './against/by-turns.ts'
import { programOf } from './against/program.ts'
import { type Side, waitUntilIdle } from './against/side.ts'
import { listBookings } from './row-booking.ts'
import type { SeededHouse } from './seed-large.ts'
import { OWN_SETTINGS, type Server, startProgram } from './servers.ts'
import { alignColumns } from './table.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string', default: '4ed0b10' },
    rounds: { type: 'string', default: '15' },
  },
})
const [house] = positionals
if (!house) throw new Error('name the folder of a seeded house')

const BOOKINGS = 40_000
const TARGET = { bound: '≤', ratio: 1.15 } as const
const about: SeededHouse = await Bun.file(join(house, 'house.json')).json()
const addressOf = (index: number) => `${20 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}.9`
const requests = listBookings(house, about, BOOKINGS, (index) => [
  `x-forwarded-for: ${addressOf(index)}`,
])
const old = await programOf(values.against)
using folder = temporaryFolder()
const [path] = await binaryIn(folder.path)
const servers: Server[] = []
try {
  const contenders: Contender[] = []
  for (const [name, program, settings] of [
    [old.commit.slice(0, 7), old.path, old.settings],
    ['this tree', path!, OWN_SETTINGS],
  ] as const) {
    const data = join(folder.path, name)
    cpSync(house, data, { recursive: true })
    const env = { TRUST_PROXY: '1', STRANGER_LIMITS: '1' }
    const server = await startProgram(name, [program, 'serve'], data, { env, settings })
    servers.push(server)
    await waitUntilIdle(server)
    let next = 0
    const take = (count: number) => {
      next += count
      return requests.slice(next - count, next)
    }
    contenders.push({ side: { server } as Side, next: take })
  }
  const operation = { name: 'a stranger’s booking', status: 201, prepare: () => () => [] }
  const found = await roundsOf(operation, contenders, Number(values.rounds))
  const figuresOf = (index: number) => found.map((micros) => ({ value: micros[index]! }))
  const line = { what: operation.name, unit: 'µs', against: servers[0]!.name, target: TARGET }
  console.log(alignColumns([{ ...line, ours: figuresOf(1), theirs: figuresOf(0) }]))
} finally {
  for (const server of servers) await server.stop()
}
