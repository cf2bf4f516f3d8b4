import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { pushReport } from '../../src/domain/days/push.ts'
import { parseDate } from '../../src/domain/kernel/date.ts'
import { checkElements, elements, fold, GROUND, ROOMS, stored } from '../support/push-elements.ts'

test('every element of a push is either an update or refused with a reason, whatever it is (contract §2)', () => {
  fc.assert(
    fc.property(elements, (elements) => {
      const { updates, rejected, errors } = checkElements(GROUND, elements)
      const taken = updates.map(({ index }) => index)
      const refused = [...new Set(errors.map(({ index }) => index))]

      expect(updates.length + rejected).toBe(elements.length)
      expect([...taken, ...refused].toSorted((a, b) => a - b)).toEqual([...elements.keys()])
      expect(taken).toEqual(taken.toSorted((a, b) => a - b))
      for (const { index, ...update } of updates) {
        expect<unknown>(update).toEqual(elements[index])
        expect(ROOMS.has(update.roomCode)).toBe(true)
        expect(parseDate(update.date)).toBe(update.date)
        expect(update.date >= '2027-03-09' && update.date <= '2029-03-09').toBe(true)
      }
    }),
    { numRuns: 500 },
  )
})

test('what is said of an element does not depend on those beside it (contract §2)', () => {
  fc.assert(
    fc.property(elements, (elements) => {
      const alone = elements.map((element) => checkElements(GROUND, [element]))
      const together = checkElements(GROUND, elements)
      const placed = <T extends { index: number }>(lists: T[][]) =>
        lists.flatMap((list, index) => list.map((entry) => ({ ...entry, index })))
      expect(together.errors).toEqual(placed(alone.map(({ errors }) => errors)))
      expect(together.updates).toEqual(placed(alone.map(({ updates }) => updates)))
    }),
    { numRuns: 200 },
  )
})

test('of ten thousand wrong elements all are counted, and a thousand errors listed in order (contract §2)', () => {
  const elements = Array.from({ length: 10_000 }, () => ({ roomCode: 'STD', available: 1.5 }))
  const checked = checkElements(GROUND, elements)
  const head = {
    pushId: '',
    mode: 'partial' as const,
    dryRun: false,
    currency: 'EUR',
    received: 10_000,
  }
  const report = pushReport(head, checked, fold(new Map(), checked.updates))

  expect(report).toMatchObject({ rejected: 10_000, applied: 0, truncated: true })
  expect(report.errors).toHaveLength(1_000)
  const places = report.errors.map(({ index }) => index)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('a report counts every element once, and in atomic mode rejects all when one is wrong (contract §2)', () => {
  fc.assert(
    fc.property(stored, elements, fc.boolean(), (stored, elements, isAtomic) => {
      const checked = checkElements(GROUND, elements)
      const mode = isAtomic ? ('atomic' as const) : ('partial' as const)
      const head = { pushId: 'p', mode, dryRun: false, currency: 'EUR', received: elements.length }
      const report = pushReport(head, checked, fold(stored, checked.updates))
      const counted = report.applied + report.unchanged + report.rejected

      expect(counted).toBe(elements.length)
      const wrong = new Set(report.errors.map(({ index }) => index))
      const isHeld = isAtomic && wrong.size > 0
      expect(report.rejected).toBe(isHeld ? elements.length : wrong.size)
      expect(report.truncated).toBeUndefined()
      for (const { index } of report.warnings) expect(wrong.has(index)).toBe(false)
    }),
    { numRuns: 300 },
  )
})
