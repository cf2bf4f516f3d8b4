// Stray copies of rows in SQLite's pages: a page that is divided keeps the bytes of the rows that move away, in the gap
// between its cells, where `secure_delete` does not reach.

import type { Database } from 'bun:sqlite'
import { type Change, fillInner, fillLeaf, firstKey, type RowKey } from './fill-page.ts'
import { guestTrees, type Tree } from './guest-trees.ts'
import { openPages, type PageFile } from './page-file.ts'
import { childrenOf, hasStrayText, type Page } from './page-format.ts'

/**
 * How often all pages are looked at, at most: to fill one may divide another, which is filled in the next round. After
 * three rounds one of 138 copies was left in an inner page, whose rows are as large as a quarter of it; after six none.
 */
const ROUNDS = 6
/** How long one transaction fills pages. */
const BODY_MS_MAX = 4
/** The part of the time in which it works, and the least rest: a timer is not exact. */
const WORK_SHARE = 0.1
const REST_MS_MIN = 10
/** Pages below an inner page among which one with entries that can grow is looked for. */
const CHILDREN_MAX = 20
/** How often, and after how long, the log is tried to be emptied again while a read is in the way. */
const SCRUBS_MAX = 20
const SCRUB_AGAIN_MS = 1_000
/** The rows that are written anew where those of a page cannot fill it: before the first of them, and from it on. */
const ANEW_BEFORE = 40
const ANEW_FROM = 20

type Options = {
  writer: Database
  file: string
  /** Runs a body as a transaction. */
  run: (body: () => Promise<void>) => Promise<void>
  /** Brings all that is committed into the file; false: not now. */
  scrub: () => Promise<boolean>
}

/**
 * Creates the clearing of stray copies in all pages that may hold texts of guests. A page with such a copy is found in
 * the file. Texts of its own rows then grow until they fill it, and become what they were in the same transaction, so that
 * the copy is overwritten and no row has changed. A kill leaves nothing half done; the next clearing begins anew.
 *
 * @returns `clear`, which answers false if it was stopped, or a long read was in the way, and `close`, for when all
 *   connections of this process are closed
 */
export function createClearing({ writer, file, run, scrub }: Options) {
  let pages: PageFile | undefined

  async function clear(stopping?: AbortSignal): Promise<boolean> {
    const pageBytes = Number(writer.query('pragma page_size').values()[0]![0])
    pages ??= openPages(file, pageBytes)
    for (let round = 0; round < ROUNDS; round++) {
      if (!(await emptyLog(scrub, stopping))) return false
      let found = 0
      for (const tree of guestTrees(writer)) found += await clearTree(pages, tree, stopping)
      if (stopping?.aborted) return false
      if (found === 0) return true
    }
    // The log has the pages as they were before, too.
    return await emptyLog(scrub, stopping)
  }

  /** @returns how many pages had a copy, and were rid of it */
  async function clearTree(from: PageFile, tree: Tree, stopping?: AbortSignal): Promise<number> {
    const rest = createRest()
    let found = 0
    for await (const some of from.readTree(tree.root)) {
      const plans: Plan[] = []
      for (const page of some) {
        const plan = hasStrayText(page) && (await planOf(from, page, tree))
        if (plan) plans.push(plan)
      }
      found += plans.length
      while (plans.length > 0 && !stopping?.aborted) await run(async () => fill(plans))
      if (stopping?.aborted) break
      await rest()
    }
    return found
  }

  /** Fills the next pages of a list, and takes them out of it. */
  function fill(plans: Plan[]): void {
    const endMs = performance.now() + BODY_MS_MAX
    while (plans.length > 0 && performance.now() < endMs) plans.shift()!(writer)
  }

  return { clear, close: () => pages?.close() }
}

/** Rids a page of its copies, in a transaction. */
type Plan = (writer: Database) => void

