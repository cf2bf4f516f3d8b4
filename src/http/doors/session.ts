import { jwt } from '@elysiajs/jwt'
import type { User } from '../../domain/accounts/user.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import type { Context } from '../api/context.ts'

/** How long a token is valid (contract §5). */
export const TOKEN_SECONDS = 12 * 60 * 60
/** How far another machine's clock may be ahead. */
const LEEWAY_SECONDS = 60
/** What `Authorization` is, with the token or key. */
export const BEARER = /^Bearer +([^\s]+) *$/i

/** Signs and verifies tokens: HS256 with a `kid` that names the secret (contract §5). */
export const tokens = ({ jwtSecret }: Pick<Context, 'jwtSecret'>) =>
  jwt({ name: 'jwt', secret: jwtSecret, alg: 'HS256', kid: keyId(jwtSecret) })

type Jwt = ReturnType<typeof tokens>['decorator']['jwt']

/** Who is signed in, and by which log-in; tokens from before log-ins were listed name none. */
export type Session = { user: User; sessionId: string | undefined }

/** And when its holder last showed who they are; null: not in this session, as far as is known. */
export type DatedSession = Session & { steppedUpAtMs: number | null }

/**
 * A fresh token of a user, good for 12 hours or until the user's `tokenVersion` is raised (contract §5) or its session
 * is ended.
 */
export async function issueToken(
  { nowMs }: Pick<Context, 'nowMs'>,
  jwt: Jwt,
  { id, role, tokenVersion }: User,
  sessionId?: string,
): Promise<string> {
  const nowSeconds = Math.floor(nowMs() / 1_000)
  const times = { nbf: nowSeconds, exp: nowSeconds + TOKEN_SECONDS }
  // No `iat`: the plugin takes it from a clock of its own. `nbf` is the same instant of ours.
  const sid = sessionId === undefined ? {} : { sid: sessionId }
  return await jwt.sign({ sub: id, role, tv: tokenVersion, ...sid, ...times, iat: false })
}

/** Who a request's token is of, read once a request (rate limit and route both ask); undefined without a valid one. */
export function sessionOf(
  context: Context,
  jwt: Jwt,
  request: Request,
): Promise<DatedSession | undefined> {
  let session = sessions.get(request)
  if (!session) {
    const token = request.headers.get('authorization')?.match(BEARER)?.[1]
    session = token === undefined ? Promise.resolve(undefined) : readToken(context, jwt, token)
    sessions.set(request, session)
  }
  return session
}

const sessions = new WeakMap<Request, Promise<DatedSession | undefined>>()

/** Who a token is of and how long it is still valid; undefined when it is not. */
export async function readToken(
  context: Context,
  jwt: Jwt,
  token: string,
): Promise<(DatedSession & { secondsLeft: number }) | undefined> {
  const nowMs = context.nowMs()
  const claims = await jwt.verify(token, {
    algorithms: ['HS256'],
    currentDate: new Date(nowMs),
    requiredClaims: ['sub', 'role', 'tv', 'nbf', 'exp'],
    clockTolerance: LEEWAY_SECONDS,
  })
  if (!claims || !isTimely(claims, nowMs / 1_000) || !isSignedByUs(context, token)) return undefined
  const user = await context.userOf(String(claims.sub))
  const stands =
    user?.status === 'active' && user.tokenVersion === claims.tv && user.role === claims.role
  if (!stands) return undefined
  const sessionId = claims.sid === undefined ? undefined : String(claims.sid)
  if (!(await isOpen(context, user, sessionId))) return undefined
  if (sessionId !== undefined) context.sessionUses.set(sessionId, nowMs)
  const shown =
    sessionId === undefined ? undefined : (await context.sessionsOf(user.id)).get(sessionId)
  const here = context.passkeysAt?.host
  const hasShownPasskey = here !== undefined && shown?.passkeyHost === here
  return {
    user: hasShownPasskey ? { ...user, hasShownPasskey } : user,
    sessionId,
    steppedUpAtMs: shown?.steppedUpAtMs ?? null,
    secondsLeft: Math.ceil(claims.exp! - nowMs / 1_000),
  }
}

/**
 * Whether a session is not ended, as of when its account was looked at. What is no session's cannot be, and is not known
 * to have been begun with the second factor of an account that has one.
 */
export const isOpen = async (
  { sessionsOf }: Pick<Context, 'sessionsOf'>,
  { id, hasSecondFactor }: Pick<User, 'id' | 'hasSecondFactor'>,
  sessionId: string | undefined,
): Promise<boolean> =>
  sessionId === undefined ? !hasSecondFactor : (await sessionsOf(id)).has(sessionId)

/** The leeway is for clocks that are ahead; an expired token is refused at once. */
function isTimely({ exp, iat }: { exp?: number; iat?: number }, nowSeconds: number): boolean {
  return exp! > nowSeconds && (iat ?? 0) <= nowSeconds + LEEWAY_SECONDS
}

/** The error for a caller who must sign in and has not. */
export const unauthenticated = () =>
  new AppError(
    'unauthenticated',
    'Send a token of POST /v1/auth/login as "Authorization: Bearer <token>".',
  )

/** Whether a verified token names the secret it was signed with. */
function isSignedByUs({ jwtSecret }: Context, token: string): boolean {
  const [header = ''] = token.split('.')
  return JSON.parse(Buffer.from(header, 'base64url').toString()).kid === keyId(jwtSecret)
}

function keyId(secret: string): string {
  return new Bun.CryptoHasher('sha256').update(`kid ${secret}`).digest('hex').slice(0, 16)
}
