/**
 * `bun run generate-migration NAME`: lets drizzle-kit write the next migration of SQLite, the one engine there is, from the schema.
 * drizzle-kit knows neither STRICT nor WITHOUT ROWID; both are added here to every table it creates.
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { $ } from 'bun'
import { sqliteTables } from './schema.ts'

const name = Bun.argv[2] ?? 'change'
const sources = [...new Bun.Glob('migrations/sqlite/*/migration.sql').scanSync('.')]
// drizzle-kit takes each export of a file for a table.
const tables = join(tmpdir(), `roomwire-tables-${process.pid}.ts`)
await Bun.write(
  tables,
  `import { sqliteTables } from '${join(import.meta.dir, 'schema.ts')}'
export const { ${Object.keys(sqliteTables).join(', ')} } = sqliteTables`,
)
await $`bunx drizzle-kit generate --dialect sqlite --schema ${tables} --out migrations/sqlite --name ${name}`
await Bun.file(tables).delete()
for (const path of new Bun.Glob('migrations/sqlite/*/migration.sql').scanSync('.')) {
  if (sources.includes(path)) continue
  const statements = (await Bun.file(path).text()).split('--> statement-breakpoint')
  await Bun.write(path, statements.map(harden).join('--> statement-breakpoint'))
}

function harden(statement: string): string {
  if (!/^\s*CREATE TABLE/.test(statement)) return statement
  const options = statement.includes('AUTOINCREMENT') ? 'STRICT' : 'STRICT, WITHOUT ROWID'
  return statement.replace(/\);(\s*)$/, `) ${options};$1`)
}