/** The plan for a page; undefined if it has no row that can change. */
async function planOf(from: PageFile, page: Page, tree: Tree): Promise<Plan | undefined> {
  const changes = page.isInner
    ? fillInner(page, await leavesBelow(from, page), tree)
    : fillLeaf(page, tree)
  if (changes.length > 0) return (writer) => changeForAMoment(writer, tree, changes)
  const first = tree.isOrdered ? undefined : firstKey(page, tree)
  return first && ((writer) => writeAnew(writer, tree, first))
}

async function leavesBelow(from: PageFile, page: Page): Promise<Page[]> {
  const leaves: Page[] = []
  for await (const some of from.readPages(childrenOf(page).slice(0, CHILDREN_MAX)))
    leaves.push(...some.filter(({ isInner }) => !isInner))
  return leaves
}

/**
 * Deletes the rows around one and inserts them again, so that their pages are freed, which overwrites them. For tables
 * whose rows are so large that less than four are on a page, and none may fill more than a quarter of it.
 */
function writeAnew(writer: Database, { table }: Tree, first: RowKey): void {
  const columns = Object.keys(first)
  const key = `(${columns.join()})`
  const list = (comparison: string, order: string, limit: number) =>
    writer
      .query<RowKey, (number | string)[]>(
        `select * from "${table}" where ${key} ${comparison} (${columns.map(() => '?').join()})
          order by ${columns.map((column) => `${column} ${order}`).join()} limit ${limit}`,
      )
      .all(...columns.map((column) => first[column]!))
  const before = list('<', 'desc', ANEW_BEFORE).toReversed()
  const rows = [...before, ...list('>=', 'asc', ANEW_FROM)]
  const all = Object.keys(rows[0] ?? {})
  const remove = writer.query(
    `delete from "${table}" where ${columns.map((column) => `"${column}" = ?`).join(' and ')}`,
  )
  const insert = writer.query(
    `insert into "${table}" (${all.map((column) => `"${column}"`).join()}) values (${all.map(() => '?').join()})`,
  )
  for (const row of rows) remove.run(...columns.map((column) => row[column]!))
  for (const row of rows) insert.run(...all.map((column) => row[column]!))
}

function changeForAMoment(
  writer: Database,
  { table, text }: Tree,
  changes: readonly Change[],
): void {
  const columns = Object.keys(changes[0]!.key)
  const isRow = columns.map((column) => `"${column}" = ?`).join(' and ')
  const find = writer.query<{ was: string | null }, (number | string)[]>(
    `select "${text}" as was from "${table}" where ${isRow}`,
  )
  const set = writer.query(`update "${table}" set "${text}" = ? where ${isRow}`)
  const valuesOf = (key: RowKey) => columns.map((column) => key[column]!)
  const rows = changes.flatMap(({ key, become }) => {
    const row = find.get(...valuesOf(key))
    return row ? [{ key, was: row.was, now: become(row.was ?? '') }] : []
  })
  for (const { key, now } of rows) set.run(now, ...valuesOf(key))
  // The text may be part of the key.
  for (const { key, was, now } of rows)
    set.run(was, ...valuesOf(text in key ? { ...key, [text]: now } : key))
}

/** Empties the log, as soon as no read is in the way. @returns false if one is for long */
async function emptyLog(scrub: Options['scrub'], stopping?: AbortSignal): Promise<boolean> {
  for (let tries = 1; tries < SCRUBS_MAX && !stopping?.aborted; tries++) {
    if (await scrub()) return true
    await Bun.sleep(SCRUB_AGAIN_MS)
  }
  return await scrub()
}

/** Creates the rest after each piece of work, for the work's share of the time. */
function createRest(): () => Promise<void> {
  let sinceMs = performance.now()
  return async () => {
    const restMs = (performance.now() - sinceMs) * (1 / WORK_SHARE - 1)
    if (restMs < REST_MS_MIN) return
    await Bun.sleep(restMs)
    sinceMs = performance.now()
  }
}
