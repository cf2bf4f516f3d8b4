import { expect, test } from 'bun:test'
import type { Change } from '../../src/domain/kernel/availability.ts'
import { addDays } from '../../src/domain/kernel/date.ts'
import { writeChange } from '../../src/store/days/history.ts'
import { bodyScope, createScope } from '../../src/store/engine/body-scope.ts'
import { newTx } from '../../src/store/engine/engine.ts'
import { hotelScope } from '../../src/store/engine/locks.ts'
import { withHandle } from '../../src/store/postgres/slots.ts'
import { date } from '../support/store.ts'

const HOTEL = 5
const after = { available: 5, priceCents: 9_000, closed: false, shortfall: 0 }

test.each<[string, number, Change['before']]>([
  ['days never pushed', 150, null],
  ['a block of stored days', 150, { ...after, lastSeq: 1 }],
  ['few days', 20, { ...after, lastSeq: 1 }],
])(
  '%s that are left to the commit are sent before the body ends, however long it has held the event loop (house-style §2)',
  async (_, size, before) => {
    const sent: string[] = []
    const changes = Array.from({ length: size }, (_, n) => ({
      ...{ roomCode: 'DBL', date: addDays(date('2027-05-01'), n), before, after },
    }))
    await withHandle(
      (text) => {
        sent.push(text)
        return new Promise(() => {})
      },
      async (handle) => {
        const tx = newTx(handle, async () => {})
        Object.assign(tx, { held: [hotelScope(HOTEL)], sent: [], reserved: { changeSeq: 2 } })
        const scope = createScope(Number.POSITIVE_INFINITY)
        scope.turnedAtMs -= 1_000
        await bodyScope.run(scope, async () => {
          const actor = { type: 'system' as const, id: 'test' }
          await writeChange(tx, { hotelId: HOTEL, actor, pushId: null, atMs: 1 }, changes)
          for (let step = 0; step < 100; step++) await undefined
          expect(tx.unsent).toBe(0)
        })
      },
    )
    const all = sent.join('\n')
    for (const table of ['change', 'day_history']) expect(all).toContain(`insert into "${table}" `)
    expect(all).toMatch(before ? /update "day" set/ : /insert into "day" /)
  },
)
