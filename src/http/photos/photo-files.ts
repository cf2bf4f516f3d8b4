import { Type } from 'typebox'
import { AppError } from '../../domain/kernel/errors.ts'
import { perMinute } from '../../domain/kernel/rate-limit.ts'
import { findPhotoFile, findPhotoHash } from '../../store/photos/photos.ts'
import type { Context } from '../api/context.ts'
import { matchesTag } from '../api/entity-tag.ts'
import { rateLimited } from '../api/limiter.ts'
import { type Call, type Door, routes } from '../api/route.ts'
import { siteOfCall } from '../doors/site-key.ts'
import { addressForLimit } from '../doors/visitor.ts'
import { PHOTO_PATH } from './photo-shape.ts'

/** One page has dozens of them, so they have a bucket of their own: so many times the general limit. */
const PER_REQUEST = 10

/** A file in the document. */
export const FileSchema = Type.Unsafe<string>({ type: 'string', format: 'binary' })

/** Pictures, for everybody who knows their address. */
export function photoFileRoutes(context: Context) {
  const { app, route } = routes('', photoDoor(context), 'Search')

  route('GET', `${PHOTO_PATH}:id`, {
    id: 'getPhoto',
    summary: 'A picture of a hotel or of a room type',
    description:
      'The address is in `photos` of `GET /v1/hotels/{slug}`, and stands for these bytes for ever: another picture has another address, a deleted one none. Nothing that a camera wrote beside it is in it.',
    params: { id: { description: 'As its `url` has it.' } },
    says: 'The picture.',
    answer: FileSchema,
    media: 'image/*',
    headers: ['ETag'],
    also: { 304: { description: 'Unchanged since the `If-None-Match` that was sent.' } },
    handle: async ({ request, params: { id } }) => {
      const asked = request.headers.get('if-none-match')
      const known = asked === null ? undefined : await findPhotoHash(context.store, id)
      if (known !== undefined && matchesTag(asked, tagOf(known)))
        return new Response(null, { status: 304, headers: headersOf(known) })
      const file = await findPhotoFile(context.store, id)
      if (!file) throw new AppError('not_found', 'There is no such picture.')
      const headers = { ...headersOf(file.sha256), 'content-type': file.type }
      return new Response(file.bytes, { headers })
    },
  })

  return app
}

function photoDoor(context: Context): Door<Record<never, never>> {
  const { publicLimiter, publicRatePerMinute } = context
  return {
    security: [{}, { site: [] }],
    errors: ['unauthenticated', 'rate_limited'],
    async enter(call: Call) {
      await siteOfCall(context, call)
      if (publicRatePerMinute === 0) return {}
      const address = await addressForLimit(context, call)
      if (address === null) return {}
      const spent = publicLimiter.spend(
        `photos ${address}`,
        perMinute(publicRatePerMinute * PER_REQUEST),
      )
      if (!spent.allowed) throw rateLimited('Too many pictures to this address.', spent)
      return {}
    },
  }
}

const tagOf = (sha256: string) => `"${sha256.slice(0, 32)}"`

const headersOf = (sha256: string) => ({
  etag: tagOf(sha256),
  'cache-control': 'public, max-age=31536000, immutable',
  'content-disposition': 'inline',
  // It is no page, also where it is opened as one.
  'content-security-policy': "default-src 'none'; sandbox",
})
