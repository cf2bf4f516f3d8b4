import { expect, test } from 'bun:test'
import { dirname, join } from 'node:path'

// House-style §1: main → cli → server → app → http → service → store → domain; outbox → store, domain; http and outbox
// never meet.

const SRC = join(import.meta.dir, '../src')
const LINES_MAX = 250
/** Generated: one line an operation. */
const LONG = ['client/operation-types.ts']

/** The same noun is the same folder on each floor that has to do with it. */
const NOUNS = [
  ...[
    'accounts',
    'agencies',
    'bookings',
    'catalog',
    'dashboards',
    'days',
    'exports',
    'extras',
    'history',
    'mails',
  ],
  ...[
    'photos',
    'rates',
    'sale',
    'sandbox',
    'sites',
    'statements',
    'strangers',
    'system',
    'webhooks',
  ],
]
/** Folders of a floor that are no noun of the trade: what all of it share. */
const OWN: Record<string, string[]> = {
  domain: ['kernel'],
  store: ['engine', 'tables', 'postgres', 'sqlite', 'worker', 'copy', 'retention'],
  service: [],
  // Figures for the pages of guests, which are rendered by `guests/`.
  http: ['api', 'doors', 'guests'],
}

/** What each floor may import beside itself; the first part of a path below `src` names its floor. */
const FLOORS: Record<string, string[]> = {
  domain: [],
  store: ['domain'],
  service: ['store', 'domain'],
  http: ['service', 'store', 'domain', 'docs', 'log'],
  outbox: ['store', 'domain', 'log'],
  docs: [],
  client: [],
  // A program of its own, which takes its settings with it.
  connector: ['client'],
  panel: ['domain', 'client'],
  guests: ['domain'],
  log: [],
  config: ['log'],
  app: ['http', 'pages'],
  server: [
    'app',
    'pages',
    'docs',
    'panel',
    'guests',
    'http',
    'outbox',
    'service',
    'store',
    'domain',
    'log',
    'config',
  ],
  cli: ['server', 'app', 'http', 'service', 'store', 'domain', 'log', 'config'],
  pages: ['panel', 'http'],
}
/** The top: what puts the floors together may see all of them, and nobody imports it from below. */
const isTop = (path: string) =>
  floorOf(path) === 'demo' || !(path.includes('/') || FLOORS[floorOf(path)])
/** Who alone may import a package; domain may import only packages that compute. */
const PACKAGES: { name: RegExp; floors: string[] }[] = [
  { name: /^(elysia|@elysiajs\/.*)$/, floors: ['http', 'app'] },
  { name: /^(drizzle-orm(\/.*)?|bun:sqlite)$/, floors: ['store'] },
  { name: /^preact([/-].*)?$/, floors: ['panel', 'guests'] },
]
const PURE_PACKAGES =
  /^(typebox(\/.*)?|fastest-levenshtein|ipaddr\.js|@zxcvbn-ts\/language-common)$/
const WRITERS =
  /^(insert|upsert|update|delete|remove|revoke|write|put|set|take|claim|settle|append|invalidate)(?=[A-Z]|$)/
