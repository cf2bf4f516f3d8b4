import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  BOOKING_PROOFS,
  BOOKING_STATUSES,
  type Booking,
  SOURCE_TYPES,
} from '../../src/domain/bookings/booking.ts'
import { COLLECTORS, GUARANTEE_TYPES } from '../../src/domain/bookings/booking-details.ts'
import { type BookingRecord, recordOf } from '../../src/domain/bookings/booking-record.ts'
import type { Consent } from '../../src/domain/bookings/consent.ts'
import { eraseSnapshot } from '../../src/domain/bookings/erasure.ts'
import {
  fullText,
  inFull,
  inShort,
  isShort,
  readRecord,
  shortText,
} from '../../src/domain/bookings/stored-record.ts'
import { EXTRA_UNITS } from '../../src/domain/extras/extra.ts'
import { addDays, type CalendarDate } from '../../src/domain/kernel/date.ts'
import { PENALTIES } from '../../src/domain/rates/rate.ts'

// The short form of a stored record: half as long, and all of the record.

/** The longest record of a table WITHOUT ROWID that lies on its page of 4 KiB, without its other columns. */
const ON_ITS_PAGE = 960
const CHECKIN = '2027-04-01' as CalendarDate

const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null })
const text = fc.string({ unit: 'grapheme', maxLength: 12 })
const cents = fc.maxSafeNat()
const small = fc.integer({ min: 0, max: 9 })
const instant = fc.integer({ min: 0, max: 4e12 })
const date = small.map((days) => addDays(CHECKIN, days))
const night = fc.record({ date, priceCents: cents })
const tax = fc.record({ code: text, name: text, percentBp: small, amountCents: cents })
const lines = fc.record({
  ...{ code: text, name: text, per: fc.constantFrom(...EXTRA_UNITS) },
  ...{ unitPriceCents: cents, quantity: small, totalCents: fc.integer({ min: 0, max: 1e9 }) },
  taxes: fc.array(fc.record({ code: text, name: text, percentBp: small })),
})
const guest = fc.record({
  ...{ firstName: text, lastName: text },
  ...{ email: orNull(text), phone: orNull(text), country: orNull(text) },
})
const company = fc.record({
  ...{ name: text, taxNumber: orNull(text), taxOffice: orNull(text) },
  ...{ address: orNull(text), email: orNull(text) },
})

/** Nights that run on from the check-in, as those of every booking do, and any others. */
const nightly = fc.oneof(
  fc
    .array(cents)
    .map((prices) => prices.map((priceCents, at) => ({ date: addDays(CHECKIN, at), priceCents }))),
  fc.array(night),
)

const stay = {
  ...{ roomCode: text, rateCode: text, boardCode: orNull(text), rooms: small, nightly },
  ...{ checkin: fc.constant(CHECKIN), checkout: date, adults: small, children: small },
  childAges: orNull(fc.array(small)),
}
const details = {
  ...{ arrivalTime: orNull(text), company: orNull(company), consents: fc.constant<Consent[]>([]) },
  guestNames: fc.array(fc.record({ firstName: text, lastName: text, isChild: fc.boolean() })),
  ...{ extras: fc.array(lines, { maxLength: 3 }), extrasTotalCents: cents, extrasOwedCents: cents },
  collect: fc.constantFrom(...COLLECTORS),
  guarantee: orNull(
    fc.record({
      type: fc.constantFrom(...GUARANTEE_TYPES),
      ...{ reference: orNull(text), amountCents: orNull(cents) },
    }),
  ),
  ...{ paidCents: cents, adjustedCents: cents, erasedAtMs: orNull(instant) },
  ...{ groupCode: orNull(text), groupPosition: small },
}
const money = {
  ...{ currency: text, totalPriceCents: cents, taxes: fc.array(tax, { maxLength: 3 }) },
  cancellation: fc.record(
    {
      freeUntilDays: orNull(small),
      penalty: fc.constantFrom(...PENALTIES),
      percentBp: small,
    },
    { requiredKeys: ['freeUntilDays', 'penalty'] },
  ),
  ...{ penaltyCents: orNull(cents), commissionCents: orNull(cents) },
  commissionBasisPoints: orNull(small),
}
const booking: fc.Arbitrary<Omit<Booking, 'id'>> = fc.record({
  ...{ ...stay, ...details, ...money, guest },
  ...{ hotelId: small, code: text, revision: small, externalId: orNull(text) },
  status: fc.constantFrom(...BOOKING_STATUSES),
  ...{ sourceType: fc.constantFrom(...SOURCE_TYPES), site: orNull(text) },
  ...{ agencyId: orNull(small), userId: orNull(text), mailbox: orNull(text) },
  ...{ specialRequests: orNull(text), language: fc.constant(null), cancelReason: orNull(text) },
  ...{ createdAtMs: instant, updatedAtMs: instant, confirmedAtMs: orNull(instant) },
  ...{ cancelledAtMs: orNull(instant), holdExpiresAtMs: orNull(instant) },
  ...{ optionReminderAtMs: fc.constant(null), ackedRevision: orNull(small) },
  ...{ proof: fc.constantFrom(...BOOKING_PROOFS), provenByStay: fc.boolean() },
  ...{ manageEpoch: small, brakeNights: small, brakeAtMs: orNull(instant) },
})

