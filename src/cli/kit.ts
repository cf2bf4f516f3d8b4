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
  process.stdout.write(`${target} has a kit of ${count} files; begin with README.md\n`)
  return 0
}
