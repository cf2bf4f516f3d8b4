/**
 * Migrates a SQLite file by the code that a start runs in a thread, and kills this process before a statement:
 * `bun test/versions/killed-upgrade.ts FILE NUMBER`. It prints how many statements there were if it is not killed.
 */
import { Database } from 'bun:sqlite'
import { appliedMigrations } from '../../src/store/sqlite/look.ts'
import type { MigrateNews } from '../../src/store/sqlite/migrate-worker.ts'
import { MIGRATIONS } from '../../src/store/sqlite/refuse.ts'

const [file, number] = process.argv.slice(2)
let statements = 0
// The thread's code takes this thread for its own.
const worker = globalThis as unknown as {
  postMessage: (news: MigrateNews) => void
  onmessage: (event: { data: unknown }) => void
}
worker.postMessage = (news) => {
  if (typeof news === 'object' && 'failure' in news) throw new Error(news.failure)
  if (typeof news === 'number' && ++statements === Number(number))
    process.kill(process.pid, 'SIGKILL')
}
const database = new Database(file!)
const applied = appliedMigrations(database)
database.close()
await import('../../src/store/sqlite/migrate-worker.ts')
const left = MIGRATIONS.filter(({ name }) => !applied.includes(name))
worker.onmessage({ data: { file, left } })
process.stdout.write(`${statements}\n`)
process.exit()
