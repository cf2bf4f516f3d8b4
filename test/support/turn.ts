import { join } from 'node:path'

/** Commits in which each part of the work that takes turns runs once. */
export const TURNS = 8

/** Returns the number of git commits: each commit runs the next part of the work that takes turns. */
export function countCommits(): number {
  const { stdout } = Bun.spawnSync(['git', 'rev-list', '--count', 'HEAD'], {
    cwd: join(import.meta.dir, '../..'),
  })
  return Number(stdout.toString())
}
