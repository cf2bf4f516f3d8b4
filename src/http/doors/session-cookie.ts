import { AppError } from '../../domain/kernel/errors.ts'
import type { Context } from '../api/context.ts'
import { isSecure } from '../api/transport.ts'
import { TOKEN_SECONDS } from './session.ts'

type CookieSettings = Pick<Context, 'publicUrl'>

/**
 * Returns the name and path of the session cookie. No other host can set a `__Host-` cookie, nor can http (RFC 6265bis
 * §4.1.3.2). It must cover every path, but only `/v1/auth/session` reads it; over http it is limited to that path.
 */
const placeOf = (setting: CookieSettings) =>
  isSecure(setting)
    ? { name: '__Host-session', path: '/' }
    : { name: 'session', path: '/v1/auth/session' }

/** Builds the cookie that keeps a token across reloads: HttpOnly and SameSite=Strict. */
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

/** Builds the expired cookie that makes the browser drop the session. */
export const expiredCookie = (setting: CookieSettings) => sessionCookie(setting, '', 0)

/** Returns the token in a request's cookie; undefined without one. */
export const cookieToken = (setting: CookieSettings, { headers }: Request): string | undefined =>
  new Bun.CookieMap(headers.get('cookie') ?? '').get(placeOf(setting).name) || undefined

/**
 * CSRF protection: refuses requests from pages of another origin. SameSite already covers other sites; this also covers
 * browsers without it, and other ports and sub-domains, which count as the same site.
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
