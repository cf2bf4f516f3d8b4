import { Type } from 'typebox'
import { FAILED_DATES_MAX } from '../../domain/days/expand.ts'
import { NAMED_BOOKINGS_MAX } from '../../domain/kernel/availability.ts'
import type { FlawCode } from '../../domain/kernel/errors.ts'
import type { PushEntry } from '../../store/days/pushes.ts'
import { ActorSchema } from '../api/audit-shape.ts'
import { flaw, problemMembers } from '../api/problem-shape.ts'
import { Instant, namedObject, nullable, show, words } from '../api/schema.ts'

const remark = {
  index: Type.Integer({ description: 'Position in `updates`, from 0.' }),
  roomCode: nullable(Type.String()),
  date: nullable(Type.String()),
  code: Type.Unsafe<FlawCode>({ type: 'string' }),
  message: flaw.message,
  values: flaw.values,
}
/** Fields of `sold_meanwhile` and `held_meanwhile`, warning or error; `unseen_bookings` has `bookings` alone. */
const correction = {
  sent: Type.Optional(Type.Integer({ description: 'The count sent.' })),
  available: Type.Optional(Type.Integer({ description: 'Rooms left.' })),
  bookings: Type.Optional(
    Type.Array(Type.String(), {
      description: `Codes of bookings with rooms of the night, or unknown to the count, newest first, at most ${NAMED_BOOKINGS_MAX}; only for API keys with \`bookings:read\`.`,
    }),
  ),
}

/** A refused element and the reason. */
const PushErrorSchema = namedObject('PushError', {
  ...remark,
  field: nullable(Type.String()),
  ...correction,
  dates: Type.Optional(
    Type.Array(Type.String(), {
      description: `For a range: its first failed days, at most ${FAILED_DATES_MAX}.`,
    }),
  ),
  failed: Type.Optional(Type.Integer({ description: 'Number of failed days.' })),
})
/** A warning about an applied element. */
const PushWarningSchema = namedObject('PushWarning', { ...remark, ...correction })

const head = {
  pushId: Type.String(),
  mode: words('partial', 'atomic'),
  dryRun: Type.Boolean(),
}
const currency = Type.String({ description: 'Currency of all amounts (ISO 4217).' })
const counts = {
  received: Type.Integer(),
  applied: Type.Integer({ description: 'Elements that changed their day.' }),
  unchanged: Type.Integer({ description: 'Elements whose day already had these values.' }),
  rejected: Type.Integer({
    description: 'Refused elements; in `atomic` mode all, if one is bad.',
  }),
  corrected: Type.Integer({
    description:
      'Elements (also counted above) whose count was corrected for rooms sold or held here.',
  }),
  stale: Type.Integer({
    description:
      'Elements (also counted above) whose count was skipped as older than the stored one.',
  }),
}
const remarks = {
  errors: Type.Array(PushErrorSchema),
  warnings: Type.Array(PushWarningSchema),
  truncated: Type.Optional(Type.Boolean({ description: '`true`: the lists are truncated.' })),
}

/** The answer to a push (contract §2). */
export const PushReportSchema = namedObject('PushReport', {
  ...head,
  currency,
  ...counts,
  ...remarks,
  days: Type.Optional(
    Type.Integer({ description: 'For a `PATCH`: equals `received`, which counts days.' }),
  ),
})

const { errors: _, ...reported } = Type.Partial(PushReportSchema).properties

/** The problem of a push; if elements are refused, it has the report (contract §2). */
export const PushProblemSchema = namedObject('PushProblem', {
  ...problemMembers,
  ...reported,
  errors: Type.Optional(
    Type.Array(Type.Object({ ...Type.Partial(PushErrorSchema).properties, ...flaw })),
  ),
})

/** A push in the list of the log. */
export const PushEntrySchema = namedObject('PushEntry', {
  ...head,
  ...counts,
  at: Instant,
  actor: ActorSchema,
})

/** A push of the log with its errors and warnings. */
export const LoggedPushSchema = namedObject('LoggedPush', {
  ...PushEntrySchema.properties,
  ...remarks,
})

/** Shows a push of the log under the id in its report. */
export const showPush = (push: PushEntry) => show(PushEntrySchema, { ...push, pushId: push.id })
