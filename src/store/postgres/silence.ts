// Liveness probe of a PostgreSQL server.

import { connectTo } from './address.ts'
import { clientCode } from './errors.ts'

/** How long a server may take before a probe asks if it still answers, and how long the probe waits. */
const LOOK_EVERY_MS = 5_000
const ANSWER_SECONDS = 5

/**
 * Waits for the answer of a server, however long it takes: a migration, or the wait for another replica's, may take
 * long. It rejects only if the server answers no connection any more. Bun's client has no deadline once it is
 * connected.
 *
 * @throws Error in words that follow the server's name
 */
export async function rejectIfSilent<T>(url: string, asked: Promise<T>): Promise<T> {
  const silent = Promise.withResolvers<never>()
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    if (await isSilent(url)) silent.reject(new Error('it accepts connections and does not answer'))
    isLooking = false
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  try {
    return await Promise.race([asked, silent.promise])
  } finally {
    clearInterval(timer)
  }
}

/** True if a probe over a connection of its own gets no answer; a refusal is an answer. */
async function isSilent(url: string): Promise<boolean> {
  const client = connectTo(url, { max: 1, prepare: false, connectionTimeout: ANSWER_SECONDS })
  const late = Bun.sleep(ANSWER_SECONDS * 1_000).then(() => true)
  try {
    return await Promise.race([client`select 1`.then(() => false), late])
  } catch (error) {
    return clientCode(error) === 'ERR_POSTGRES_CONNECTION_TIMEOUT'
  } finally {
    void client.close({ timeout: 0 }).catch(() => {})
  }
}
