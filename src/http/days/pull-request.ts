import { Type } from 'typebox'
import { PULL_DAYS_MAX } from '../../domain/kernel/limits.ts'
import type { Context } from '../api/context.ts'
import { matchesTag, packedTag } from '../api/entity-tag.ts'
import { exampleDay } from '../api/example-day.ts'
import { codingFor } from '../api/packing.ts'
import { DateParameter } from '../api/query.ts'
import { type Call, type RawJson, rawJson } from '../api/route.ts'
import { markTestText } from '../api/test-mode.ts'
import { AvailabilitySchema } from './day-shape.ts'
import type { Pull } from './kept-pulls.ts'

/** Dates of the examples: within every demo and limit, and in the future even after months of uptime. */
export const soon = exampleDay(180)
export const next = exampleDay(181)

/** Shared description and schemas of the pull, for partners and the panel. */
export const pullOperation = {
  summary: 'Pull days',
  description: `Returns every active room type, by code, with every day from \`from\` to \`to\`, both included; at most ${PULL_DAYS_MAX} days. A day never pushed is closed with 0 available. Send the \`ETag\` back as \`If-None-Match\`: an unchanged answer is 304 without a body. An answer over 8 KiB is compressed with gzip or zstd if \`Accept-Encoding\` allows it (gzip if both are equal), to about a tenth; its \`ETag\` then ends in the coding, and \`If-None-Match\` accepts either form.`,
  query: {
    from: { ...DateParameter, description: 'First day.', example: soon },
    to: { ...DateParameter, description: 'Last day, included.', example: next },
    roomCode: Type.Optional(
      Type.Array(Type.String(), { description: 'Only these room types; may be repeated.' }),
    ),
  },
  asks: { 'If-None-Match': 'The `ETag` of an earlier answer.' },
  says: 'The days.',
  answer: AvailabilitySchema,
  example: {
    from: soon,
    to: soon,
    rooms: [
      { roomCode: 'DBL', days: [{ date: soon, available: 4, priceCents: 950000, closed: false }] },
    ],
  },
  headers: ['ETag'],
  also: {
    304: {
      description: 'Nothing has changed since the answer with that `ETag`.',
      headers: ['ETag'],
    },
  },
} as const

/** Answers a pull; 304 if the client has this very answer, compressed or not (RFC 9110 §15.4.5). */
export async function answerPull(
  { packs }: Context,
  hotelId: number,
  pull: Promise<Pick<Pull, 'text' | 'etag'>>,
  { request, set }: Pick<Call, 'request' | 'set'>,
): Promise<RawJson> {
  const { text, etag } = await pull
  const coding = codingFor(request, text)
  set.headers.etag = coding ? packedTag(etag, coding) : etag
  set.headers['cache-control'] = 'private, no-cache'
  set.headers.vary = 'accept-encoding'
  if (matchesTag(request.headers.get('if-none-match'), etag)) {
    set.status = 304
    return rawJson()
  }
  set.headers['content-type'] = 'application/json'
  if (!coding) return rawJson(text)
  const packed = packs(`${hotelId} ${etag}`, markTestText(request, text), coding)
  // A cached body is not awaited: an await costs a tenth of a pull from memory.
  const bytes = packed instanceof Promise ? await packed : packed
  if (bytes) set.headers['content-encoding'] = coding
  else set.headers.etag = etag
  return rawJson(bytes ?? text)
}
