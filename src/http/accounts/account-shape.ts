import { type Static, Type } from 'typebox'
import { AGENCY_ROLES } from '../../domain/accounts/agency-role.ts'
import { MEMBER_ROLES } from '../../domain/accounts/membership.ts'
import { ROLES, USER_STATUSES, type User } from '../../domain/accounts/user.ts'
import { LANGUAGES } from '../../domain/kernel/language.ts'
import { type Agency, findAgency } from '../../store/agencies/agencies.ts'
import type { Context } from '../api/context.ts'
import { Instant, namedObject, nullable, pageOf, show, words } from '../api/schema.ts'
import { TOKEN_SECONDS } from '../doors/session.ts'
import { PHOTO_PATH } from '../photos/photo-shape.ts'

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
  agencyRole: null,
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
    hotels: Type.Array(text, { description: 'Slugs of a manager’s hotels.' }),
    memberships: Type.Array(
      Type.Object({
        hotelSlug: text,
        hotelName: text,
        role: words(...MEMBER_ROLES),
        secondFactorRequired: Type.Boolean(),
      }),
      {
        description: 'The same hotels, with the manager’s role and if a second factor is required.',
      },
    ),
    agencyCode: nullable(text),
    agencyRole: nullable(words(...AGENCY_ROLES), 'The role in the agency.'),
    agencyFactorRequired: Type.Optional(
      Type.Boolean({ description: '`true`: the agency requires a second factor.' }),
    ),
    language: nullable(words(...LANGUAGES), 'The holder’s language; null: not set.'),
    secondFactor: Type.Boolean({ description: 'Log-ins need a code, too.' }),
    shownPasskey: Type.Optional(
      Type.Boolean({
        description: '`true`: this session has used a passkey, its second factor.',
      }),
    ),
    createdAt: Instant,
  },
  { example: EXAMPLE },
)

/** A session token with its account. */
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
  optionDays: Type.Integer({ description: 'Days that its options may last.' }),
  active: Type.Boolean(),
  licenceNumber: nullable(text),
  address: nullable(text),
  phone: nullable(text),
  logo: nullable(text, 'Path of the picture on this service.'),
  createdAt: Instant,
})

export const showAgency = ({ logoId, ...agency }: Agency) =>
  show(AgencySchema, { ...agency, logo: logoId && PHOTO_PATH + logoId })

/** Creates a formatter of accounts for one page; it looks up each agency once. */
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
      ...(user.isFactorOfAgency && { agencyFactorRequired: true }),
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

/** Creates a look-up of agency codes that reads each agency once. */
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

/** The second factor of the caller's account. */
export const FactorSchema = namedObject('SecondFactor', {
  since: nullable(Instant, 'null: the account has none.'),
  recoveryCodesLeft: Type.Integer(),
})

/** A new second factor, not confirmed yet. */
export const NewFactorSchema = namedObject('NewSecondFactor', {
  secret: Type.String({ description: 'For typing into the app, in base32.' }),
  url: Type.String({ description: '`otpauth://totp/…`, the content of the QR code.' }),
  qr: Type.String({ description: 'The QR code, an SVG.' }),
})

export const RecoveryCodesSchema = namedObject('RecoveryCodes', {
  recoveryCodes: Type.Array(Type.String(), { description: 'Shown this once.' }),
})

/** A session of the caller's account. */
export const OwnSessionSchema = namedObject('OwnSession', {
  id: Type.String(),
  agent: nullable(Type.String(), 'Browser and system; null: not known.'),
  address: Type.String(),
  current: Type.Boolean({ description: 'This session.' }),
  createdAt: Instant,
  seenAt: Type.String({ format: 'date-time', description: 'Within a few minutes.' }),
  expiresAt: Instant,
})

/** A passkey of the caller's account. */
export const PasskeySchema = namedObject('Passkey', {
  id: Type.String({ description: 'The credential’s id, base64url.' }),
  name: Type.String(),
  host: Type.String(),
  usable: Type.Boolean({
    description:
      '`false`: it belongs to another host, and neither signs in here nor counts as a factor.',
  }),
  createdAt: Instant,
  lastUsedAt: nullable(Instant),
})

/** All passkeys of the caller's account. */
export const PasskeysSchema = Type.Object({
  origin: nullable(
    Type.String(),
    'Origin of the pages that create and use passkeys; null: `PUBLIC_URL` is an IP address, which cannot have any.',
  ),
  ...pageOf(PasskeySchema).properties,
})
