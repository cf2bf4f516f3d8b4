import type { SQL } from 'bun'
import type { LeaseTimes } from '../worker/lease-times.ts'
import { connectTo } from './address.ts'
import type { PostgresTarget } from './pool.ts'

type Row = { epoch: number | string; holder: string; left_ms: number }

/**
 * Runs the statements of the lease over a connection of its own, so that they wait for no other statement and no other
 * statement waits for them.
 */
export function createLeaseClient(
  { directUrl, prepare }: PostgresTarget,
  { leaseMs, askMs }: LeaseTimes,
) {
  let client: SQL | undefined

  async function ask(text: string, params: unknown[]): Promise<Row[]> {
    client ??= connectTo(directUrl, {
      ...{ max: 1, prepare, connectionTimeout: askMs / 1_000 },
      connection: {
        application_name: 'roomwire lease',
        ...(prepare && { default_transaction_isolation: 'read committed' }),
      },
    })
    const asked = client
    const late = Promise.withResolvers<never>()
    const alarm = setTimeout(() => late.reject(new Error('no answer in time')), askMs)
    try {
      return await Promise.race([asked.unsafe(text, params), late.promise])
    } catch (error) {
      if (client === asked) client = undefined
      void asked.close({ timeout: 0 }).catch(() => {})
      throw error
    } finally {
      clearTimeout(alarm)
    }
  }

  return {
    async renew(epoch: number, holder: string): Promise<boolean> {
      const rows = await ask(
        `update lease set until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
        where name = 'worker' and epoch = $1 and holder = $2 and until > clock_timestamp() returning epoch`,
        [epoch, holder],
      )
      return rows.length > 0
    },
    /**
     * Takes the lease. A holder that does not know that it has the lease takes it again at once.
     *
     * @returns the new epoch; undefined if another process has the lease
     */
    async take(holder: string): Promise<number | undefined> {
      const [row] = await ask(
        `update lease set epoch = epoch + 1, holder = $1, until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
        where name = (
          select name from lease where name = 'worker' and (until <= clock_timestamp() or holder = $1)
          for update skip locked
        ) returning epoch`,
        [holder],
      )
      return row && Number(row.epoch)
    },
    async giveBack(epoch: number, holder: string): Promise<void> {
      await ask(
        `update lease set until = clock_timestamp() where name = 'worker' and epoch = $1 and holder = $2`,
        [epoch, holder],
      )
    },
    async look() {
      const [row] = await ask(
        `select epoch, holder, greatest(extract(epoch from until - clock_timestamp()) * 1000, 0)::float8 as left_ms
        from lease where name = 'worker'`,
        [],
      )
      return row && { epoch: Number(row.epoch), holder: row.holder, leftMs: row.left_ms }
    },
    async close() {
      const last = client
      client = undefined
      await last?.close({ timeout: 1 }).catch(() => {})
    },
  }
}
