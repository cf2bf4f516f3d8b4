import { randomBytes } from 'node:crypto'
import { hashKey } from '../../domain/accounts/api-key.ts'
import { PLACE_KNOWN_MS, placeOf } from '../../domain/accounts/login-place.ts'
import { keepPlace } from '../../service/accounts/known-places.ts'
import type { Context } from '../api/context.ts'
import type { Call } from '../api/route.ts'
import { isSecure } from '../api/transport.ts'

const BYTES = 24
/** What those bytes are in base64url. */
const FORM = /^[\w-]{32}$/

/**
 * Remembers from where and with which browser an account has signed in, and gives the browser the cookie that it is known
 * by (`contract-access`, *Accounts*); what a site does is remembered nowhere. Every way of signing in calls it once it
 * has succeeded.
 *
 * @param place what `signInPlace` answered
 */
export async function rememberPlace(
  context: Context,
  { request, set }: Pick<Call, 'request' | 'set'>,
  { userId, place }: { userId: string; place: { exactAddress: string; isBySite: boolean } },
): Promise<void> {
  if (place.isBySite) return
  const token = deviceToken(context, request) ?? randomBytes(BYTES).toString('base64url')
  const known = { userId, place: placeOf(place.exactAddress), device: hashKey(token) }
  await keepPlace(context, known)
  addCookie(set, deviceCookie(context, token))
}

/** The hash of the cookie that a browser is known by; undefined without one that this service could have made. */
export function deviceOf(
  context: Pick<Context, 'publicUrl'>,
  request: Request,
): string | undefined {
  const token = deviceToken(context, request)
  return token === undefined ? undefined : hashKey(token)
}

/** Adds a cookie to those that an answer sets already. */
export function addCookie({ headers }: Call['set'], cookie: string): void {
  const before = headers['set-cookie']
  headers['set-cookie'] = before === undefined ? cookie : [before, cookie].flat()
}

function deviceToken(setting: Pick<Context, 'publicUrl'>, { headers }: Request) {
  const token = new Bun.CookieMap(headers.get('cookie') ?? '').get(cookieName(setting))
  return token && FORM.test(token) ? token : undefined
}

/** Browsers keep a `__Host-` cookie only when it came over https (RFC 6265bis §4.1.3.2). */
const cookieName = (setting: Pick<Context, 'publicUrl'>) =>
  isSecure(setting) ? '__Host-device' : 'device'

const deviceCookie = (setting: Pick<Context, 'publicUrl'>, token: string) =>
  new Bun.Cookie(cookieName(setting), token, {
    path: '/',
    maxAge: PLACE_KNOWN_MS / 1_000,
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(setting),
  }).serialize()
