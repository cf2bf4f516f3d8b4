import { type TSchema, Type } from 'typebox'
import { AGENCY_ROLES } from '../../domain/accounts/agency-role.ts'
import { MEMBER_ROLES } from '../../domain/accounts/membership.ts'
import { SCOPES } from '../../domain/accounts/scope.ts'
import { STEP_UPS } from '../../domain/accounts/step-up.ts'
import type { FlawValues } from '../../domain/kernel/errors.ts'
import { DateText, namedObject, TestMark, words } from './schema.ts'

/** The fields of one wrong place in a list of errors. */
export const flaw = {
  path: Type.String(),
  code: Type.String(),
  message: Type.String(),
  values: Type.Optional(
    Type.Unsafe<FlawValues>({
      type: 'object',
      additionalProperties: { anyOf: [{ type: 'number' }, { type: 'string' }] },
      description: 'Bounds, dates and names of the message.',
    }),
  ),
}
/** The members of every problem (RFC 9457, contract §6). */
export const problemMembers = {
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  code: Type.String(),
  detail: Type.String(),
  requestId: Type.String(),
  errors: Type.Optional(Type.Array(Type.Object(flaw))),
  test: TestMark,
}

const member = <T extends TSchema>(schema: T, description: string) =>
  Type.Optional({ ...schema, description } as T)

/** A problem in OpenAPI, with the extra members of some codes. */
export const ProblemSchema = namedObject('Problem', {
  ...problemMembers,
  dates: member(Type.Array(DateText), '`sold_out`, `closed_for_sale`: the unavailable nights.'),
  totalPriceCents: member(Type.Integer(), '`price_changed`: the total now.'),
  nightly: member(
    Type.Array(Type.Object({ date: DateText, priceCents: Type.Integer() })),
    '`price_changed`: the price of each night now.',
  ),
  penaltyCents: member(
    Type.Integer(),
    '`penalty_changed`, `terms_forbid_change`: the cancellation penalty now.',
  ),
  payableCents: member(
    Type.Integer(),
    '`price_changed`: the total with its extras now; `penalty_changed`: the penalty with the extras owed.',
  ),
  codes: member(Type.Array(Type.String()), '`booking_stands`: of the bookings that stand.'),
  leftCents: member(Type.Integer(), '`credit_exceeded`: what is left of the agency’s credit.'),
  currency: member(Type.String(), '`currency_mismatch`: the hotel’s.'),
  revision: member(Type.Integer(), '`revision_conflict`: the newest revision.'),
  bookingStatus: member(Type.String(), '`transition_invalid`: the state of the booking.'),
  from: member(
    Type.String({ format: 'date-time' }),
    '`transition_invalid`: when it becomes possible, if it is too early.',
  ),
  scopes: member(Type.Array(words(...SCOPES)), '`scope_missing`: any one of them is enough.'),
  roles: member(
    Type.Array(words(...MEMBER_ROLES, ...AGENCY_ROLES)),
    '`role_missing`: any one of them is enough.',
  ),
  act: member(words(...Object.keys(STEP_UPS)), '`step_up_required`: the act that needs it.'),
  onPurpose: member(Type.Boolean(), '`true`: a fault that was requested from the sandbox.'),
  oldestCursor: member(Type.String(), '`cursor_expired`: where the feed begins now.'),
  reason: member(
    words('history_lost'),
    '`cursor_expired`: a failover or a restore lost the change that the cursor names.',
  ),
  secondsLeft: member(Type.Integer(), '`migrating`: the time left at the pace so far, if known.'),
  share: member(Type.Number(), '`migrating`: the part that is done, from 0 to 1, if known.'),
  cursor: member(Type.String(), '`history_lost`: a place before the loss, to continue from.'),
})
