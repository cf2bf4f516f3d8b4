import { hashKey } from '../../domain/accounts/api-key.ts'
import { PLACE_KNOWN_MS, placeOf } from '../../domain/accounts/login-place.ts'
import { keepPlace } from '../../service/accounts/known-places.ts'
import type { Context } from '../api/context.ts'
import type { Call } from '../api/route.ts'
import { isSecure } from '../api/transport.ts'

const BYTES = 24
/** The base64url form of those bytes. */
const FORM = /^[\w-]{32}$/

/**
 * Remembers the place and the browser of a log-in and sets the browser's device cookie (`contract-access`, *Accounts*);
 * log-ins through a site are not remembered. Every kind of log-in calls it after success.
 *
 * @param place the result of `signInPlace`
 */
export async function rememberPlace(
  context: Context,
  { request, set }: Pick<Call, 'request' | 'set'>,
  { userId, place }: { userId: string; place: { exactAddress: string; isBySite: boolean } },
): Promise<void> {
  if (place.isBySite) return
  const token =
    deviceToken(context, request) ??
    crypto.getRandomValues(Buffer.alloc(BYTES)).toString('base64url')
  const known = { userId, place: placeOf(place.exactAddress), device: hashKey(token) }
  await keepPlace(context, known)
  addCookie(set, deviceCookie(context, token))
}

/** Returns the hash of a browser's device cookie; undefined without a well-formed one. */
export function deviceOf(
  context: Pick<Context, 'publicUrl'>,
  request: Request,
): string | undefined {
  const token = deviceToken(context, request)
  return token === undefined ? undefined : hashKey(token)
}

/** Adds a cookie to the answer's other cookies. */
export function addCookie({ headers }: Call['set'], cookie: string): void {
  const before = headers['set-cookie']
  headers['set-cookie'] = before === undefined ? cookie : [before, cookie].flat()
}

function deviceToken(setting: Pick<Context, 'publicUrl'>, { headers }: Request) {
  const token = new Bun.CookieMap(headers.get('cookie') ?? '').get(cookieName(setting))
  return token && FORM.test(token) ? token : undefined
}

/** Returns the cookie's name; browsers keep a `__Host-` cookie only over https (RFC 6265bis §4.1.3.2). */
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
