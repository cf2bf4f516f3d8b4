import { completeStays } from '../../src/service/bookings/booking-passes.ts'
import { closeDueMonths } from '../../src/service/statements/closing-passes.ts'
import { book, sell } from './bookings.ts'
import { makeExtra } from './extras.ts'
import type { Answer } from './matchers.ts'
import { makeRate } from './rates.ts'
import type { TestService } from './service.ts'
import { hireStaff, type Staff, signInAgain } from './staff.ts'
import { putTerms } from './terms.ts'
import type { TestUser } from './users.ts'

export const STATEMENTS = '/v1/panel/statements'

/** Alfa, with rooms in April 2027, an extra and a rate with a penalty; Delta may owe it anything. */
export async function startStated(service: TestService): Promise<Staff> {
  await sell(service, { nights: 30, available: 200 })
  await makeExtra(service, { code: 'TRANSFER', priceCents: 4_500 })
  await makeExtra(service, { code: 'BREAKFAST', per: 'guest_night', priceCents: 1_500 })
  await makeRate(service, {
    rateCode: 'FIRM',
    cancellation: { freeUntilDays: null, penalty: 'first_night' },
  })
  const staff = await hireStaff(service)
  await putTerms(staff.manager, { creditLimitCents: null, paymentDays: 14 })
  return staff
}

/** Books as an agency, which collects unless said otherwise. @returns the code */
export async function bookAs(
  { call }: TestUser,
  more: Record<string, unknown> = {},
  collect = 'agency',
): Promise<string> {
  const { status, body } = await book(call, { payment: { collect }, ...more })
  if (status !== 201) throw new Error(`the agency could not book: ${JSON.stringify(body)}`)
  return body.code
}

/** Moves the clock, ends the stays that are over, and signs people in again. */
export async function goTo<
  Names extends 'manager' | 'agent' | 'echoAgent' | 'bravoManager' | 'admin',
>(
  service: TestService,
  staff: Staff,
  at: string,
  ...names: Names[]
): Promise<Record<Names, TestUser>> {
  service.clock.nowMs = Date.parse(at)
  await completeStays(service.deps)
  const signed = await Promise.all(
    names.map(async (name) => [name, await signInAgain(service, staff[name])] as const),
  )
  return Object.fromEntries(signed) as Record<Names, TestUser>
}

/** Closes a month of Delta by the hotel. */
export const close = (
  { call }: Pick<TestUser, 'call'>,
  month: string,
  more: Record<string, unknown> = {},
): Promise<Answer> =>
  call('POST', `${STATEMENTS}/close`, { body: { agencyCode: 'DELTA', month, ...more } })

/** Writes an adjustment of a booking of Delta. */
export const adjust = (
  { call }: Pick<TestUser, 'call'>,
  body: Record<string, unknown>,
  key: string = crypto.randomUUID(),
): Promise<Answer> =>
  call('POST', `${STATEMENTS}/adjustments`, {
    body: { agencyCode: 'DELTA', note: 'Agreed', ...body },
    headers: { 'idempotency-key': key },
  })

/** Lets the clock close what is due. */
export const passClock = ({ deps }: TestService) => closeDueMonths(deps)
