import { jwt } from '@elysiajs/jwt'
import type { User } from '../../domain/accounts/user.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import type { Context } from '../api/context.ts'
import type { TokenClaims } from '../api/kept-tokens.ts'

/** Lifetime of a token (contract §5). */
export const TOKEN_SECONDS = 12 * 60 * 60
/** Tolerated clock skew between machines. */
const LEEWAY_SECONDS = 60
/** The audience of session tokens (RFC 7519 §4.1.3). */
const AUDIENCE = 'roomwire'
/** Matches the `Authorization` header and captures the token or key. */
export const BEARER = /^Bearer +([^\s]+) *$/i

type Secret = Pick<Context, 'jwtSecret'>
type Tokens = ReturnType<typeof makeTokens>
type Jwt = Tokens['decorator']['jwt']

/** One for all doors of a service: each is an Elysia app of its own. */
const madeTokens = new WeakMap<Secret, Tokens>()

/** Signs and verifies session tokens (JWT): HS256 with a `kid` that names the secret (contract §5). */
export function tokens(context: Secret): Tokens {
  const made = madeTokens.get(context) ?? makeTokens(context)
  madeTokens.set(context, made)
  return made
}

const makeTokens = ({ jwtSecret }: Secret) =>
  jwt({ name: 'jwt', secret: jwtSecret, alg: 'HS256', kid: keyId(jwtSecret) })

/** A signed-in user and the session; tokens from before sessions had ids have none. */
export type Session = { user: User; sessionId: string | undefined }

/** A session with its last step-up; null: none in this session, as far as known. */
export type DatedSession = Session & { steppedUpAtMs: number | null }

/**
 * Signs a new token for a user, valid for 12 hours, or until the user's `tokenVersion` is raised (contract §5) or the
 * session ends.
 */
export async function issueToken(
  { nowMs }: Pick<Context, 'nowMs'>,
  jwt: Jwt,
  { id, role, tokenVersion }: User,
  sessionId?: string,
): Promise<string> {
  const nowSeconds = Math.floor(nowMs() / 1_000)
  const times = { nbf: nowSeconds, exp: nowSeconds + TOKEN_SECONDS }
  // No `iat`: the plugin would use its own clock. `nbf` is the same instant by ours.
  const sid = sessionId === undefined ? {} : { sid: sessionId }
  const claims = { sub: id, aud: AUDIENCE, role, tv: tokenVersion, ...sid }
  return await jwt.sign({ ...claims, ...times, iat: false })
}

/** Returns the session of a request, read once (rate limit and route both need it); undefined without a valid token. */
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

/** Verifies a token and returns its session with the seconds left; undefined if it is invalid. */
export async function readToken(
  context: Context,
  jwt: Jwt,
  token: string,
): Promise<(DatedSession & { secondsLeft: number }) | undefined> {
  const nowMs = context.nowMs()
  const claims = context.keptTokens.get(token) ?? (await verify(context, jwt, token))
  if (!claims || !isTimely(claims, nowMs / 1_000)) return undefined
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

/** Returns the claims of a token that is signed by us and for us, and keeps them; undefined for any other. */
async function verify(context: Context, jwt: Jwt, token: string): Promise<TokenClaims | undefined> {
  const claims = await jwt.verify(token, {
    algorithms: ['HS256'],
    currentDate: new Date(context.nowMs()),
    requiredClaims: ['sub', 'role', 'tv', 'nbf', 'exp'],
    clockTolerance: LEEWAY_SECONDS,
  })
  if (!claims || !isSignedByUs(context, token) || !isForUs(claims)) return undefined
  context.keptTokens.set(token, claims)
  return claims
}

/**
 * True if a session is open, as of the last look-up of its account. A token without a session id cannot end, and is
 * refused if the account has a second factor: its log-in may not have used it.
 */
export const isOpen = async (
  { sessionsOf }: Pick<Context, 'sessionsOf'>,
  { id, hasSecondFactor }: Pick<User, 'id' | 'hasSecondFactor'>,
  sessionId: string | undefined,
): Promise<boolean> =>
  sessionId === undefined ? !hasSecondFactor : (await sessionsOf(id)).has(sessionId)

/** True if a token is within its times. The tolerance is for fast clocks; an expired token is refused at once. */
function isTimely({ nbf, exp, iat }: TokenClaims, nowSeconds: number): boolean {
  const latest = nowSeconds + LEEWAY_SECONDS
  return exp! > nowSeconds && nbf! <= latest && (iat ?? 0) <= latest
}

/**
 * True if a token is for this service: it says so, or names a session, which must be in this database. Replicas of the
 * version before sign tokens that name no audience.
 */
const isForUs = ({ aud, sid }: TokenClaims) =>
  aud === AUDIENCE || (aud === undefined && sid !== undefined)

/** The error for a caller without a valid session. */
export const unauthenticated = () =>
  new AppError(
    'unauthenticated',
    'Send a token of POST /v1/auth/login as "Authorization: Bearer <token>".',
  )

/** True if a verified token's `kid` names our secret. */
function isSignedByUs({ jwtSecret }: Context, token: string): boolean {
  const [header = ''] = token.split('.')
  return JSON.parse(Buffer.from(header, 'base64url').toString()).kid === keyId(jwtSecret)
}

function keyId(secret: string): string {
  return new Bun.CryptoHasher('sha256').update(`kid ${secret}`).digest('hex').slice(0, 16)
}
