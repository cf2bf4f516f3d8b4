// The plan of an upgrade: the words of a migration's statements, and the locks that each of them takes.

/** A lock that a step takes on a table that is there. */
type PlannedLock = {
  table: string
  /** Of PostgreSQL the mode, such as `ACCESS EXCLUSIVE`; of SQLite the whole file. */
  mode: string
  /** The rows that the table has now: on PostgreSQL about so many. */
  rows: number
}

/** A migration that a database lacks. */
export type PlannedStep = {
  name: string
  /** The deed in words, such as `adds columns to booking`. */
  does: string[]
  locks: PlannedLock[]
  /** The work left to the worker once the service runs again. */
  behind: string | undefined
  /** The time that it took on the recorded fixture; undefined if it was not recorded. */
  tookMs: number | undefined
}

/** A session that has a lock on a table of the plan. */
export type PlanHolder = {
  table: string
  pid: number
  user: string | null
  application: string | null
  state: string | null
  /** The modes of its locks. */
  modes: string
  /** The start of its transaction, and of its last statement. */
  since: string | null
  queryStart: string | null
  /** The first word of that statement: the rest may name guests. */
  query: string | null
}

/** The plan of the next start for a database, and the sessions that have its tables now. */
export type UpgradePlan = {
  /** The newest migration that it has; undefined: none. */
  newest: string | undefined
  steps: PlannedStep[]
  /** Indexes of a large table that are made or dropped one by one once the service runs; writes wait for each. */
  late: string[]
  holders: PlanHolder[]
}

/** The deed of a statement to a table. */
export type Deed = { word: Word; table: string }
type Word = keyof typeof WORDS

const WORDS = {
  creates: 'creates',
  adds: 'adds columns to',
  alters: 'alters',
  indexes: 'indexes',
  unindexes: 'drops an index of',
  fills: 'fills rows of',
  rebuilds: 'rebuilds',
  drops: 'drops',
  refers: 'makes a new table refer to',
}

/** The first shape that fits says what a statement does; its last group is the table. */
const SHAPES: readonly (readonly [Word, RegExp])[] = [
  ['rebuilds', /^CREATE TABLE ["`]__new_(\w+)["`]/i],
  ['creates', /^CREATE (?:UNLOGGED )?TABLE ["`](\w+)["`]/i],
  ['adds', /^ALTER TABLE ["`](\w+)["`] ADD (?!CONSTRAINT)/i],
  ['refers', /^ALTER TABLE ["`]\w+["`] ADD CONSTRAINT .* REFERENCES ["`](\w+)["`]/is],
  ['alters', /^ALTER TABLE ["`](\w+)["`]/i],
  ['indexes', /^CREATE (?:UNIQUE )?INDEX ["`]\w+["`] ON ["`](\w+)["`]/i],
  ['drops', /^DROP TABLE ["`](\w+)["`]/i],
  ['fills', /^(?:INSERT INTO|UPDATE|DELETE FROM) ["`](\w+)["`]/i],
]
const DROPPED_INDEX = /^DROP INDEX (?:IF EXISTS )?["`](\w+)["`]/i
const MADE_INDEX = /INDEX ["`](\w+)["`] ON ["`](\w+)["`]/i

/** The work of the worker after a migration, in slices, by the ends of their names. */
const BEHIND: Record<string, string> = {
  '_live-rooms': 'nights that were oversold are told of (tell_oversold)',
  '_booking-words': 'words of bookings are indexed (index_bookings)',
  '_booking-sums': 'sums are folded (fold_sums)',
  '_packed-days': 'days are packed for searches (pack_days)',
}

/** Returns the work left to the worker once the service runs with a migration; undefined if that has done all. */
export const behindOf = (name: string): string | undefined =>
  Object.entries(BEHIND).find(([end]) => name.endsWith(end))?.[1]

/** The tables by the names of the indexes that migrations have made. */
export function indexedTables(statements: readonly string[]): Map<string, string> {
  return new Map(
    statements.flatMap((text) => {
      const [, name, table] = text.match(MADE_INDEX) ?? []
      return name ? [[name, table!] as const] : []
    }),
  )
}

/** Returns the deeds of a migration's statements to their tables, each once, in their order. */
export function deedsOf(statements: readonly string[], indexed: Map<string, string>): Deed[] {
  const made = new Set<string>()
  const deeds = new Map<string, Deed>()
  for (const text of statements) {
    const deed = deedOf(text, indexed)
    if (!deed) continue
    if (deed.word === 'creates') made.add(deed.table)
    // All else about a new table belongs to its making, and the copy into a rebuilt one to its rebuilding.
    const isOwn = made.has(deed.table) && deed.word !== 'creates'
    if (isOwn || deed.table.startsWith('__new_') || isRebuilt(deeds, deed)) continue
    deeds.set(`${deed.word} ${deed.table}`, deed)
  }
  return [...deeds.values()]
}

const isRebuilt = (deeds: Map<string, Deed>, { word, table }: Deed) =>
  deeds.has(`rebuilds ${table}`) && word !== 'rebuilds'

function deedOf(text: string, indexed: Map<string, string>): Deed | undefined {
  const dropped = text.match(DROPPED_INDEX)?.[1]
  const table = dropped && indexed.get(dropped)
  if (table) return { word: 'unindexes', table }
  for (const [word, shape] of SHAPES) {
    const found = text.match(shape)?.[1]
    if (found) return { word, table: found }
  }
  return undefined
}

/** Deeds in words, those of one kind together; of none that it does nothing, since all is left for later or in vain. */
export const inWords = (deeds: readonly Deed[]): string[] => {
  if (deeds.length === 0) return ['does nothing to a table']
  return [...Map.groupBy(deeds, ({ word }) => word)].map(
    ([word, those]) => `${WORDS[word]} ${those.map(({ table }) => table).join(', ')}`,
  )
}
