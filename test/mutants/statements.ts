import type { Mutant } from './mutant.ts'

const CREDIT = ['test/http/agency-credit.test.ts']
const CLOSING = ['test/http/statement-closing.test.ts']
const ORACLE = ['test/http/statement-oracle.test.ts']
const MODEL = ['test/model/statements.model.test.ts']
const LAW = 'contract-agencies, Statement'

/** Statements of agencies (contract-agencies, *Statement*). */
const STATED: Mutant[] = [
  {
    name: 'the hotel owes no commission on what it collects itself',
    file: 'src/domain/statements/statement.ts',
    before: 'const owedCents = dueCents - commissionCents',
    after: "const owedCents = dueCents - (collect === 'agency' ? commissionCents : 0)",
    tests: ORACLE,
    reason: `Collected by the hotel: −commission (${LAW}).`,
  },
  {
    name: 'a statement has payments that came after its closing',
    file: 'src/store/statements/unstated.ts',
    before: 'paidUntilMs === undefined || rows.length === 0',
    after: 'paidUntilMs !== 0 || rows.length === 0',
    tests: CLOSING,
    only: 'payments meanwhile are paid since',
    reason: `Payments during the closing are paid since (${LAW}).`,
  },
  {
    name: 'a month is closed on its last day',
    file: 'src/service/statements/close-statement.ts',
    before: 'if (month >= monthOf(deps.today(hotel.timezone)))',
    after: 'if (month > monthOf(deps.today(hotel.timezone)))',
    tests: CLOSING,
    only: 'a month is closed once it has ended',
    reason: `Not before the month has ended (${LAW}).`,
  },
  {
    name: 'a month ends by the clock of Greenwich',
    file: 'src/service/statements/close-statement.ts',
    before: 'if (month >= monthOf(deps.today(hotel.timezone)))',
    after: "if (month >= monthOf(deps.today('UTC')))",
    tests: MODEL,
    reason: 'Days of statements are each hotel’s own (contract-agencies).',
  },
  {
    name: 'months close by themselves by the clock of Greenwich',
    file: 'src/domain/kernel/month.ts',
    before: 'instantAt(closesOn, CLOSING_TIME, timeZone) <= nowMs',
    after: "instantAt(closesOn, CLOSING_TIME, 'UTC') <= nowMs",
    tests: MODEL,
    reason: `By itself at 03:00 of the hotel’s 5th (${LAW}).`,
  },
  {
    name: 'an adjustment falls into the month of Greenwich',
    file: 'src/service/statements/adjustments.ts',
    before: 'month: monthOf(deps.today(hotel.timezone))',
    after: "month: monthOf(deps.today('UTC'))",
    tests: MODEL,
    reason: `Into the month of the hotel’s today (${LAW}).`,
  },
  {
    name: 'a month that closed without lines takes latecomers',
    file: 'src/domain/statements/statement.ts',
    before: 'month <= clock.through)',
    after: 'month < clock.through)',
    tests: MODEL,
    reason: `What is still confirmed waits for the next (${LAW}).`,
  },
  {
    name: 'the months of two currencies are closed as one',
    file: 'src/store/statements/open-months.ts',
    before: '`${hotelId} ${agencyId} ${currency}`',
    after: '`${hotelId} ${agencyId} ${currency.length}`',
    tests: MODEL,
    reason: `A statement is of a currency (${LAW}).`,
  },
  {
    name: 'the sum of an open month has the price of what was cancelled',
    file: 'src/store/statements/unstated.ts',
    before: 'then ${b.totalPriceCents} else ${penalty} end`',
    after: 'then ${b.totalPriceCents} else ${b.totalPriceCents} + 0 * ${penalty} end`',
    tests: MODEL,
    reason: `Ended by cancellation or no-show: penaltyCents (${LAW}).`,
  },
  {
    name: 'an adjustment is no part of the credit',
    file: 'src/service/statements/adjustments.ts',
    before: 'adjustedCents: booking.adjustedCents + owedCents',
    after: 'adjustedCents: booking.adjustedCents + 0 * owedCents',
    tests: CLOSING,
    only: 'is a part of the credit',
    reason: `It is part of the booking’s due in the credit (${LAW}).`,
  },
  {
    name: 'an adjustment is taken back out of a closed statement',
    file: 'src/service/statements/adjustments.ts',
    before: 'if (isClosed || (await',
    after: 'if ((isClosed && id.length === 0) || (await',
    tests: MODEL,
    reason: `DELETE until closing (${LAW}).`,
  },
]

/** Acts that an agency's credit judges (contract-agencies, *Credit*). */
const JUDGED: Mutant[] = [
  {
    name: 'a group passes the credit',
    file: 'src/service/bookings/place-group.ts',
    before: 'withinCredit(tx, creditActOf(context, request), () =>',
    after: 'withinCredit(tx, { ...creditActOf(context, request), override: true }, () =>',
    tests: CREDIT,
    only: 'the credit of a group is judged of the whole',
    reason: 'A group that leaves what is owed above the limit is refused.',
  },
  {
    name: 'the change of a group passes the credit',
    file: 'src/service/bookings/change-group.ts',
    before: 'withinCredit(tx, creditActOf(contexts[0]!, request), () =>',
    after: 'withinCredit(tx, { ...creditActOf(contexts[0]!, request), override: true }, () =>',
    tests: CREDIT,
    only: 'the credit of a group is judged of the whole',
    reason: 'A change that leaves what is owed above the limit is refused.',
  },
  {
    name: 'a further stay passes the credit',
    file: 'src/service/bookings/add-stay.ts',
    before: 'withinCredit(tx, creditActOf(context, order), () =>',
    after: 'withinCredit(tx, { ...creditActOf(context, order), override: true }, () =>',
    tests: CREDIT,
    only: 'the credit of a group is judged of the whole',
    reason: 'A stay that leaves what is owed above the limit is refused.',
  },
  {
    name: 'a reinstatement passes the credit',
    file: 'src/service/bookings/reinstate-booking.ts',
    before: 'withinCredit(tx, creditActOf(context, override), () =>',
    after: 'withinCredit(tx, creditActOf(context, true), () =>',
    tests: CREDIT,
    only: 'reinstatement is judged',
    reason: 'A reinstatement that leaves what is owed above the limit is refused.',
  },
  {
    name: 'an agency without active terms collects',
    file: 'src/service/bookings/change-payment.ts',
    before: "if (collect === 'agency' && !override) refuseCollector",
    after: "if (collect === 'agency' && override) refuseCollector",
    tests: CREDIT,
    only: 'pass the credit with override',
    reason: '`collect: agency` needs active terms; override passes it.',
  },
]

export const STATEMENTS: Mutant[] = [...STATED, ...JUDGED]
