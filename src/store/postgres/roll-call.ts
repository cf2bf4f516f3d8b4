// Roll call: every replica that hears the notices answers for itself (`doctor --cluster`).

import { hostname } from 'node:os'
import type { SQL } from 'bun'
import pkg from '../../../package.json' with { type: 'json' }

/** The channel of all notices. */
export const CHANNEL = 'roomwire'

/** Characters of a digest, so that all of them fit in a notice. */
const DIGEST_LENGTH = 12

/** What a replica says of itself. */
type Answer = {
  version: string
  host: string
  pid: number
  /** Its own clock, in epoch milliseconds. */
  atMs: number
  /** The most connections that it takes. */
  connections: number
  /** Digests of the settings that all replicas need alike, by variable; undefined: it is of an earlier version. */
  settings?: Record<string, string>
}

/** The facts that a replica tells in a roll call. */
export type RollFacts = Pick<Answer, 'connections'> & {
  /** The settings that all replicas need alike, by variable. */
  settings: Record<string, unknown>
}

/** A replica that answered, and how far its clock is ahead of the database's, less the way of the answer. */
export type Present = Answer & { aheadMs: number }

/** Returns the answer of this process to a call. */
export const answerRoll = ({ connections, settings }: RollFacts, roll: string): string => {
  const answer: Answer = {
    ...{ version: pkg.version, host: hostname(), pid: process.pid },
    ...{ atMs: Date.now(), connections, settings: digestsOf(settings, roll) },
  }
  return JSON.stringify(answer)
}

/** The digests of settings, some of which are secret: no other call has the same. */
const digestsOf = (settings: Record<string, unknown>, roll: string) =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      const digest = new Bun.CryptoHasher('sha256', roll).update(JSON.stringify(value ?? null))
      return [name, digest.digest('base64url').slice(0, DIGEST_LENGTH)]
    }),
  )

/** True for a channel on which answers may be sent. */
export const isRollChannel = (name: unknown): name is string =>
  typeof name === 'string' && /^roomwire_roll_[\w-]{1,40}$/.test(name)

/**
 * Calls all replicas, and collects their answers for some time. A replica of a version that knows no roll call takes it
 * for a notice of nothing.
 *
 * @param serverAheadMs how far the database's clock is ahead of this machine's
 */
export async function callRoll(
  client: SQL,
  { waitMs, serverAheadMs }: { waitMs: number; serverAheadMs: number },
): Promise<Present[]> {
  const roll = `roomwire_roll_${crypto.randomUUID()}`
  const present: Present[] = []
  const listening = await client.listen(roll, (payload) => {
    const answer = JSON.parse(payload) as Answer
    present.push({ ...answer, aheadMs: Math.round(answer.atMs - Date.now() - serverAheadMs) })
  })
  try {
    await client.notify(CHANNEL, JSON.stringify({ from: roll, scopes: [], topics: [], roll }))
    await Bun.sleep(waitMs)
  } finally {
    await listening.unlisten()
  }
  return present
}

/** Counts the sessions that hear the notices: each is a replica, or a command under way. */
export async function countListeners(client: SQL): Promise<number> {
  const [row] = await client`
    select count(*)::int as sessions from pg_stat_activity
    where datname = current_database() and query ~* '^listen "?roomwire"?;?$'`
  return row.sessions
}
