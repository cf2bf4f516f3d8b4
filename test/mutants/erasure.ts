import type { Mutant } from './mutant.ts'

const tests = ['test/http/erase-guests.test.ts']
const reason = 'Who may erase whom, and what is left of a guest (issue 37 item 6).'

/** Erasure of guests' data: what stands, whose it is, and what is left. */
export const ERASURE: readonly Mutant[] = [
  {
    name: 'a guest with a standing booking is erased',
    file: 'src/service/bookings/erase-guests.ts',
    before: '    refuseStanding(bookings, hotel, deps.nowMs())\n',
    after: '',
    ...{ tests, only: 'a booking that stands', reason },
  },
  {
    name: 'a no-show is erased before its check-out',
    file: 'src/domain/bookings/erasure.ts',
    before: 'return nowMs < instantAt(checkout, checkoutTime, timezone)',
    after: 'return nowMs < instantAt(checkout, checkoutTime, timezone) - 1e10',
    ...{ tests, only: 'a booking that stands', reason },
  },
  {
    name: 'an erased booking is reinstated',
    file: 'src/service/bookings/reinstate-booking.ts',
    before: 'if (booking.erasedAtMs !== null)',
    after: 'if (booking.erasedAtMs === 0)',
    ...{ tests, only: 'whoever held a link', reason },
  },
  {
    name: 'the account that booked still sees an erased booking',
    file: 'src/store/bookings/erasures.ts',
    before: "= 'web' then null",
    after: "= 'none' then null",
    ...{ tests, only: 'whoever held a link', reason },
  },
  {
    name: 'guests of another hotel are erased',
    file: 'src/store/bookings/to-erase.ts',
    before: '.where(and(eq(booking.hotelId, hotelId), isAsked))',
    after: '.where(isAsked)',
    ...{ tests, only: 'only owners', reason },
  },
  {
    name: 'a group is erased in part',
    file: 'src/store/bookings/to-erase.ts',
    before: 'groups.length === 0',
    after: 'groups.length >= 0',
    ...{ tests, only: 'a group is erased whole', reason },
  },
  {
    name: 'an erasure ends while a receiver still has what was sent before it',
    file: 'src/store/bookings/erase-rest.ts',
    before: 'if (!isBeingSent)',
    after: 'if (!isBeingSent || rewritten === 0)',
    ...{ tests: ['test/http/erase-guests-late.test.ts'], only: 'the answer of a receiver', reason },
  },
  {
    name: 'deleted content stays in the pages of the file',
    file: 'src/store/sqlite/connect.ts',
    before: "'secure_delete = ON'",
    after: "'secure_delete = OFF'",
    ...{ tests, only: 'no column of any table', reason },
  },
  {
    name: 'a restored file holds texts in unused parts of its pages',
    file: 'src/store/sqlite/backup.ts',
    before: 'secure_delete = ON',
    after: 'secure_delete = OFF',
    ...{ tests: ['test/store/restore.test.ts'], only: 'a restored file holds each text', reason },
  },
  {
    name: 'copies stay in pages that were divided',
    file: 'src/store/sqlite/clear-strays.ts',
    before: 'const ROUNDS = 6',
    after: 'const ROUNDS = 0',
    ...{ tests: ['test/store/clear-strays.test.ts'], only: 'no copy of an erased text', reason },
  },
  {
    name: 'rows that are rewritten to clear a page stay changed',
    file: 'src/store/sqlite/clear-strays.ts',
    before: 'set.run(was, ...',
    after: 'set.run(now, ...',
    ...{ tests: ['test/store/clear-strays.test.ts'], only: 'no copy of an erased text', reason },
  },
  {
    name: 'copies of an erasure are cleared while it is still under way',
    file: 'src/service/bookings/clear-stray-guests.ts',
    before: '(await listOpenErasures(store, 0, 1)).length > 0',
    after: '(await listOpenErasures(store, 0, 1)).length > 1',
    ...{ tests: ['test/http/erase-guests-copies.test.ts'], only: 'waits for', reason },
  },
  {
    name: 'erased content stays in the log',
    file: 'src/store/sqlite/checkpoints.ts',
    before: "(await pass('truncate'))",
    after: "(await pass('passive'))",
    ...{ tests, only: 'no column of any table', reason },
  },
]
