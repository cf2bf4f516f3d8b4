/**
 * Measures the service against a floor and a peer, side by side, and prints one table.
 *
 *   bun run bench                     every row, 5 rounds
 *   bun test/bench/run.ts --only push --only start
 *   bun test/bench/run.ts --quick     3 short rounds
 *   bun test/bench/run.ts --rounds 9
 *   bun test/bench/run.ts --postgres --only storm --only rush --only mix
 *   taskset -c 1 bun test/bench/run.ts --cpu 0 --only mix --rate 3000 --rate 4000
 *
 * It fails when a row cannot be compared. A target that is missed is told and fails nothing.
 *
 * A commit is measured beside this tree, by the processor time of what is called often; what is much dearer than there
 * fails:
 *
 *   bun run bench --against 1b3b7f2
 *   bun run bench --against 1b3b7f2 --quick --only 'push of 1'
 */
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { against } from './against/against.ts'
import { usePostgres } from './engine.ts'
import { measureRows } from './measure.ts'
import { installPeer } from './peer-install.ts'
import { PEER_ROWS, type Plan, ROWS } from './rows.ts'
import { pinServers, ROOT } from './servers.ts'
import { formatTable, idleNote } from './table.ts'

const ROUNDS = 5
const QUICK_ROUNDS = 3
const AGAINST_ROUNDS = 7

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    /** The commit that this tree is measured beside, without floor and peer. */
    against: { type: 'string' },
    /** The service runs on a server of the bench's own, with what the rows put into its file. */
    postgres: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    /** The core that servers run on; this process stays where it was started. */
    cpu: { type: 'string' },
    /** Requests a second of the mix. */
    rate: { type: 'string', multiple: true },
  },
})
if (values.against !== undefined) {
  const plan = { rounds: Number(values.rounds ?? AGAINST_ROUNDS), isQuick: values.quick }
  process.exit((await against(values.against, plan, values.only)) ? 0 : 1)
}
const names = values.only ?? Object.keys(ROWS)
const unknown = names.find((name) => !Object.hasOwn(ROWS, name))
if (unknown) throw new Error(`no row ${unknown}; there are ${Object.keys(ROWS).join(', ')}`)

const hasPeer = names.some((name) => Object.hasOwn(PEER_ROWS, name))
if (hasPeer) await installPeer()
console.log(machine())
const notes: string[] = []
if (values.cpu !== undefined) pinServers(values.cpu)
const plan: Plan = {
  rounds: Number(values.rounds ?? (values.quick ? QUICK_ROUNDS : ROUNDS)),
  isQuick: values.quick,
  rates: values.rate?.map(Number),
  note: (text) => void notes.push(text),
}
const end = values.postgres ? await usePostgres() : undefined
const { lines, failures } = await measureRows(names, plan).finally(end)
notes.push(...lines.flatMap((line) => idleNote(line) ?? []))
console.log(`\n${formatTable(lines)}\n\n${notes.join('\n')}`)
if (failures.length > 0) {
  console.log(`\nThese rows cannot be compared:\n${failures.join('\n')}`)
  // What such a row has left running does not hold up the end.
  process.exit(1)
}

function machine(): string {
  const [cpu] = cpus()
  const peers = hasPeer
    ? ['fastify', 'better-sqlite3', 'autocannon'].map((name) =>
        versionIn(join(import.meta.dir, 'peer'), name),
      )
    : []
  const ours = ['elysia', 'drizzle-orm'].map((name) => versionIn(ROOT, name))
  const node = Bun.spawnSync(['node', '--version']).stdout.toString().trim().slice(1)
  return `${cpu?.model.trim()}, ${cpus().length} cores; ${[`bun ${Bun.version}`, ...ours, `node ${node}`, ...peers].join(', ')}`
}

function versionIn(folder: string, name: string): string {
  const file = join(folder, 'node_modules', name, 'package.json')
  return `${name} ${JSON.parse(readFileSync(file, 'utf8')).version}`
}
