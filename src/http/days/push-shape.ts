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
/** Of `sold_meanwhile` and `held_meanwhile`, warning or error; `unseen_bookings` has `bookings` alone. */
const correction = {
  sent: Type.Optional(Type.Integer({ description: 'The count that was sent.' })),
  available: Type.Optional(Type.Integer({ description: 'What is left.' })),
  bookings: Type.Optional(
    Type.Array(Type.String(), {
      description: `Codes of bookings that have rooms of the night, or rooms that the count does not know of, newest first, at most ${NAMED_BOOKINGS_MAX}; for API keys with \`bookings:read\` alone.`,
    }),
  ),
}

/** An element that was refused, and why. */
const PushErrorSchema = namedObject('PushError', {
  ...remark,
  field: nullable(Type.String()),
  ...correction,
  dates: Type.Optional(
    Type.Array(Type.String(), {
      description: `Of a range: its first days that failed, at most ${FAILED_DATES_MAX}.`,
    }),
  ),
  failed: Type.Optional(Type.Integer({ description: 'How many of them failed.' })),
})
/** What the sender of an element should know though it was applied. */
const PushWarningSchema = namedObject('PushWarning', { ...remark, ...correction })

const head = {
  pushId: Type.String(),
  mode: words('partial', 'atomic'),
  dryRun: Type.Boolean(),
}
const currency = Type.String({ description: 'Of every amount of the hotel (ISO 4217).' })
const counts = {
  received: Type.Integer(),
  applied: Type.Integer({ description: 'Elements that changed their day.' }),
  unchanged: Type.Integer({ description: 'Elements that found their day so already.' }),
  rejected: Type.Integer({
    description: 'Elements that were refused; in `atomic` mode all, when one is bad.',
  }),
  corrected: Type.Integer({
    description:
      'Elements, counted above as well, whose count was stored otherwise than sent, for this service has sold rooms of that night or holds some.',
  }),
  stale: Type.Integer({
    description:
      'Elements, counted above as well, whose count was left out, for it is older than the one that stands.',
  }),
}
const remarks = {
  errors: Type.Array(PushErrorSchema),
  warnings: Type.Array(PushWarningSchema),
  truncated: Type.Optional(
    Type.Boolean({ description: '`true`: there were more than are listed.' }),
  ),
}

/** The answer to a push (contract §2). */
export const PushReportSchema = namedObject('PushReport', {
  ...head,
  currency,
  ...counts,
  ...remarks,
  days: Type.Optional(
    Type.Integer({ description: 'Of a `PATCH`: `received`, for it counts days.' }),
  ),
})

const { errors: _, ...reported } = Type.Partial(PushReportSchema).properties

/** A problem of a push: when it refuses elements, it carries the report (contract §2). */
export const PushProblemSchema = namedObject('PushProblem', {
  ...problemMembers,
  ...reported,
  errors: Type.Optional(
    Type.Array(Type.Object({ ...Type.Partial(PushErrorSchema).properties, ...flaw })),
  ),
})

/** A push as the log lists it. */
export const PushEntrySchema = namedObject('PushEntry', {
  ...head,
  ...counts,
  at: Instant,
  actor: ActorSchema,
})

/** A push with what its sender was told of its elements. */
export const LoggedPushSchema = namedObject('LoggedPush', {
  ...PushEntrySchema.properties,
  ...remarks,
})

/** A push as the log shows it, named as its sender was told. */
export const showPush = (push: PushEntry) => show(PushEntrySchema, { ...push, pushId: push.id })
