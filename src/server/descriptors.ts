import { open, readFile } from 'node:fs/promises'
import { devNull } from 'node:os'
import type { Context } from '../http/api/context.ts'

/** Shares of the limit at which descriptors become short, and at which they are enough again. */
const SHORT = 0.9
const ENOUGH = 0.75
const HINT = 'clients wait to be connected, and webhooks and backups fail: raise LimitNOFILE'

/**
 * Returns a pass that logs when file descriptors run short and when there are enough again. The next free descriptor has
 * the lowest free number, so its number tells how many are taken at least.
 */
export function createDescriptorWatch({ log }: Pick<Context, 'log'>): () => Promise<void> {
  let isShort = false
  let limit: number | undefined
  return async () => {
    limit ??= await readLimit()
    const taken = await nextFree(limit)
    const was = isShort
    isShort = taken >= limit * (was ? ENOUGH : SHORT)
    if (isShort === was) return
    if (isShort) log.warn('descriptors_short', { taken, limit, hint: HINT })
    else log.info('descriptors_enough', { taken, limit })
  }
}

/** The number of the next free descriptor; `limit` if there is none. */
async function nextFree(limit: number): Promise<number> {
  try {
    const file = await open(devNull)
    try {
      return file.fd
    } finally {
      await file.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EMFILE') return limit
    throw error
  }
}

/** Returns the descriptors that the process may have; where the system does not say it, a number that is never reached. */
async function readLimit(): Promise<number> {
  const text = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  return Number(text.match(/^Max open files +(\d+)/m)?.[1] ?? Number.MAX_SAFE_INTEGER)
}
