import { expect, test } from 'bun:test'
import { startReplicas } from '../support/processes.ts'
import { playVendor } from '../support/vendor-flow.ts'

// A vendor with many hotels at two replicas that commit across them (issue 33); `VENDOR_HOTELS=300` plays the long one.

const SIZE = {
  hotels: Number(process.env.VENDOR_HOTELS ?? 12),
  rounds: Number(process.env.VENDOR_ROUNDS ?? 3),
}
/** A delivery may be on the wire when its hotel leaves; on a busy machine that takes a while. */
const LATE_MS = 5_000

test('a vendor misses nothing and hears nothing of hotels that left, by one loop and one webhook, through two replicas (contract-groups, *Vendors*)', async () => {
  await using replicas = await startReplicas({ count: 2 })
  const { done, lateMs, ...rest } = await playVendor(replicas, SIZE)
  const { VENDOR_FIGURES: file } = process.env
  if (file) await Bun.write(file, JSON.stringify({ done, lateMs, ...rest }))
  expect(rest).toEqual({
    missed: { feed: 0, webhook: 0, connections: 0 },
    leaks: { feed: 0, webhook: 0 },
    disordered: 0,
  })
  expect(lateMs).toBeLessThan(LATE_MS)
  expect(done.comings).toBeGreaterThan(SIZE.hotels)
  await replicas.stop()
}, 900_000)
