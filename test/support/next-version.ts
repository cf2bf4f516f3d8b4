import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '../..')
/** What the program neither is made of nor reads while it is loaded. */
const LEFT_OUT = /^(\.|node_modules$|dist$|test$)/

/**
 * The source in a folder, with migrations of PostgreSQL that follow all others: the version to come, as a program.
 *
 * @param migrations statements by name, in their order
 */
export async function nextVersion(
  folder: string,
  migrations: Record<string, string[]>,
): Promise<string[]> {
  for (const part of readdirSync(ROOT))
    if (!LEFT_OUT.test(part)) cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, statements] of Object.entries(migrations)) {
    const own = join(folder, 'migrations/postgres', name)
    mkdirSync(own)
    await Bun.write(join(own, 'migration.sql'), statements.join('--> statement-breakpoint\n'))
  }
  return [process.execPath, join(folder, 'src/main.ts')]
}
