import { join } from 'node:path'

/** Number of commits so far: sliced work does its next part after each commit. */
export function countCommits(): number {
  const { stdout } = Bun.spawnSync(['git', 'rev-list', '--count', 'HEAD'], {
    cwd: join(import.meta.dir, '../..'),
  })
  return Number(stdout.toString())
}
