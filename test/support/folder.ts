import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Every file below a folder by its path in it, with its bytes; of a log's index, which goes by moments, the name. */
export function filesIn(folder: string): Map<string, Buffer | undefined> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  const files = paths.filter((path) => statSync(join(folder, path)).isFile())
  return new Map(
    files.map((path) => [
      path,
      path.endsWith('-shm') ? undefined : readFileSync(join(folder, path)),
    ]),
  )
}