/** Records as the service writes them: of hotels and sandboxes, of agencies and others. */
const record: fc.Arbitrary<BookingRecord> = fc
  .record({ booking, slug: text, name: text, agencyCode: orNull(text), isTest: fc.boolean() })
  .map(({ booking, slug, name, agencyCode, isTest }) => {
    const hotel = { slug, name, sandboxOf: isTest ? 1 : null }
    const known = { hotel, rooms: [], rates: [], agencyCode }
    return recordOf(booking, known as unknown as Parameters<typeof recordOf>[1])
  })

test('a record is restored from its short text, field by field and in their order', () => {
  fc.assert(
    fc.property(record, (given) => {
      const full = fullText(given)
      const short = shortText(given)
      expect([isShort(short), isShort(full)]).toEqual([true, false])
      expect(readRecord(short)).toEqual(given)
      expect(fullText(readRecord(short))).toBe(full)
      expect(fullText(readRecord(full))).toBe(full)
      expect([inFull(short), inFull(full)]).toEqual([full, full])
      expect([inShort(full), inShort(short)]).toEqual([short, short])
    }),
    { numRuns: 500 },
  )
})

test('a guest is erased from a short text as from the full one, and the mark can be searched in both', () => {
  fc.assert(
    fc.property(record, (given) => {
      const short = eraseSnapshot(shortText(given))
      const full = eraseSnapshot(fullText(given))
      expect([isShort(short), isShort(full)]).toEqual([true, false])
      expect(readRecord(short)).toEqual(readRecord(full))
      for (const text of [short, full]) expect(text).toContain('"erased":true')
    }),
  )
})

test('a record from before a field stays as it is, and is read with the field', () => {
  fc.assert(
    fc.property(record, (given) => {
      const { group, payment, holdUntil, ...older } = given
      // One that lacks what no form leaves out, as well.
      for (const record of [older, { ...older, payment }]) {
        const text = JSON.stringify(record)
        expect([inShort(text), inFull(text)]).toEqual([text, text])
      }
      const text = JSON.stringify(older)
      expect(readRecord(text)).toMatchObject({ code: given.code, group: null, holdUntil: null })
    }),
  )
})

test('the record of thirty nights lies on its page', () => {
  const [sample] = fc.sample(record, { numRuns: 1, seed: 1 })
  const at = '2026-11-19T01:51:15.772Z'
  const guest = { firstName: 'Nalan', lastName: 'Özkan', phone: '+90 555 033 8041', country: 'TR' }
  const VAT = { code: 'VAT', name: 'Value added tax', percentBp: 1_000, amountCents: 180_800 }
  const ACC = { code: 'ACC', name: 'Accommodation tax', percentBp: 200, amountCents: 36_160 }
  const typical: BookingRecord = {
    ...sample!,
    ...{ code: 'JTHE2P47A4', hotelSlug: 'bravo-lara-beach', hotelName: 'Bravo Lara Beach' },
    ...{ roomCode: 'TRP', roomName: 'Triple room', rateCode: 'STD', rateName: 'Standard' },
    ...{ boardCode: 'BB', childAges: [], guest: { ...guest, email: 'nalan@example.com' } },
    nightly: Array.from({ length: 30 }, (_, at) => ({
      date: addDays(CHECKIN, at),
      priceCents: 24_100 + at,
    })),
    ...{ checkin: CHECKIN, checkout: addDays(CHECKIN, 30), rooms: 1, currency: 'EUR' },
    ...{ totalPriceCents: 723_000, taxes: [VAT, ACC], payableCents: 723_000, extras: [] },
    ...{ extrasTotalCents: 0, extrasTaxes: [], guestNames: [], company: null, arrivalTime: null },
    ...{ payment: { collect: 'hotel', guarantee: null, paidCents: 0 }, specialRequests: null },
    ...{ cancellation: { freeUntilDays: 0, penalty: 'none' }, commissionCents: 93_990 },
    ...{ source: { type: 'agency', agencyCode: 'EGE' }, externalId: null, cancelReason: null },
    ...{ createdAt: at, updatedAt: at, confirmedAt: at, cancelledAt: null, holdUntil: null },
  }
  expect(new TextEncoder().encode(shortText(typical)).length).toBeLessThan(ON_ITS_PAGE)
})
