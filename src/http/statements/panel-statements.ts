import { Type } from 'typebox'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { refused } from '../../domain/kernel/errors.ts'
import { PRICE_CENTS_MAX } from '../../domain/kernel/limits.ts'
import type { Month } from '../../domain/kernel/month.ts'
import { addAdjustment, dropAdjustment } from '../../service/statements/adjustments.ts'
import { closeStatement } from '../../service/statements/close-statement.ts'
import { readNames } from '../../store/statements/names.ts'
import type { Context } from '../api/context.ts'
import { canonicalJson, hashRequest, readIdempotencyKey } from '../api/idempotency.ts'
import { routes } from '../api/route.ts'
import { line, patternText, strictObject } from '../api/texts.ts'
import { type AddPanelRoute, hotelDoor } from '../doors/panel-hotel.ts'
import { answerList } from './statement-file.ts'
import {
  answerStatement,
  answerStatements,
  listFileParts,
  listParts,
  ofAgency,
  oneParts,
  readOwner,
} from './statement-operations.ts'
import {
  AdjustmentSchema,
  StatementSchema,
  showAdjustment,
  showStatement,
} from './statement-shape.ts'

/** Bounds of an adjustment: of each amount, either sign, and characters of its note. */
const AMOUNT_MAX = 100 * PRICE_CENTS_MAX
const NOTE_MAX = 500

const Amount = Type.Integer({ minimum: -AMOUNT_MAX, maximum: AMOUNT_MAX })
const AgencyCode = patternText('^[A-Z0-9][A-Z0-9_-]{0,63}$', 'the code of an agency')

const CloseBody = strictObject({
  agencyCode: AgencyCode,
  month: patternText('^\\d{4}-(0[1-9]|1[0-2])$', 'a month YYYY-MM'),
  currency: Type.Optional(Type.String({ description: 'The hotel’s where absent.' })),
  expectedOwedCents: Type.Optional(
    Type.Integer({ description: 'What you saw; another sum is 409 `revision_conflict`.' }),
  ),
})

const AdjustmentBody = strictObject({
  agencyCode: AgencyCode,
  bookingCode: patternText('^[0-9A-Za-z]{1,40}$', 'a booking code'),
  ...{ baseCents: Amount, commissionCents: Amount, note: line(NOTE_MAX) },
})

/** Adds a hotel's statements of agencies, their closing and adjustments (contract-agencies, *Statement*). */
export function panelStatementRoutes(context: Context) {
  const { app, route } = routes('/v1/panel', hotelDoor(context), 'Panel')
  addReads(route, context)
  addClosing(route, context)
  addAdjustments(route, context)
  return app
}

function addReads(route: AddPanelRoute, context: Context): void {
  const ownerOf = async ({ id: hotelId }: Hotel, { agency }: { agency?: string | undefined }) => ({
    ...(await readOwner(context, { agency })),
    hotelId,
  })

  route('GET', '/statements', {
    id: 'listPanelStatements',
    memberRole: 'revenue',
    summary: 'Statements of agencies',
    description: 'Open months first, worked out as they stand; then closed ones, newest first.',
    ...listParts(ofAgency),
    handle: async ({ hotel, query }) =>
      await answerStatements(context, await ownerOf(hotel, query), query),
  })

  route('GET', '/statements.csv', {
    id: 'exportPanelStatements',
    memberRole: 'revenue',
    summary: 'Statements of agencies as a file',
    description: 'The list without its lines.',
    ...listFileParts(ofAgency),
    handle: async ({ hotel, query, request }) =>
      await answerList(context, await ownerOf(hotel, query), query, request),
  })

  route('GET', '/statements/:number', {
    id: 'getPanelStatement',
    memberRole: 'revenue',
    stepUpIf: 'guest_export',
    ...oneParts(ofAgency),
    handle: async ({ hotel, ...call }) =>
      await answerStatement(context, await ownerOf(hotel, call.query), call),
  })
}

function addClosing(route: AddPanelRoute, context: Context): void {
  route('POST', '/statements/close', {
    id: 'closeStatement',
    memberRole: 'revenue',
    summary: 'Close the month of an agency',
    description:
      'Once the month has ended; by itself at 03:00 of the 5th. A long one is `closing` for some seconds. A repeat answers the same statement.',
    body: CloseBody,
    examples: { 'Last month': { agencyCode: 'DELTA', month: '2026-10' } },
    says: 'The statement.',
    answer: StatementSchema,
    errors: ['transition_invalid', 'revision_conflict'],
    handle: async ({ actor, hotel, body: { month, currency = hotel.currency, ...body } }) => {
      const { agencyCode, expectedOwedCents } = body
      const closed = await closeStatement(context, actor, {
        ...{ hotel, agencyCode, month: month as Month, currency, expectedOwedCents },
      })
      return showStatement(closed, await readNames(context.store, [closed]))
    },
  })
}

function addAdjustments(route: AddPanelRoute, context: Context): void {
  route('POST', '/statements/adjustments', {
    id: 'addStatementAdjustment',
    memberRole: 'revenue',
    summary: 'Put right a line of a closed statement',
    description:
      'A line of its own in this month’s statement, either sign. Needs an `Idempotency-Key`. Where the hotel collects `baseCents` is 0.',
    asks: { 'Idempotency-Key': 'Required: a repeat within 24 hours writes nothing again.' },
    body: AdjustmentBody,
    examples: {
      'One night less': {
        ...{ agencyCode: 'DELTA', bookingCode: '7KQ2M9XWPA', baseCents: -240_000 },
        ...{ commissionCents: -36_000, note: 'Left a night early, agreed with the desk' },
      },
    },
    status: 201,
    says: 'The adjustment.',
    answer: AdjustmentSchema,
    headers: ['Idempotency-Replayed'],
    errors: ['transition_invalid', 'idempotency_conflict'],
    handle: async ({ actor, hotel, body, request, set }) => {
      const key = readIdempotencyKey(request.headers.get('idempotency-key'))
      if (!key) throw refused('header:Idempotency-Key', 'required', 'Send an Idempotency-Key.')
      const sent = { ...body, bookingCode: body.bookingCode.toUpperCase() }
      const keyed = {
        ...{ owner: `adjustments ${hotel.id} ${actor.id}`, key },
        requestHash: hashRequest(canonicalJson(sent)),
      }
      const place = { actor, hotel, keyed }
      const show = (adjustment: Parameters<typeof showAdjustment>[0]) =>
        showAdjustment(adjustment, sent)
      const { answer, isReplay } = await addAdjustment(context, place, sent, show)
      if (isReplay) set.headers['idempotency-replayed'] = 'true'
      return answer
    },
  })

  route('DELETE', '/statements/adjustments/:id', {
    id: 'dropStatementAdjustment',
    memberRole: 'revenue',
    summary: 'Take an adjustment back',
    description: 'Until its month is closed.',
    says: 'Taken back.',
    errors: ['transition_invalid'],
    handle: async ({ actor, hotel, params: { id } }) => {
      await dropAdjustment(context, { actor, hotel }, id)
    },
  })
}
