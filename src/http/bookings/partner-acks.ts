import { type Static, Type } from 'typebox'
import { type TypeCheck, TypeCompiler } from 'typebox/compiler'
import { type AppError, pointerStep, refused } from '../../domain/kernel/errors.ts'
import { explainErrors } from '../../domain/kernel/explain.ts'
import { ACKS_BYTES_MAX, ACKS_MAX } from '../../domain/kernel/limits.ts'
import { type Ack, type AckOutcome, ackBookings } from '../../service/bookings/ack-booking.ts'
import { readJson } from '../api/body.ts'
import type { Context } from '../api/context.ts'
import { textResponse } from '../api/packing.ts'
import { flaw } from '../api/problem-shape.ts'
import { namedObject, nullable, words } from '../api/schema.ts'
import { markTestText, witness } from '../api/test-mode.ts'
import { identifier, patternText, strictObject } from '../api/texts.ts'
import { type AddPartnerRoute, reauthorise } from '../doors/partner-key.ts'

/** Fields of an acknowledgement of a booking revision. */
export const ackFields = {
  revision: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  externalId: Type.Optional(identifier(200)),
}

const AckSchema = strictObject({
  code: patternText('^[0-9A-Za-z]{1,40}$', 'a booking code'),
  ...ackFields,
})
let compiled: TypeCheck<typeof AckSchema> | undefined

const count = Type.Integer()
const AckResultSchema = namedObject('AckResult', {
  code: nullable(Type.String(), 'As sent; null: missing.'),
  result: words('ok', 'already', 'refused'),
  ackedRevision: nullable(Type.Integer(), 'The value now; null if refused.'),
  externalId: nullable(Type.String()),
  errors: Type.Array(Type.Object(flaw), {
    description:
      'Reasons of a refusal: the errors of a single acknowledgement, with paths into this body (`/acks/3/revision`); `not_found` at `code` if the hotel has no such booking. Empty if not refused.',
  }),
})
const AckReportSchema = namedObject('AckReport', {
  received: count,
  acked: count,
  already: count,
  refused: count,
  results: Type.Array(AckResultSchema, { description: 'One per element, in the order sent.' }),
})
type AckResult = Static<typeof AckResultSchema>

const EXAMPLE = { code: 'H7K2M9QWXR', ackedRevision: 1, externalId: 'PMS-4711', errors: [] }
const REFUSED = {
  code: 'ZZZZZZZZZZ',
  result: 'refused',
  ackedRevision: null,
  externalId: null,
  errors: [{ path: '/acks/1/code', code: 'not_found', message: 'This hotel has no such booking.' }],
}

/** Adds the bulk acknowledgement of bookings (contract §2). */
export function addAcks(route: AddPartnerRoute, context: Context): void {
  route('POST', '/ack', {
    id: 'ackReservations',
    scope: 'bookings:ack',
    summary: 'Acknowledge many revisions',
    description: `Up to ${ACKS_MAX} acknowledgements in one call, for one token of the rate limit. Each is accepted or refused on its own, as by \`POST /bookings/{code}/ack\`, in the order sent; a code may be repeated. A repeat of the call answers \`already\`: if an answer is lost, send everything again.`,
    body: Type.Object({
      acks: Type.Array(AckSchema, { minItems: 1, maxItems: ACKS_MAX }),
    }),
    bodyIs: 'own',
    examples: {
      'Two reservations': {
        acks: [
          { code: 'H7K2M9QWXR', revision: 1, externalId: 'PMS-4711' },
          { code: 'ZZZZZZZZZZ', revision: 2 },
        ],
      },
    },
    says: 'None was refused.',
    answer: AckReportSchema,
    example: {
      received: 1,
      acked: 1,
      already: 0,
      refused: 0,
      results: [{ ...EXAMPLE, result: 'ok' }],
    },
    also: {
      207: {
        description: 'Some or all were refused; the others are acknowledged.',
        schema: AckReportSchema,
        example: {
          ...{ received: 2, acked: 1, already: 0, refused: 1 },
          results: [{ ...EXAMPLE, result: 'ok' }, REFUSED],
        },
      },
    },
    handle: async ({ key, request, server }) => {
      const elements = readAcks(await readJson(request, ACKS_BYTES_MAX))
      await reauthorise(context, { request, server })
      const results = await takeAcks(context, key.hotelId, elements)
      witness(request, () => ({ type: 'acks', acks: takenOf(elements, results) }))
      const number = (result: AckResult['result']) =>
        results.filter((each) => each.result === result).length
      const [acked, already, refused] = [number('ok'), number('already'), number('refused')]
      const report = { received: elements.length, acked, already, refused, results }
      return await textResponse(
        request,
        markTestText(request, JSON.stringify(report satisfies Static<typeof AckReportSchema>)),
        { status: refused > 0 ? 207 : 200 },
      )
    },
  })
}