const IMPURE =
  /\b(Date\.now|new Date\(\)|Math\.random|crypto\.|process\.|performance\.|Temporal\.Now|Bun\.(file|write|env|spawn|sleep|sql|randomUUID\w*)|setTimeout|setInterval|setImmediate|fetch\(|async |await )/
/** What the service answers, which pages know by its type. */
const IS_SHAPE = /^http\/\w+\/[\w-]+-shape\.ts$/
/** The service's settings, and those of the connector that it writes. */
const READS_ENVIRONMENT = ['config.ts', 'connector/main.ts']
/** The files that write to the terminal: the log, the commands, and what starts them. */
const WRITES_OUT = /^(log\.ts$|main\.ts$|cli\/|demo\/|connector\/)/
const OUT = /\bprocess\.std(out|err)\b|\bconsole\./
/** The files that start programs: scheduled backups, which start the service's own `backup`, and commands of developers. */
const STARTS = /^(server\/backups\.ts$|cli\/|connector\/)/
const PROGRAM = /\bBun\.(spawn|\$)|\bchild_process\b/
const ENVIRONMENT = /\b(process\.env|Bun\.env|import\.meta\.env)\b/

/** Raw SQL that is a number: PostgreSQL answers those of 64 bits, and what is counted or added up, as text. */
const NUMBER =
  /\bsql<number\b[^`]*`|\bsql(?:<[^`]*>)?`\s*(?:sum|max|min|avg|total|count|coalesce)\(/gi
/** What queries have on the driver of SQLite alone; a `Map` has them with a name before. */
const DRIVER_CALL =
  /\.(?:all|get|run)\(\s*\)|\)\s*\.(?:all|get|run)\(|^(?!.*new (?:Map|Set)\b).*\)\s*\.values\(\s*\)/m
/** Who alone knows which driver it has. */
const OF_ONE_ENGINE = /^store\/(sqlite|postgres)\/|-(sqlite|postgres)\.ts$/

const floorOf = (path: string) => path.split('/')[0]!.replace(/\.tsx?$/, '')

/** Every import of a file: where from, and the names; without comments, in which anything may stand. */
function importsOf(text: string) {
  const statements = text.matchAll(
    /^(?:import|export(?=\s+(?:type\s+)?[{*]))\s(?:([^'"]*?)\sfrom\s)?\s*['"]([^'"]+)['"]/gm,
  )
  const dynamic = text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)
  return [
    ...[...statements].map(([, names = '', from]) => ({ from: from!, names })),
    ...[...dynamic].map(([, from]) => ({ from: from!, names: '' })),
  ]
}

/** Every rule of the house that a file breaks, in words; `path` is below `src`. */
function violations(path: string, source: string): string[] {
  const floor = floorOf(path)
  const text = source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '')
  const found: string[] = []
  if (!isTop(path) && !FLOORS[floor]) found.push(`${floor} is no floor of the house`)
  for (const { from, names } of importsOf(text))
    found.push(...wrongImport(path, floor, from, names))
  if (floor === 'domain' && IMPURE.test(text)) found.push(`domain uses ${text.match(IMPURE)![0]}`)
  if (OUT.test(text) && !WRITES_OUT.test(path)) found.push('writes beside the log')
  if (PROGRAM.test(text) && !STARTS.test(path)) found.push('starts a program')
  if (/\beval\(|\bnew Function\(/.test(text)) found.push('runs text as code')
  if (floor === 'http' && /\bstore\.tx\b/.test(text)) found.push('http writes through store.tx')
  if (transactionBodies(text).some((body) => /\bstore\b/.test(body)))
    found.push('reads the store inside a transaction')
  if (floor === 'store' && !OF_ONE_ENGINE.test(path)) {
    if (numbers(text).some((end) => !/^\s*\.mapWith\(/.test(text.slice(end))))
      found.push('raw SQL of a number without mapWith')
    if (DRIVER_CALL.test(text)) found.push('calls what one driver has')
  }
  if (ENVIRONMENT.test(text) && !READS_ENVIRONMENT.includes(path))
    found.push(`${floor} reads the environment`)
  const lines = source.trimEnd().split('\n').length
  if (lines > LINES_MAX && !LONG.includes(path)) found.push(`${lines} lines`)
  return found
}

function wrongImport(path: string, floor: string, from: string, names: string): string[] {
  if (!from.startsWith('.')) {
    const isForbidden = PACKAGES.some(
      ({ name, floors }) => name.test(from) && !floors.includes(floor),
    )
    const isImpure = floor === 'domain' && !PURE_PACKAGES.test(from)
    return isForbidden || isImpure ? [`${floor} imports ${from}`] : []
  }
  const target = join('/', path, '..', from).slice(1)
  if (/\.(json|html|css)$/.test(target) || isTop(path)) return []
  const to = floorOf(target)
  if (path.startsWith('panel/parts/') && target.startsWith('panel/views/'))
    return ['parts import views']
  // What the service answers is a shape; none of its code is in a page.
  const isShape = IS_SHAPE.test(target) && names.startsWith('type ')
  if ((floor === 'panel' || floor === 'guests') && isShape) return []
  // All pages have one font.
  if ((floor === 'guests' || floor === 'docs') && target === 'panel/font.ts') return []
  if (to !== floor && !FLOORS[floor]?.includes(to)) return [`${floor} imports ${to}`]
  const writer = names.split(/[{},\s]+/).find((name) => name === '*' || WRITERS.test(name))
  const isWrite = floor === 'http' && to === 'store' && writer !== undefined
  return isWrite ? [`http imports the writer ${writer}`] : []
}

/** Where each raw SQL ends that is a number and no more: a condition made of one goes on behind its bracket. */
function numbers(text: string): number[] {
  return [...text.matchAll(NUMBER)].flatMap(({ index, 0: begin }) => {
    const isTyped = begin.endsWith('`')
    let at = index + begin.length
    for (let depth = isTyped ? 0 : 1; depth > 0; at++) {
      if (text[at] === '(') depth++
      if (text[at] === ')') depth--
    }
    const end = text.indexOf('`', at)
    return isTyped || text.slice(at, end).trim() === '' ? [end + 1] : []
  })
}

/** What is written between the brackets of each call of `tx`, and of each function that is given one. */
function transactionBodies(text: string): string[] {
  const begins = text.matchAll(
    /\.tx(?=\()|\(_?tx\b[^()]*\)(?: *: *[^={]+)? *=>\s*(?=\{)|function \w+\(\s*_?tx: Tx,?/g,
  )
  return [...begins].map(({ index, 0: begin }) => {
    const isSignature = begin.startsWith('function')
    let at = index + (isSignature ? 0 : begin.length)
    let depth = 0
    // A signature's brackets end before the body of its function does.
    for (let ends = isSignature ? 2 : 1; ends > 0 && at < text.length; at++) {
      if ('({'.includes(text[at]!)) depth++
      if (')}'.includes(text[at]!) && --depth === 0) ends--
    }
    return text.slice(index + begin.length, at)
  })
}

/** Files from which imports lead back to themselves, each circle once. */
function cycles(imports: ReadonlyMap<string, string[]>): string[] {
  const found: string[] = []
  const done = new Set<string>()
  const visit = (path: string, way: string[]) => {
    if (way.includes(path)) found.push(way.slice(way.indexOf(path)).join(' '))
    if (done.has(path)) return
    done.add(path)
    for (const next of imports.get(path) ?? []) visit(next, [...way, path])
  }
  for (const path of imports.keys()) visit(path, [])
  return found
}

test('the source keeps the rules of the house: direction, purity, who touches what, length (house-style §1)', async () => {
  const paths = [...new Bun.Glob('**/*.{ts,tsx}').scanSync(SRC)].toSorted()
  expect(paths.length).toBeGreaterThan(30)
  const broken: string[] = []
  for (const path of paths) {
    const text = await Bun.file(join(SRC, path)).text()
    broken.push(...violations(path, text).map((violation) => `${path}: ${violation}`))
  }
  expect(broken).toEqual([])
})

test('no file imports itself by way of others, and no two folders import each other (house-style §1)', async () => {
  const imports = await importsOfAll()
  expect(cycles(imports)).toEqual([])
  expect(pairs(imports)).toEqual([])
})

test('no circle of imports leads through the folders of the store: tables, engine, nouns (house-style §1)', async () => {
  const folders = new Map<string, string[]>()
  for (const [path, targets] of await importsOfAll()) {
    if (floorOf(path) !== 'store') continue
    const folder = dirname(path)
    const others = targets.map((target) => dirname(target)).filter((other) => other !== folder)
    folders.set(folder, [...(folders.get(folder) ?? []), ...others])
  }
  expect(cycles(folders)).toEqual([])
})

test('the same noun is the same folder on each floor: none stands on one alone (house-style §1)', async () => {
  const paths = [...(await importsOfAll()).keys()]
  const floorsOf = Map.groupBy(
    paths.filter((path) => OWN[floorOf(path)] && path.split('/').length > 2),
    (path) => path.split('/')[1]!,
  )
  const own = new Set(Object.values(OWN).flat())
  expect([...floorsOf.keys()].filter((noun) => !own.has(noun)).toSorted()).toEqual(NOUNS)
  const lonely = NOUNS.filter((noun) => new Set(floorsOf.get(noun)!.map(floorOf)).size === 1)
  expect(lonely).toEqual([])
})

/** What each file of the source imports of it. */
async function importsOfAll(): Promise<Map<string, string[]>> {
  const paths = [...new Bun.Glob('**/*.{ts,tsx}').scanSync(SRC)].toSorted()
  const read = async (path: string) => {
    const from = importsOf(await Bun.file(join(SRC, path)).text()).map((each) => each.from)
    const inside = from.filter((each) => each.startsWith('.'))
    return [path, inside.map((each) => join('/', path, '..', each).slice(1))] as const
  }
  return new Map(await Promise.all(paths.map(read)))
}

/** Folders that import each other; the files at the top are floors of their own. */
function pairs(imports: ReadonlyMap<string, string[]>): string[] {
  const ways = new Set<string>()
  for (const [path, targets] of imports)
    for (const target of targets) ways.add(`${dirname(path)} ${dirname(target)}`)
  return [...ways].filter((way) => {
    const [from, to] = way.split(' ') as [string, string]
    return from < to && from !== '.' && ways.has(`${to} ${from}`)
  })
}

test('the checker sees two folders that import each other', () => {
  const imports = new Map([
    ['http/a/one.ts', ['http/b/two.ts']],
    ['http/b/three.ts', ['http/c/four.ts', 'http/a/five.ts']],
  ])
  expect(pairs(imports)).toEqual(['http/a http/b'])
  imports.set('http/b/three.ts', ['http/c/four.ts'])
  expect(pairs(imports)).toEqual([])
})

test('the checker sees a circle', () => {
  const circle = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', []],
  ])
  expect(cycles(circle)).toEqual(['a b c'])
  circle.set('c', [])
  expect(cycles(circle)).toEqual([])
})

test.each([
  ['domain/a.ts', `import { listDays } from '../store/availability.ts'`, 'domain imports store'],
  ['domain/a.ts', `import type { Log } from '../log.ts'`, 'domain imports log'],
  ['domain/a.ts', `import { nanoid } from 'nanoid'`, 'domain imports nanoid'],
  ['domain/a.ts', `import { readFileSync } from 'node:fs'`, 'domain imports node:fs'],
  ['domain/a.ts', 'const atMs = Date.now()', 'domain uses Date.now'],
  ['domain/a.ts', 'const id = crypto.randomUUID()', 'domain uses crypto.'],
  ['domain/a.ts', 'const at = Temporal.Now.instant()', 'domain uses Temporal.Now'],
  ['store/a.ts', `export * from '../service/deps.ts'`, 'store imports service'],
  [
    'service/a.ts',
    `import {\n  type Context,\n} from '../http/context.ts'`,
    'service imports http',
  ],
  ['service/a.ts', `const a = await import('../http/context.ts')`, 'service imports http'],
  ['service/a.ts', `import { eq } from 'drizzle-orm'`, 'service imports drizzle-orm'],
  ['service/a.ts', `import { t } from 'elysia'`, 'service imports elysia'],
  ['http/a.ts', `import { Database } from 'bun:sqlite'`, 'http imports bun:sqlite'],
  ['http/a.ts', `import '../outbox/loop.ts'`, 'http imports outbox'],
  ['http/a.ts', `import { createApp } from '../app.ts'`, 'http imports app'],
  ['http/a.ts', 'await store.tx(async () => {})', 'http writes through store.tx'],
  [
    'http/a.ts',
    `import { listDays, upsertDays as put } from '../store/availability.ts'`,
    'http imports the writer upsertDays',
  ],
  ['outbox/a.ts', `import { place } from '../service/booking.ts'`, 'outbox imports service'],
  ['panel/a.tsx', `import { api } from '../http/api.ts'`, 'panel imports http'],
  ['panel/a.tsx', `import { A } from '../http/days/a-shape.ts'`, 'panel imports http'],
  ['guests/a.ts', `import { accessBooking } from '../http/access.ts'`, 'guests imports http'],
  ['guests/a.ts', `import { findBooking } from '../store/bookings.ts'`, 'guests imports store'],
  ['guests/a.ts', `import { Icon } from '../panel/parts/icon.tsx'`, 'guests imports panel'],
  ['http/a.ts', `import { guestPages } from '../guests/a.ts'`, 'http imports guests'],
  ['app.ts', `import { guestPages } from './guests/a.ts'`, 'app imports guests'],
  [
    'http/a.ts',
    `import { renderToString } from 'preact-render-to-string'`,
    'http imports preact-render-to-string',
  ],
  ['panel/a.tsx', `import type { A } from '../http/context.ts'`, 'panel imports http'],
  ['panel/parts/a.tsx', `import type { A } from '../views/a.tsx'`, 'parts import views'],
  ['http/a.ts', `import { render } from 'preact'`, 'http imports preact'],
  ['http/a.ts', `import { startService } from '../server/start.ts'`, 'http imports server'],
  ['app.ts', `import { openStore } from './store/open.ts'`, 'app imports store'],
  ['server/start.ts', 'const home = process.env.HOME', 'server reads the environment'],
  ['server/a.ts', `import { ask } from '../cli/prompt.ts'`, 'server imports cli'],
  ['utils/a.ts', '', 'utils is no floor of the house'],
  ...[
    'deps.store.tx(async (tx) => await findUser(deps.store, 1))',
    'const move = async (tx, booking) => {\n  await listDays(store)\n}',
    'async function queue(\n  tx: Tx,\n  deps: Deps,\n): Promise<void> {\n  await listDays(deps.store)\n}',
  ].map((text) => ['service/a.ts', text, 'reads the store inside a transaction']),
  ...['sql<number>`a - b`', 'sql`sum(price(a))`', 'sql<string>`coalesce(max(a), 0)`'].map(
    (text) => ['store/a.ts', text, 'raw SQL of a number without mapWith'],
  ),
  ...[
    'await db.select().from(day).all()',
    'const row = selectHotel(handle).get({ hotelId })',
    'return db.delete(day)\n  .where(isOld)\n  .run()',
    'const rows = await db.select(columns).from(day).values()',
  ].map((text) => ['store/a.ts', text, 'calls what one driver has']),
  ['http/a.ts', `import * as days from '../store/availability.ts'`, 'http imports the writer *'],
])('the checker sees what is wrong in %p: %p', (path, text, violation) => {
  expect(violations(path, text)).toEqual([violation])
})

test('the checker sees text that is run as code (ASVS 1.3.2)', () => {
  for (const text of ['eval(text)', 'new Function(text)'])
    expect(violations('http/a.ts', text)).toEqual(['runs text as code'])
})

test('the checker sees a program that is started (ASVS 1.2.5)', () => {
  const text = `Bun.spawn(['ls', name])`
  expect(violations('http/a.ts', text)).toEqual(['starts a program'])
  expect(violations('server/backups.ts', text)).toEqual([])
})

test('the checker sees what is written beside the log (ASVS 16.2.3)', () => {
  const text = 'process.stderr.write(line)'
  expect(violations('http/a.ts', text)).toEqual(['writes beside the log'])
  expect(violations('log.ts', text)).toEqual([])
})

test('the checker sees a file that is too long', () => {
  const lines = (count: number) => 'const a = 1\n'.repeat(count)
  expect(violations('http/a.ts', lines(LINES_MAX))).toEqual([])
  expect(violations('http/a.ts', lines(LINES_MAX + 1))).toEqual(['251 lines'])
})

test.each([
  ['domain/a.ts', `import { Type } from 'typebox'\nimport { addDays } from './date.ts'`],
  ['domain/a.ts', '/** Not `Date.now`, nor `await`. */\nconst at = new Date(atMs) // process.env'],
  ['http/a.ts', `import { listDays } from '../store/availability.ts'\nimport { t } from 'elysia'`],
  ['service/a.ts', `import { upsertDays } from '../store/availability.ts'`],
  [
    'service/a.ts',
    'const a = await listDays(deps.store)\nawait store.tx((tx) => upsertDays(tx, a))\nstore.close()',
  ],
  [
    'store/a.ts',
    'const all = sql<number>`sum(a)`.mapWith(Number)\nconst some = sql`sum(a) > 0`\nkept.get(id)',
  ],
  ['store/a.ts', 'await db.insert(day).values(rows)\nconst some = [...new Map(pairs).values()]'],
  ['store/sqlite/a.ts', 'client.query(text).all()'],
  ['config.ts', 'const env = process.env'],
  ['panel/a.tsx', `import type { A } from '../http/days/a-shape.ts'`],
  ['guests/a.tsx', `import type { A } from '../http/days/a-shape.ts'\nimport { h } from 'preact'`],
  ['server/start.ts', `import { guestPages } from '../guests/a.ts'`],
])('the checker lets pass what is right in %p', (path, text) => {
  expect(violations(path, text)).toEqual([])
})
