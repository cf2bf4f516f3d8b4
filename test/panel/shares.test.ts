import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { deskDue, sharesOf } from '../../src/panel/views/bookings/parts/due.ts'

const stays = fc
  .array(
    fc.record({
      dueCents: fc.integer({ min: -500, max: 5_000 }),
      collect: fc.constantFrom('hotel', 'agency'),
    }),
    { minLength: 1, maxLength: 20 },
  )
  .map((all) =>
    all.map(({ dueCents, collect }, at) => ({
      ...{ code: `S${at}`, desk: { dueCents } },
      payment: { collect: collect as 'hotel' | 'agency' },
    })),
  )

test('a payment of a whole reservation is noted to the last unit, no stay over its due as long as another owes (contract-groups)', () => {
  fc.assert(
    fc.property(stays, fc.integer({ min: 1, max: 50_000 }), (all, amountCents) => {
      const shares = sharesOf(all, amountCents)
      expect(shares.reduce((sum, share) => sum + share.amountCents, 0)).toBe(amountCents)
      const dueCents = all.reduce((sum, stay) => sum + Math.max(0, deskDue(stay)), 0)
      for (const share of shares) {
        expect(share.amountCents).toBeGreaterThan(0)
        const stay = all.find(({ code }) => code === share.code)!
        if (amountCents <= dueCents) expect(share.amountCents).toBeLessThanOrEqual(deskDue(stay))
      }
    }),
  )
})

test('the desk asks nothing for a stay whose agency collects, and refunds what is over', () => {
  const payment = { collect: 'agency' } as const
  expect(deskDue({ desk: { dueCents: 900 }, payment })).toBe(0)
  expect(deskDue({ desk: { dueCents: -900 }, payment })).toBe(-900)
})
