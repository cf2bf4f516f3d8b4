import { Type } from 'typebox'
import { AppError } from '../../domain/kernel/errors.ts'
import { perMinute } from '../../domain/kernel/rate-limit.ts'
import { findLogo, findLogoHash } from '../../store/photos/logos.ts'
import { findPhotoFile, findPhotoHash } from '../../store/photos/photos.ts'
import type { Context } from '../api/context.ts'
import { matchesTag } from '../api/entity-tag.ts'
import { rateLimited } from '../api/limiter.ts'
import { type Call, type Door, routes } from '../api/route.ts'
import { BARE_HEADERS } from '../api/transport.ts'
import { siteOfCall } from '../doors/site-key.ts'
import { addressForLimit } from '../doors/visitor.ts'
import { PHOTO_PATH } from './photo-shape.ts'

/** A page has dozens of photos, so they have their own token bucket: this multiple of the general rate limit. */
const PER_REQUEST = 10

/** A binary file in the OpenAPI document. */
export const FileSchema = Type.Unsafe<string>({ type: 'string', format: 'binary' })

/** Photos, public for anyone with their address. */
export function photoFileRoutes(context: Context) {
  const { app, route } = routes('', photoDoor(context), 'Search')

  route('GET', `${PHOTO_PATH}:id`, {
    id: 'getPhoto',
    summary: 'A photo of a hotel or a room type, or the logo of an agency',
    description:
      'The address is in `photos` of `GET /v1/hotels/{slug}`. Its bytes never change: a new photo has a new address, a deleted one is 404. It has no camera metadata.',
    params: { id: { description: 'From its `url`.' } },
    says: 'The photo.',
    answer: FileSchema,
    media: 'image/*',
    headers: ['ETag'],
    also: { 304: { description: 'Unchanged since the `If-None-Match` sent.' } },
    handle: async ({ request, params: { id } }) => {
      const asked = request.headers.get('if-none-match')
      const known = asked === null ? undefined : await hashOf(context, id)
      if (known !== undefined && matchesTag(asked, tagOf(known)))
        return new Response(null, { status: 304, headers: headersOf(known) })
      const file = (await findPhotoFile(context.store, id)) ?? (await findLogo(context.store, id))
      if (!file) throw new AppError('not_found', 'There is no such picture.')
      const headers = { ...headersOf(file.sha256), 'content-type': file.type }
      return new Response(file.bytes, { headers })
    },
  })

  return app
}

/** The hash of a photo, or of an agency's logo. */
const hashOf = async ({ store }: Context, id: string) =>
  (await findPhotoHash(store, id)) ?? (await findLogoHash(store, id))

function photoDoor(context: Context): Door<Record<never, never>> {
  const { publicLimiter, publicRatePerMinute } = context
  return {
    context,
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
      if (!spent.allowed) throw rateLimited('photos', 'Too many photos for this address.', spent)
      return {}
    },
  }
}

const tagOf = (sha256: string) => `"${sha256.slice(0, 32)}"`

const headersOf = (sha256: string) => ({
  etag: tagOf(sha256),
  'cache-control': 'public, max-age=31536000, immutable',
  'content-disposition': 'inline',
  // A browser must not run it as a page.
  'content-security-policy': `${BARE_HEADERS['content-security-policy']}; sandbox`,
})
