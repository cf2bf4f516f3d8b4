// The owner of a folder of backups: one database, and one process at a time.

import { existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Context } from '../http/api/context.ts'
import { keepMeta } from '../store/engine/meta.ts'
import { tryLock } from '../store/sqlite/lock.ts'

const OWNER = 'roomwire.owner'

/**
 * Refuses to begin an empty database where backups of one are: the disk was lost, or is not mounted, and a supervisor
 * would start a service that knows nobody.
 *
 * @throws Error one clear line
 */
export async function refuseLost({ backups, database }: Config): Promise<void> {
  if (!backups || typeof database !== 'string' || !existsSync(join(backups.folder, OWNER))) return
  const isLost = await stat(database).then(
    () => false,
    ({ code }) => code === 'ENOENT',
  )
  if (isLost)
    throw new Error(
      `there is no database at ${database}, but ${backups.folder} has backups of one: put the secret files back and run roomwire restore, or give a new service a BACKUP_DIR of its own`,
    )
}

/**
 * Returns a function that claims a folder for a database until the service stops. The database keeps the name of its
 * owner, so that a backup which is restored elsewhere goes on in the same folder; one from before there were owners
 * takes the name that it finds.
 *
 * @throws Error one clear line if another running process has the folder, or it is another database's
 */
export function folderClaim(
  folder: string,
  { store, stopping }: Pick<Context, 'store' | 'stopping'>,
): () => Promise<void> {
  let claimed: Promise<void> | undefined
  const claim = async () => {
    const file = join(folder, OWNER)
    const keep = (name: string) => store.tx((tx) => keepMeta(tx, 'backup_owner', name))
    const unlock = tryLock(file)
    if (!unlock) {
      await keep(crypto.randomUUID())
      throw new Error(
        `another running service makes its backups in ${folder}: give this one a BACKUP_DIR of its own`,
      )
    }
    try {
      const owner = (await readFile(file, 'utf8').catch(() => '')).trim()
      const own = await keep(owner || crypto.randomUUID())
      if (owner !== '' && owner !== own)
        throw new Error(
          `${folder} has the backups of another database: give this service a BACKUP_DIR of its own, or delete ${file} if that database is no more`,
        )
      if (owner === '') await writeFile(file, `${own}\n`, { mode: 0o600 })
      stopping.addEventListener('abort', unlock)
    } catch (error) {
      unlock()
      throw error
    }
  }
  return () => {
    claimed ??= claim().catch((error) => {
      claimed = undefined
      throw error
    })
    return claimed
  }
}
