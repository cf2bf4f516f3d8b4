import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { EXTRA_UNITS } from '../../src/domain/extras/extra.ts'
import { changeExtra } from '../../src/service/extras/extras.ts'
import { addDay, book, sell } from '../support/bookings.ts'
import { makeExtra } from '../support/extras.ts'
import { asGuest } from '../support/manage.ts'
import { rounds } from '../support/rounds.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

// Histories of one booking's extras through the API, against an account of single pieces (contract-groups).

const CODES = ['A', 'B', 'C'] as const
const FIRST = '2027-04-01'
const PRICE_CENTS = 10_000
const ACTOR = { type: 'user', id: 'u1' } as const

type Unit = (typeof EXTRA_UNITS)[number]
/** A piece, with what it cost when it was put in. */
type Piece = { code: string; per: Unit; cents: number }

const orders = fc.uniqueArray(
  fc.record({ code: fc.constantFrom(...CODES), quantity: fc.integer({ min: 1, max: 4 }) }),
  { selector: ({ code }) => code },
)
const act = fc.oneof(
  fc.record({ kind: fc.constant('order' as const), orders }),
  fc.record({
    kind: fc.constant('stay' as const),
    nights: fc.integer({ min: 1, max: 5 }),
    adults: fc.integer({ min: 1, max: 2 }),
    orders: fc.option(orders),
  }),
  fc.record({
    kind: fc.constant('price' as const),
    code: fc.constantFrom(...CODES),
    cents: fc.integer({ min: 0, max: 1_000_000_000 }),
    per: fc.constantFrom(...EXTRA_UNITS),
  }),
  fc.record({ kind: fc.constant('off' as const), code: fc.constantFrom(...CODES) }),
  fc.constant({ kind: 'cancel' as const }),
)

const countOf = (list: readonly { code: string; quantity: number }[], code: string) =>
  list.find((each) => each.code === code)?.quantity ?? 0

test('through any history each piece costs what it cost when it was put in, and nothing is owed of a stay that never began', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service, { available: 9, priceCents: PRICE_CENTS })
  for (const code of CODES) await makeExtra(service, { code })
  const property = fc.asyncProperty(
    orders,
    fc.array(act, { maxLength: 8 }),
    async (first, acts) => {
      const shelf = new Map<string, Omit<Piece, 'code'> & { isOn: boolean }>()
      const set = async (code: string, state: Omit<Piece, 'code'> & { isOn: boolean }) => {
        const { cents: priceCents, per, isOn: active } = state
        const place = { hotelId: service.alfa.id, code }
        await changeExtra(service.deps, ACTOR, place, { priceCents, per, active })
        shelf.set(code, state)
      }
      for (const code of CODES) await set(code, { cents: 1_000, per: 'guest_night', isOn: true })
      const stay = { nights: 2, adults: 2 }
      let pieces: Piece[] = []
      /** Puts pieces in and takes them off. @returns false if more is wanted of what is off sale */
      const put = (wanted: typeof first): boolean => {
        const had = (code: string) => pieces.filter((each) => each.code === code)
        if (
          wanted.some(({ code, quantity }) => quantity > had(code).length && !shelf.get(code)!.isOn)
        )
          return false
        pieces = CODES.flatMap((code) => {
          const { cents, per } = shelf.get(code)!
          return [...had(code), ...Array<Piece>(4).fill({ code, per, cents })].slice(
            0,
            countOf(wanted, code),
          )
        })
        return true
      }
      const sumOf = () =>
        pieces.reduce((sum, { per, cents }) => {
          const nights = per === 'night' || per === 'guest_night' ? stay.nights : 1
          const guests = per === 'guest' || per === 'guest_night' ? stay.adults : 1
          return sum + cents * nights * guests
        }, 0)

      put(first)
      const { code } = (await book(service.call, { adults: stay.adults, extras: first })).body
      const change = (body: object) =>
        service.call('PATCH', `/v1/bookings/${code}`, { body: { ...asGuest(code), ...body } })
      let isOver = false
      for (const each of acts) {
        if (isOver) break
        if (each.kind === 'price') await set(each.code, { ...shelf.get(each.code)!, ...each })
        if (each.kind === 'off') await set(each.code, { ...shelf.get(each.code)!, isOn: false })
        if (each.kind === 'order' || each.kind === 'stay') {
          const isTaken = !each.orders || put(each.orders)
          const next = each.kind === 'stay' && { nights: each.nights, adults: each.adults }
          if (isTaken && next) Object.assign(stay, next)
          const moved = next && { checkout: addDay(FIRST, each.nights), adults: each.adults }
          const answer = await change({ ...moved, ...(each.orders && { extras: each.orders }) })
          expect(answer.status).toBe(isTaken ? 200 : 422)
        }
        if (each.kind === 'cancel') {
          isOver = true
          const path = `/v1/bookings/${code}/cancel`
          const { body } = await service.call('POST', path, { body: asGuest(code) })
          expect([body.extrasTotalCents, body.payableCents]).toEqual([sumOf(), 0])
          const back = await manager.call('POST', `/v1/panel/bookings/${code}/reinstate`)
          expect(back.status).toBe(200)
        }
        const { body } = await service.alfa.call('GET', `/bookings/${code}`)
        expect(body.extrasTotalCents).toBe(sumOf())
        expect(body.payableCents).toBe(stay.nights * PRICE_CENTS + sumOf())
        for (const extra of CODES) {
          const lines = body.extras.filter((line: { code: string }) => line.code === extra)
          const quantity = lines.reduce((sum: number, line: Piece & { quantity: number }) => {
            return sum + line.quantity
          }, 0)
          expect(quantity).toBe(pieces.filter((piece) => piece.code === extra).length)
        }
      }
      const { status } = await service.call('POST', `/v1/bookings/${code}/cancel`, {
        body: asGuest(code),
      })
      expect(status).toBe(200)
    },
  )
  await fc.assert(property, { numRuns: rounds(200) })
}, 60_000)
