import { Database } from 'bun:sqlite'

const MAKERS = ['prepare', 'query'] as const
const RUNS = ['run', 'all', 'get', 'values'] as const

/** The look at the log, which is taken at intervals and belongs to no request. */
const LOOK = 'pragma wal_checkpoint(noop)'

/**
 * Notes the text of every statement that SQLite is given from here on, transactions and savepoints among them, of
 * databases that are opened after this. @returns what they were while a body ran
 */
export function watchStatements() {
  const seen: string[] = []
  let isWatching = false
  const prototype = Database.prototype as any
  const originals = MAKERS.map((maker) => [maker, prototype[maker]] as const)
  const note = (text: string) =>
    void (isWatching && text !== LOOK && seen.push(text.replace(/\s+/g, ' ')))
  const watched = new WeakSet<object>()
  for (const [maker, original] of originals)
    prototype[maker] = function (this: Database, text: string, ...rest: unknown[]) {
      const statement = original.call(this, text, ...rest)
      if (watched.has(statement)) return statement
      watched.add(statement)
      for (const run of RUNS) {
        const method = statement[run]
        const value = (...args: unknown[]) => {
          note(text)
          return method.apply(statement, args)
        }
        Object.defineProperty(statement, run, { value })
      }
      return statement
    }
  return {
    async during(body: () => Promise<unknown>): Promise<string[]> {
      seen.length = 0
      isWatching = true
      await body()
      isWatching = false
      return [...seen]
    },
    [Symbol.dispose]() {
      for (const [maker, original] of originals) prototype[maker] = original
    },
  }
}
