import { join } from 'node:path'

/** How many commits there are: what is done by turns does another part at each. */
export function countCommits(): number {
  const { stdout } = Bun.spawnSync(['git', 'rev-list', '--count', 'HEAD'], {
    cwd: join(import.meta.dir, '../..'),
  })
  return Number(stdout.toString())
}
