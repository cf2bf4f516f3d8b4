import { type Static, Type } from 'typebox'
import { writeFeedCursor } from '../../domain/days/feed-cursor.ts'
import { flaw, refuseFlaws } from '../../domain/kernel/errors.ts'
import {
  CHANGES_PAGE_DEFAULT,
  CHANGES_PAGE_MAX,
  CHANGES_WAIT_SECONDS_MAX,
  FEEDS_READ_MAX,
} from '../../domain/kernel/limits.ts'
import { pacedChunks } from '../../store/engine/pace.ts'
import type { Context } from '../api/context.ts'
import { problemMembers } from '../api/problem-shape.ts'
import { PROBLEMS } from '../api/problem-table.ts'
import { routes } from '../api/route.ts'
import { namedObject, nullable } from '../api/schema.ts'
import { witnessBookings } from '../api/test-mode.ts'
import { identifier, strictObject } from '../api/texts.ts'
import { hotelsDoor } from '../doors/partner-key.ts'
import { ChangeSchema } from './change-shape.ts'
import { showPage } from './feed.ts'
import { type FeedAnswer, type FeedAsked, readFeeds } from './many-feeds.ts'

const BodySchema = strictObject({
  hotels: Type.Array(
    strictObject({ hotel: identifier(200), cursor: Type.Optional(identifier(200)) }),
    {
      minItems: 1,
      maxItems: FEEDS_READ_MAX,
      description: 'The slug of each hotel, and its cursor as for `GET /changes`.',
    },
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: CHANGES_PAGE_MAX,
      description: `Entries of all hotels together; default ${CHANGES_PAGE_DEFAULT}.`,
    }),
  ),
  waitSeconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: CHANGES_WAIT_SECONDS_MAX,
      description: 'Maximum wait for an entry if no hotel has one; default 0.',
    }),
  ),
})

const { status, code, detail } = problemMembers
const RefusalSchema = namedObject('FeedRefusal', {
  status,
  code,
  detail,
  oldestCursor: Type.Optional(Type.String()),
  cursor: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String()),
  scopes: Type.Optional(Type.Array(Type.String())),
})
const HotelChangesSchema = namedObject('HotelChanges', {
  hotel: Type.String({ description: 'As sent.' }),
  changes: Type.Array(ChangeSchema),
  nextCursor: nullable(Type.String(), 'Of this hotel, also good as `seenThrough`; null: refused.'),
  hasMore: Type.Boolean(),
  problem: Type.Optional(RefusalSchema),
})
const ManyChangesSchema = namedObject('ManyChanges', {
  hotels: Type.Array(HotelChangesSchema, {
    description: 'One for each hotel asked: those with entries first.',
  }),
  more: Type.Boolean({ description: 'True if a hotel has more: call again at once.' }),
})

const CURSOR = 'WzEsNDIsMCwxNzk1MjYyMTAwMDAwXQ'
const EXAMPLE = {
  hotels: [{ hotel: 'sea-view', changes: [], nextCursor: CURSOR, hasMore: false }],
  more: false,
}

/** Adds the feeds of many hotels in one call (contract-groups, *Vendors*). */
export function partnerManyChangeRoutes(context: Context) {
  const { app, route } = routes('/v1/partner/changes', hotelsDoor(context), 'Changes')

  route('POST', '/read', {
    id: 'readManyChanges',
    isReading: true,
    scope: 'any',
    summary: 'Feeds of many hotels',
    description: `For vendors: reads up to ${FEEDS_READ_MAX} hotels' feeds in one call, without \`?hotel=\`. Each hotel has its own order and its own cursor; between two hotels the order says nothing. Hotels with entries share \`limit\` and come first. With \`waitSeconds\` (long poll) the answer comes as soon as a hotel has an entry, its cursor is refused, or it connects or disconnects meanwhile; a hotel that is not connected, or lacks the scopes, waits with the others. A refused hotel has \`problem\`, and the others are answered all the same: 404 \`not_found\` if it is not (or no longer) connected, 410 \`cursor_expired\` (also for a cursor of before the connection, whose place is \`oldestCursor\`), 422 \`validation_failed\` for a cursor of another hotel, 403 \`scope_missing\`.\n\nOne token of the bucket for calls that name no hotel: 60 a minute, and 10 more for each connected hotel, at most 600.`,
    body: BodySchema,
    bodyIs: 'long',
    examples: {
      'Two hotels': {
        hotels: [{ hotel: 'sea-view', cursor: CURSOR }, { hotel: 'old-town' }],
        waitSeconds: 25,
      },
    },
    says: 'No hotel was refused.',
    answer: ManyChangesSchema,
    example: EXAMPLE,
    also: {
      207: { description: 'Some hotels or all were refused.', schema: ManyChangesSchema },
    },
    handle: async ({ caller, body, request, server, set }) => {
      const { hotels: asked, limit = CHANGES_PAGE_DEFAULT, waitSeconds = 0 } = body
      refuseRepeated(asked)
      const read = await readFeeds(context, { request, server }, caller, {
        ...{ asked, limit, waitSeconds },
      })
      const hotels: Static<typeof HotelChangesSchema>[] = []
      for await (const part of pacedChunks(read, 10))
        for (const each of part) hotels.push(await showFeed(context, each))
      witnessBookings(request, () =>
        hotels.flatMap(({ changes }) =>
          changes.flatMap((change) => (change.type === 'booking' ? [change.booking] : [])),
        ),
      )
      if (hotels.some(({ problem }) => problem)) set.status = 207
      return { hotels, more: hotels.some(({ hasMore }) => hasMore) }
    },
  })

  return app
}

/** @throws AppError `validation_failed` naming each hotel that is asked for twice */
function refuseRepeated(asked: readonly FeedAsked[]): void {
  const seen = new Set<string>()
  const flaws = asked.flatMap(({ hotel }, index) => {
    const isRepeated = seen.has(hotel)
    seen.add(hotel)
    const path = `/hotels/${index}/hotel`
    return isRepeated ? [flaw(path, 'repeated', 'A hotel may appear only once.')] : []
  })
  refuseFlaws(flaws)
}

async function showFeed(
  context: Context,
  answer: FeedAnswer,
): Promise<Static<typeof HotelChangesSchema>> {
  const { hotel } = answer
  if ('refusal' in answer) {
    const { code, message: detail, facts } = answer.refusal
    const problem = { ...facts.members, status: PROBLEMS[code].status, code, detail }
    return { hotel, changes: [], nextCursor: null, hasMore: false, problem }
  }
  const { key, owner, page } = answer
  const { place, hasMore } = page
  // Of a quiet hotel nothing else is read.
  if (page.entries.length === 0)
    return { hotel, changes: [], nextCursor: writeFeedCursor(owner, place), hasMore }
  return { hotel, ...(await showPage(context, { hotelId: key.hotelId, owner }, page)) }
}
