import { type Static, Type } from 'typebox'
import { MEMBER_ROLES } from '../../domain/accounts/membership.ts'
import { ROLES, USER_STATUSES, type User } from '../../domain/accounts/user.ts'
import { LANGUAGES } from '../../domain/kernel/language.ts'
import { type Agency, findAgency } from '../../store/agencies/agencies.ts'
import type { Context } from '../api/context.ts'
import { Instant, namedObject, nullable, pageOf, show, words } from '../api/schema.ts'
import { TOKEN_SECONDS } from '../doors/session.ts'

const text = Type.String()

const EXAMPLE = {
  id: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  email: 'grace@example.com',
  name: 'Grace Hopper',
  role: 'guest',
  status: 'active',
  hotels: [],
  memberships: [],
  agencyCode: null,
  language: null,
  secondFactor: false,
  createdAt: '2027-03-10T09:00:00.000Z',
}

/** An account as its holder and admins see it: hotels by slug, the agency by code. */
export const UserSchema = namedObject(
  'User',
  {
    id: text,
    email: text,
    name: text,
    role: words(...ROLES),
    status: words(...USER_STATUSES),
    hotels: Type.Array(text, { description: 'Slugs of the hotels a manager belongs to.' }),
    memberships: Type.Array(
      Type.Object({
        hotelSlug: text,
        hotelName: text,
        role: words(...MEMBER_ROLES),
        secondFactorRequired: Type.Boolean(),
      }),
      {
        description:
          'The same hotels, what a manager may do in each, and whether it lets in with a second factor only.',
      },
    ),
    agencyCode: nullable(text),
    language: nullable(words(...LANGUAGES), 'What its holder reads; null: not said.'),
    secondFactor: Type.Boolean({ description: 'It logs in with a code, too.' }),
    shownPasskey: Type.Optional(
      Type.Boolean({
        description: '`true`: the session that asks has shown a passkey, its second factor.',
      }),
    ),
    createdAt: Instant,
  },
  { example: EXAMPLE },
)

/** A token, and whose it is. */
export const SessionSchema = namedObject(
  'Session',
  {
    token: text,
    tokenType: words('Bearer'),
    expiresIn: Type.Integer({ description: 'Seconds.' }),
    user: UserSchema,
  },
  {
    example: {
      token: 'eyJhbGciOiJIUzI1NiIsImtpZCI6…',
      tokenType: 'Bearer',
      expiresIn: TOKEN_SECONDS,
      user: EXAMPLE,
    },
  },
)

export const AgencySchema = namedObject('Agency', {
  code: text,
  name: text,
  email: text,
  commissionBasisPoints: Type.Integer({ description: '1,000 is 10 %.' }),
  active: Type.Boolean(),
  createdAt: Instant,
})

export const showAgency = (agency: Agency) => show(AgencySchema, agency)

/** Shows accounts of a page; each agency is looked up once. */
export function userViews(context: Context) {
  const agencyCode = agencyCodes(context)
  return async (user: User): Promise<Static<typeof UserSchema>> => {
    const memberships = await Promise.all(
      user.memberships.map(async ({ hotelId, role, secondFactorRequired = false }) => {
        const { slug, name } = (await context.hotelOf(hotelId)).hotel
        return { hotelSlug: slug, hotelName: name, role, secondFactorRequired }
      }),
    )
    return show(UserSchema, {
      ...user,
      secondFactor: user.hasSecondFactor,
      ...(user.hasShownPasskey && { shownPasskey: true }),
      hotels: memberships.map(({ hotelSlug }) => hotelSlug),
      memberships,
      agencyCode: await agencyCode(user.agencyId),
    })
  }
}

export async function showSession(
  context: Context,
  user: User,
  { token, expiresIn }: { token: string; expiresIn: number },
): Promise<Static<typeof SessionSchema>> {
  return { token, tokenType: 'Bearer', expiresIn, user: await userViews(context)(user) }
}

/** Codes of agencies, each looked up once. */
export function agencyCodes({ store }: Context) {
  const known = new Map<number, Promise<string | null>>()
  return async (agencyId: number | null): Promise<string | null> => {
    if (agencyId === null) return null
    const code =
      known.get(agencyId) ?? findAgency(store, agencyId).then((agency) => agency?.code ?? null)
    known.set(agencyId, code)
    return await code
  }
}

/** One's own second factor. */
export const FactorSchema = namedObject('SecondFactor', {
  since: nullable(Instant, 'null: the account has none.'),
  recoveryCodesLeft: Type.Integer(),
})

/** A second factor that is to be confirmed. */
export const NewFactorSchema = namedObject('NewSecondFactor', {
  secret: Type.String({ description: 'For an app that scans nothing, in base32.' }),
  url: Type.String({ description: '`otpauth://totp/…`, what the picture says.' }),
  qr: Type.String({ description: 'The QR code, an SVG.' }),
})

export const RecoveryCodesSchema = namedObject('RecoveryCodes', {
  recoveryCodes: Type.Array(Type.String(), { description: 'Shown this once.' }),
})

/** One of one's own log-ins. */
export const OwnSessionSchema = namedObject('OwnSession', {
  id: Type.String(),
  agent: nullable(Type.String(), 'Browser and system; null: not known.'),
  address: Type.String(),
  current: Type.Boolean({ description: 'The one that asks.' }),
  createdAt: Instant,
  seenAt: Type.String({ format: 'date-time', description: 'To some minutes.' }),
  expiresAt: Instant,
})

/** One of one's own passkeys. */
export const PasskeySchema = namedObject('Passkey', {
  id: Type.String({ description: 'The credential’s own, base64url.' }),
  name: Type.String(),
  host: Type.String(),
  usable: Type.Boolean({
    description: '`false`: it is of another host, opens nothing here and counts as no factor.',
  }),
  createdAt: Instant,
  lastUsedAt: nullable(Instant),
})

/** All of them. */
export const PasskeysSchema = Type.Object({
  origin: nullable(
    Type.String(),
    'Where the pages are at which passkeys are made and used; null: `PUBLIC_URL` is an IP address, which cannot have any.',
  ),
  ...pageOf(PasskeySchema).properties,
})
