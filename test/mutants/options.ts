import type { Mutant } from './mutant.ts'

const CHANGES = ['test/http/option-changes.test.ts']

/** Options: holds until an instant. */
export const OPTIONS: Mutant[] = [
  {
    name: 'an option stands into the evening of its check-in day',
    file: 'src/domain/bookings/option.ts',
    before: 'if (untilMs > checkinMs) {',
    after: 'if (untilMs < 0) {',
    tests: ['test/domain/option.test.ts'],
    only: 'an option ends by 18:00',
    reason: 'No option stands past 18:00 of the hotel on its check-in (contract-groups, Options).',
  },
  {
    name: 'an agency without options holds as long as the hotel',
    file: 'src/service/bookings/check-order.ts',
    before: 'isStaff ? HOTEL_OPTION_DAYS : agency ? optionDaysOf(agency) : 0',
    after: 'HOTEL_OPTION_DAYS',
    tests: ['test/http/options.test.ts'],
    only: 'an agency holds for as many days',
    reason: 'Agencies hold up to optionDays of their terms (contract-groups, Options).',
  },
  {
    name: 'an agency moves the end of its option',
    file: 'src/service/bookings/change-option.ts',
    before: 'change.holdUntilMs !== undefined && !isOfHotel',
    after: 'change.holdUntilMs === null',
    tests: CHANGES,
    only: 'an agency changes its option',
    reason: 'Members may move an option, agencies may not (contract-groups, Options).',
  },
  {
    name: 'rooms that a changed option lets go are kept back',
    file: 'src/service/bookings/move-nights.ts',
    before: "if (hotel.restoreOnCancel || booking.status === 'pending')",
    after: 'if (hotel.restoreOnCancel)',
    tests: CHANGES,
    only: 'rooms let go by a changed option',
    reason: 'Of a changed option rooms let go are always given back (contract-groups, Options).',
  },
  {
    name: 'the holds of a group end one by one',
    file: 'src/service/bookings/change-option.ts',
    before: 'if (booking.holdExpiresAtMs === untilMs) continue',
    after: 'continue',
    tests: CHANGES,
    only: 'all holds of a group end together',
    reason: 'A held group expires as a whole (contract-groups, Several rooms).',
  },
]
