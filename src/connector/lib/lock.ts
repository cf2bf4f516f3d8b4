/** A lock file: two connectors that write to one folder would spoil each other's state. */
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Takes the folder for this process. What a killed process has left is taken over.
 *
 * @returns gives it back
 * @throws Error naming the process that has it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'lock')
  for (;;) {
    const handle = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    if (handle) {
      await handle.writeFile(String(process.pid))
      await handle.close()
      return () => rm(path, { force: true })
    }
    const owner = Number(await readFile(path, 'utf8').catch(() => ''))
    if (owner > 0 && owner !== process.pid && isAlive(owner))
      throw new Error(
        `${folder} is in use by process ${owner}; remove ${path} if that is no connector`,
      )
    await rm(path, { force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
