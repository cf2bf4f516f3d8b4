import { join } from 'node:path'
import { TURNS } from '../support/turn.ts'
import { NEVER } from './postgres-files.ts'

/** Test files that are run by one `bun test`. */
export type Lane = {
  name: string
  /** Beginnings of the paths below `test` of its files. */
  paths: string[]
  /** Processes that share the files. One of them keeps modules, template database and compiled code from file to file. */
  workers: number
  /** Time that a test has unless it says otherwise. */
  timeoutMs: number
  /** True if its files leave the processor idle most of the time: it runs in parallel with the lanes that compute. */
  sleeps?: boolean
  /** Its files run on PostgreSQL. */
  postgres?: boolean
  /** Files of `paths` that are left out. */
  without?: string[]
  /** Where turns are taken, each file runs at every eighth commit but those of these beginnings of paths. */
  turns?: { always: string[] }
}

/** The files of a lane, below the root. */
export type LaneFiles = { lane: Lane; files: string[] }

const TEST = join(import.meta.dir, '..')
/** Files that run on PostgreSQL at each commit: bookings, pushes, races, and the plans of queries. */
const SELLS = ['http/booking', 'http/push', 'races/', 'store/contract', 'store/hot-plans']
/** Files of the HTTP interface that run at each commit: rooms, money and access. Bookings and pushes do on PostgreSQL. */
const GUARDS = [
  ...['admin-access', 'agency', 'allotment', 'date-edges', 'desk-isolation', 'group', 'isolation'],
  ...['member-roles', 'net-prices', 'option', 'panel-groups', 'rates', 'roles'],
  ...['sandbox-isolation', 'scopes', 'search-parties', 'statement', 'step-up'],
  ...['stranger', 'vendor-isolation'],
].map((name) => `http/${name}`)
const COMPUTES = { workers: 1, timeoutMs: 60_000 }

/** Every lane; lanes that compute begin in this order. */
export const LANES: readonly Lane[] = [
  {
    name: 'waits',
    paths: ['replicas/', 'faults/', 'commands/', 'binary/', 'demo/', 'docs/'],
    ...{ workers: 2, timeoutMs: 120_000, sleeps: true, turns: { always: ['faults/versions'] } },
  },
  {
    name: 'postgres',
    paths: [
      'http/',
      'outbox/',
      'service/',
      'races/',
      'store/contract',
      'store/hot-plans',
      'store/versions',
    ],
    ...{ ...COMPUTES, postgres: true, without: NEVER, turns: { always: SELLS } },
  },
  { name: 'http', paths: ['http/'], ...COMPUTES, turns: { always: GUARDS } },
  {
    name: 'floors',
    paths: [
      ...[
        'architecture',
        'bench/',
        'days/',
        'domain/',
        'guests/',
        'lanes/',
        'mutants/',
        'outbox/',
        'panel/',
      ],
      ...['races/', 'server/', 'service/', 'store/'],
    ],
    ...COMPUTES,
  },
  { name: 'models', paths: ['model/'], ...COMPUTES },
  {
    name: 'models-postgres',
    paths: ['model/'],
    ...{ ...COMPUTES, postgres: true, turns: { always: [] } },
  },
  { name: 'browser', paths: ['browser/'], workers: 2, timeoutMs: 240_000, turns: { always: [] } },
]

/**
 * The lanes that have files, with their files in order.
 *
 * @param patterns parts of paths; a file without any of them is left out, and none leave nothing out
 * @param turn the files of other turns are left out; none are when it is undefined
 * @throws Error naming a file that is not in just one lane of SQLite, or what a lane names and is not there
 */
export function filesOf(
  patterns: readonly string[],
  turn?: number,
  lanes: readonly Lane[] = LANES,
  all: readonly string[] = listTests(),
): LaneFiles[] {
  const isIn = ({ paths }: Lane, file: string) => paths.some((path) => file.startsWith(path))
  for (const file of all) {
    const on = lanes.filter((lane) => !lane.postgres && isIn(lane, file))
    if (on.length !== 1) throw new Error(`${file} is in ${on.length} lanes of SQLite`)
  }
  const gone = lanes.flatMap(({ without = [], turns }) => [
    ...without.filter((file) => !all.includes(file)),
    ...(turns?.always ?? []).filter((path) => !all.some((file) => file.startsWith(path))),
  ])
  if (gone.length > 0) throw new Error(`a lane names files that are not there: ${gone}`)
  const isWanted = (path: string) =>
    patterns.length === 0 || patterns.some((pattern) => path.includes(pattern))
  return lanes
    .map((lane) => {
      const files = all.filter((file) => isIn(lane, file) && !lane.without?.includes(file))
      return {
        lane,
        files: inTurn(lane, files, turn)
          .map((file) => `test/${file}`)
          .filter(isWanted),
      }
    })
    .filter(({ files }) => files.length > 0)
}

/** Returns the files of a lane that run at each commit, and the slice of the others that this run takes. */
function inTurn({ turns }: Lane, files: string[], turn?: number): string[] {
  if (!turns || turn === undefined) return files
  const dealt = files.filter((file) => !turns.always.some((path) => file.startsWith(path)))
  return files.filter(
    (file) => !dealt.includes(file) || dealt.indexOf(file) % TURNS === turn % TURNS,
  )
}

// What the generated clients install has tests of its own.
const listTests = () =>
  [...new Bun.Glob('**/*.test.ts').scanSync(TEST)]
    .filter((file) => !file.includes('node_modules/'))
    .sort()
