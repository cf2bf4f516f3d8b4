import { chmodSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readKit } from './kit-files.ts' with { type: 'macro' }
import { fillFolder } from './new-folder.ts'

const FILES: Record<string, string> = readKit()

/**
 * `kit <folder>`: writes files to run the service with: a unit of systemd, proxies, alerts, a dashboard, replicas.
 *
 * @throws Error naming a folder that has files in it, or that is none
 */
export async function writeKit(folder: string | undefined): Promise<number> {
  const { target, count } = await fillFolder('kit', folder, async () => FILES)
  // The programs that read them run as users of their own; settings stay the operator's.
  for (const path of Object.keys(FILES)) {
    chmodSync(join(target, dirname(path)), 0o755)
    if (!path.endsWith('.env')) chmodSync(join(target, path), 0o644)
  }
  process.stdout.write(`${target} has a kit of ${count} files; begin with README.md\n`)
  return 0
}
