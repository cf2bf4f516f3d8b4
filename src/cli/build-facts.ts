import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '../..')

/** The sources of a program. */
export type BuildFacts = {
  /** The git commit; null where there was no repository, as in the Dockerfile's stage. */
  commit: string | null
  /** True if files of the repository were changed and not committed. */
  isChanged: boolean
  /** SHA-256 of `bun.lock`, which names each dependency with its own hash. */
  dependencies: string
}

/** Reads what the program is made of. A macro calls it while the program is built. */
export function readBuildFacts(): BuildFacts {
  const commit = git('rev-parse', 'HEAD')
  const changes = git('status', '--porcelain', '--untracked-files=no')
  const lock = createHash('sha256').update(readFileSync(join(ROOT, 'bun.lock')))
  return { commit, isChanged: Boolean(changes), dependencies: `sha256:${lock.digest('hex')}` }
}

/** Returns what git says; null where it says nothing, as in a tree without a repository. */
function git(...args: string[]): string | null {
  try {
    const { exitCode, stdout } = Bun.spawnSync(['git', ...args], { cwd: ROOT, stderr: 'ignore' })
    return exitCode === 0 ? stdout.toString().trim() : null
  } catch {
    return null
  }
}
