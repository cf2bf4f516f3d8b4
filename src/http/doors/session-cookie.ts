import { AppError } from '../../domain/errors.ts'
import type { Context } from '../context.ts'
import { TOKEN_SECONDS } from './session.ts'

/** The only path the cookie is sent to, so that a browser can make no other call in its user's name. */
const SESSION_PATH = '/v1/auth/session'
const NAME = 'session'

type Setting = Pick<Context, 'publicUrl'>

/** The cookie that keeps a token through a reload: HttpOnly and SameSite=Strict. */
export const sessionCookie = (
  { publicUrl }: Setting,
  token: string,
  maxAge = TOKEN_SECONDS,
): string =>
  new Bun.Cookie(NAME, token, {
    path: SESSION_PATH,
    maxAge,
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
  }).serialize()

/** The cookie that makes the browser drop it. */
export const expiredCookie = (setting: Setting) => sessionCookie(setting, '', 0)

/** The token in a request's cookie. */
export const cookieToken = ({ headers }: Request): string | undefined =>
  new Bun.CookieMap(headers.get('cookie') ?? '').get(NAME) || undefined

/**
 * Refuses requests that a page of another origin sends. SameSite already keeps other sites out; this also covers
 * browsers without it, and other ports and sub-domains, which are the same site.
 *
 * @throws AppError `forbidden`
 */
export function refuseOtherOrigins({ publicUrl }: Setting, { headers }: Request): void {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  const hosts = [headers.get('host'), new URL(publicUrl).host]
  const isOwn =
    site !== null
      ? site === 'same-origin' || site === 'none'
      : origin === null || hosts.includes(URL.parse(origin)?.host ?? '')
  if (!isOwn) throw new AppError('forbidden', 'This is for pages of this service only.')
}
