import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A disk in memory, where fsync costs nothing. No test cuts the power: writes of a killed process survive here, too.
 */
const MEMORY = '/dev/shm'
/** Bytes that must be free in it: a container may have 64 MB there. */
const MEMORY_MIN = 2 ** 31

/** A folder that is gone when the test is. @param parent where; in memory unless said otherwise */
export function temporaryFolder(parent = hasMemory() ? MEMORY : tmpdir()) {
  const path = mkdtempSync(join(parent, 'roomwire-test-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

function hasMemory(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= MEMORY_MIN
}

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