/** Reads the elements of the body, each to be checked on its own. @throws AppError `validation_failed` */
function readAcks(body: unknown): unknown[] {
  const { acks, ...rest } = Object(body) as Record<string, unknown>
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw refused('', 'wrong_type', 'The body must be an object: {"acks": [ … ]}.')
  if (acks === undefined) throw refused('/acks', 'required', 'This field is required.')
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined)
    throw refused(
      `/${pointerStep(unknown.slice(0, 100))}`,
      'unknown_field',
      'There is no such field.',
    )
  if (!Array.isArray(acks)) throw refused('/acks', 'wrong_type', 'Must be an array.')
  if (acks.length < 1 || acks.length > ACKS_MAX)
    throw refused('/acks', 'wrong_length', `Must have 1 to ${ACKS_MAX} elements.`, {
      min: 1,
      max: ACKS_MAX,
    })
  return acks
}

async function takeAcks(context: Context, hotelId: number, elements: readonly unknown[]) {
  compiled ??= TypeCompiler.Compile(AckSchema)
  const check = compiled
  const flaws = elements.map((element, index) =>
    check.Check(element) ? undefined : explainErrors(check.Errors(element), `/acks/${index}`),
  )
  const good = elements.filter((_, index) => !flaws[index]) as Ack[]
  const acks = good.map((ack) => ({ ...ack, code: ack.code.toUpperCase() }))
  const acked = (acks.length > 0 ? await ackBookings(context, hotelId, acks) : []).values()
  return elements.map((element, index) => {
    const errors = flaws[index]
    if (errors) return refusal(codeOf(element), errors)
    return showAcked((element as Ack).code, acked.next().value!, index)
  })
}

/** Returns the acknowledgements that were not refused. */
const takenOf = (elements: readonly unknown[], results: readonly AckResult[]) =>
  (elements as Ack[])
    .filter((_, index) => results[index]!.result !== 'refused')
    .map(({ code, revision }) => ({ code: code.toUpperCase(), revision }))

function showAcked(code: string, acked: AckOutcome, index: number): AckResult {
  if (acked.result === 'refused') return refusal(code, errorsOf(acked.error, `/acks/${index}`))
  const { ackedRevision, externalId } = acked.state
  return { code, result: acked.result, ackedRevision, externalId, errors: [] }
}

const refusal = (code: string | null, errors: AckResult['errors']): AckResult => ({
  ...{ code, result: 'refused', ackedRevision: null, externalId: null, errors },
})

/** Returns the errors of one element, as its own problem would list them. */
const errorsOf = ({ code, message, facts }: AppError, at: string): AckResult['errors'] =>
  facts.errors?.map((each) => ({ ...each, path: at + each.path })) ?? [
    { path: `${at}/code`, code, message },
  ]

/** Returns the code of an invalid element, if it has one. */
function codeOf(element: unknown): string | null {
  const { code } = Object(element) as { code?: unknown }
  return typeof code === 'string' ? code.slice(0, 40) : null
}
