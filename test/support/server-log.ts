import { join } from 'node:path'
import type { PostgresServer } from './postgres-server.ts'

/** Settings of a server whose log `locksIn` reads. */
export const LOGS_ALL = { log_statement: 'all', log_line_prefix: '%p ' }

/** The log of a server from now on. */
export async function logFrom({ folder }: PostgresServer): Promise<() => Promise<string>> {
  const file = Bun.file(join(folder, 'log'))
  const begun = (await file.text()).length
  return async () => (await file.text()).slice(begun)
}

/**
 * What each transaction of a log has locked, in order: scopes as `hotel:1`, rows as `day for update`. Those that lock
 * nothing are left out, and those of the worker.
 */
export function locksIn(log: string): string[][] {
  const open = new Map<string, string[]>()
  const ended: string[][] = []
  for (const line of log.split('\n')) {
    const [, pid = '', text = ''] = line.match(/^(\d+) (.*)$/) ?? []
    const statement = text.match(/^LOG: {2}(?:statement|execute [^:]*): (.*)$/)?.[1]
    const scope = text.match(/^DETAIL: {2}parameters: \$1 = '([^']*)'$/)?.[1]
    const locks = open.get(pid)
    if (statement && /^begin/i.test(statement)) open.set(pid, [])
    else if (statement && /^(commit|rollback)/i.test(statement) && locks) {
      ended.push(locks)
      open.delete(pid)
    } else if (statement && locks) note(locks, lockOf(statement))
    else if (scope && locks?.at(-1) === SCOPE) note(locks, locks.pop() && scope)
  }
  const isWorkers = (locks: string[]) =>
    locks.some((lock) => lock.startsWith('lease ')) ||
    locks.every((lock) => lock.startsWith('queue:'))
  return ended.filter((locks) => !isWorkers(locks))
}

/** How a scope is held, whether it is known or not: either locks its row. */
const HOLDS =
  /^(with held as \(insert into version values \(\$1, 0\) on conflict \(scope\) do update |select .* from version where scope = \$1 for (no key )?update)/
/** The next line names the scope. */
const SCOPE = 'scope'

function lockOf(statement: string): string | undefined {
  if (HOLDS.test(statement)) return SCOPE
  // The worker's transactions begin with it, over several lines.
  if (statement.startsWith('select set_config(')) return 'lease for key share'
  const [, strength] = statement.match(/ for (update|no key update|share|key share)\b/) ?? []
  const [, table] = statement.match(/ from "?(\w+)"?/) ?? []
  return strength && `${table} for ${strength}`
}

/** Notes a lock; the two statements in a row that lock a scope without a row count as one. */
function note(locks: string[], lock: string | undefined): void {
  if (lock && locks.at(-1) !== lock) locks.push(lock)
}
