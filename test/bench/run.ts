/**
 * Measures the service against a floor and a peer, side by side, and prints one table.
 *
 *   bun run bench                     every row, 5 rounds
 *   bun test/bench/run.ts --only push --only start
 *   bun test/bench/run.ts --quick     3 short rounds
 *   bun test/bench/run.ts --rounds 9
 *   bun test/bench/run.ts --postgres --only storm --only rush --only mix
 */
import { readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { usePostgres } from './engine.ts'
import { installPeer } from './peer-install.ts'
import { PEER_ROWS, type Plan, ROWS } from './rows.ts'
import { ROOT } from './servers.ts'
import type { Line } from './stats.ts'
import { formatTable, idleNote } from './table.ts'

const ROUNDS = 5
const QUICK_ROUNDS = 3

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    /** The service runs on a server of the bench's own, with what the rows put into its file. */
    postgres: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
  },
})
const names = values.only ?? Object.keys(ROWS)
const unknown = names.find((name) => !Object.hasOwn(ROWS, name))
if (unknown) throw new Error(`no row ${unknown}; there are ${Object.keys(ROWS).join(', ')}`)

const hasPeer = names.some((name) => Object.hasOwn(PEER_ROWS, name))
if (hasPeer) await installPeer()
console.log(machine())
const notes: string[] = []
const plan: Plan = {
  rounds: Number(values.rounds ?? (values.quick ? QUICK_ROUNDS : ROUNDS)),
  isQuick: values.quick,
  note: (text) => void notes.push(text),
}
const lines: Line[] = []
const end = values.postgres ? await usePostgres() : undefined
try {
  for (const name of names) {
    console.log(`measuring ${name}, load ${loadavg()[0]!.toFixed(2)} …`)
    lines.push(...(await ROWS[name]!(plan)))
  }
} finally {
  await end?.()
  // What was measured before a row failed is shown, too.
  notes.push(...lines.flatMap((line) => idleNote(line) ?? []))
  console.log(`\n${formatTable(lines)}\n\n${notes.join('\n')}`)
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
