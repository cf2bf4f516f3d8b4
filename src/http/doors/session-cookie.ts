import { AppError } from '../../domain/kernel/errors.ts'
import type { Context } from '../api/context.ts'
import { isSecure } from '../api/transport.ts'
import { TOKEN_SECONDS } from './session.ts'

type CookieSettings = Pick<Context, 'publicUrl'>

/**
 * A `__Host-` cookie can be set by no other host, nor over http (RFC 6265bis §4.1.3.2); it must be for every path, and no
 * route but `/v1/auth/session` reads it. Over http the cookie is sent to that path alone.
 */
const placeOf = (setting: CookieSettings) =>
  isSecure(setting)
    ? { name: '__Host-session', path: '/' }
    : { name: 'session', path: '/v1/auth/session' }

/** The cookie that keeps a token through a reload: HttpOnly and SameSite=Strict. */
export function sessionCookie(
  setting: CookieSettings,
  token: string,
  maxAge = TOKEN_SECONDS,
): string {
  const { name, path } = placeOf(setting)
  return new Bun.Cookie(name, token, {
    path,
    maxAge,
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(setting),
  }).serialize()
}

/** The cookie that makes the browser drop it. */
export const expiredCookie = (setting: CookieSettings) => sessionCookie(setting, '', 0)

/** The token in a request's cookie. */
export const cookieToken = (setting: CookieSettings, { headers }: Request): string | undefined =>
  new Bun.CookieMap(headers.get('cookie') ?? '').get(placeOf(setting).name) || undefined

/**
 * Refuses requests that a page of another origin sends. SameSite already keeps other sites out; this also covers
 * browsers without it, and other ports and sub-domains, which are the same site.
 *
 * @throws AppError `forbidden`
 */
export function refuseOtherOrigins({ publicUrl }: CookieSettings, { headers }: Request): void {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  const hosts = [headers.get('host'), new URL(publicUrl).host]
  const isOwn =
    site !== null
      ? site === 'same-origin' || site === 'none'
      : origin === null || hosts.includes(URL.parse(origin)?.host ?? '')
  if (!isOwn) throw new AppError('forbidden', 'This is for pages of this service only.')
}
