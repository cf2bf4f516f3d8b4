/**
 * `bun run generate-migration NAME` has drizzle-kit write the next migration of each engine from the one schema.
 * drizzle-kit knows neither STRICT nor WITHOUT ROWID; this script adds both to every SQLite table that it creates.
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { $ } from 'bun'
import { sqliteTables } from './schema.ts'

const ENGINES = [
  { folder: 'sqlite', dialect: 'sqlite', tables: 'sqliteTables', call: '', finish: harden },
  { folder: 'postgres', dialect: 'postgresql', tables: 'postgresTables', call: '()', finish: asIs },
]

const name = Bun.argv[2] ?? 'change'
for (const { folder, dialect, tables, call, finish } of ENGINES) {
  const sources = listSources(folder)
  // drizzle-kit takes each export of a file for a table.
  const file = join(tmpdir(), `roomwire-tables-${process.pid}.ts`)
  await Bun.write(
    file,
    `import { ${tables} } from '${join(import.meta.dir, 'schema.ts')}'
export const { ${Object.keys(sqliteTables).join(', ')} } = ${tables}${call}`,
  )
  await $`bunx drizzle-kit generate --dialect ${dialect} --schema ${file} --out migrations/${folder} --name ${name}`
  await Bun.file(file).delete()
  for (const path of listSources(folder)) {
    if (sources.includes(path)) continue
    const statements = (await Bun.file(path).text()).split('--> statement-breakpoint')
    await Bun.write(path, statements.map(finish).join('--> statement-breakpoint'))
  }
}

function listSources(folder: string): string[] {
  return [...new Bun.Glob(`migrations/${folder}/*/migration.sql`).scanSync('.')]
}

function harden(statement: string): string {
  if (!/^\s*CREATE TABLE/.test(statement)) return statement
  const options = statement.includes('AUTOINCREMENT') ? 'STRICT' : 'STRICT, WITHOUT ROWID'
  return statement.replace(/\);(\s*)$/, `) ${options};$1`)
}

function asIs(statement: string): string {
  return statement
}
