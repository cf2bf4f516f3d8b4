/**
 * `bun run generate-migration NAME`: lets drizzle-kit write the next migration of SQLite, the one engine there is, from the schema.
 * drizzle-kit knows neither STRICT nor WITHOUT ROWID; both are added here to every table it creates.
 */
import { $ } from 'bun'

const name = Bun.argv[2] ?? 'change'
const sources = [...new Bun.Glob('migrations/sqlite/*/migration.sql').scanSync('.')]
await $`bunx drizzle-kit generate --dialect sqlite --schema src/store/schema-sqlite.ts --out migrations/sqlite --name ${name}`
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
