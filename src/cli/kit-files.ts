import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads the files of `src/operate`, by their path in it. A macro calls it while the program is built. */
export function readKit(): Record<string, string> {
  const folder = join(import.meta.dir, '../operate')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [path.slice(folder.length + 1), readFileSync(path, 'utf8')]
    }),
  )
}
