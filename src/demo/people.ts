import { nanoid } from 'nanoid'
import type { AgencyRole } from '../domain/accounts/agency-role.ts'
import type { MemberRole } from '../domain/accounts/membership.ts'
import { changeUser, createUser } from '../service/accounts/catalog-users.ts'
import { addMember } from '../service/accounts/members.ts'
import { createAgency } from '../service/agencies/agencies.ts'
import type { Deps } from '../service/deps.ts'
import { findUserSecret } from '../store/accounts/users.ts'
import { findAgencyByCode } from '../store/agencies/agencies.ts'
import { findHotelId } from '../store/catalog/catalog.ts'
import { DEMO } from './catalog.ts'
import { demoSlugs } from './seed.ts'

/** The log-in of a demo account. */
type DemoLogin = { email: string; password: string }

/** A log-in for each role. */
export type DemoPeople = Record<keyof typeof PEOPLE, DemoLogin>

/** The code of the demo's agency, and of the other one that sells in the same hotels. */
export const DEMO_AGENCY = 'DELTA'
export const OTHER_AGENCY = 'EGE'

const AGENCIES = [
  {
    ...{ code: DEMO_AGENCY, name: 'Delta Travel', email: 'desk@delta.example' },
    ...{ commissionBasisPoints: 1_200, optionDays: 7, active: true },
  },
  {
    ...{ code: OTHER_AGENCY, name: 'Ege Turizm', email: 'rezervasyon@ege.example' },
    ...{ commissionBasisPoints: 1_000, optionDays: 3, active: true },
  },
]

/** An account of an agency's people. */
const ofAgency = (agencyCode: string, agencyRole: AgencyRole = 'agency_owner') =>
  ({ role: 'agency_user', agencyCode, agencyRole }) as const

const PASSWORD_LENGTH = 14

const PEOPLE = {
  admin: { email: 'admin@roomwire.example', name: 'Nazlı Aydın', role: 'admin' },
  manager: { email: 'manager@roomwire.example', name: 'Kerem Usta', role: 'hotel_manager' },
  revenue: { email: 'revenue@roomwire.example', name: 'Elif Tan', role: 'hotel_manager' },
  frontDesk: { email: 'desk@roomwire.example', name: 'Baran Koç', role: 'hotel_manager' },
  readOnly: { email: 'auditor@roomwire.example', name: 'Selin Er', role: 'hotel_manager' },
  agency: { ...ofAgency(DEMO_AGENCY), email: 'agency@roomwire.example', name: 'Deniz Ak' },
  agencySeller: {
    ...ofAgency(DEMO_AGENCY, 'agency_seller'),
    ...{ email: 'seller@roomwire.example', name: 'Ece Yalın' },
  },
  agencyAccounts: {
    ...ofAgency(DEMO_AGENCY, 'agency_accounts'),
    ...{ email: 'accounts@roomwire.example', name: 'Murat Işık' },
  },
  otherAgency: { ...ofAgency(OTHER_AGENCY), email: 'ege@roomwire.example', name: 'Sevgi Kaplan' },
  guest: { email: 'guest@roomwire.example', name: 'Carla Neri', role: 'guest' },
} as const

/** The roles of the members who do not own the manager's hotel. */
const MEMBERS: Partial<Record<keyof typeof PEOPLE, MemberRole>> = {
  revenue: 'revenue',
  frontDesk: 'front_desk',
  readOnly: 'read_only',
}

/**
 * Makes the demo's agencies and one account for each role; those of an earlier start are kept.
 *
 * @param earlier the accounts in `demo.json`, which may have been edited: a wrong password is replaced
 */
export async function demoPeople(deps: Deps, earlier: unknown): Promise<DemoPeople> {
  for (const agency of AGENCIES)
    if (!(await findAgencyByCode(deps.store, agency.code))) await createAgency(deps, DEMO, agency)
  const known = (earlier ?? {}) as Partial<Record<keyof DemoPeople, { password?: unknown }>>
  const logins = {} as DemoPeople
  for (const who of Object.keys(PEOPLE) as (keyof DemoPeople)[])
    logins[who] = await loginOf(deps, who, known[who]?.password)
  return logins
}

async function loginOf(deps: Deps, who: keyof DemoPeople, earlier: unknown): Promise<DemoLogin> {
  const { email, ...account } = PEOPLE[who]
  const credential = await findUserSecret(deps.store, email)
  const isKnown =
    credential !== undefined &&
    typeof earlier === 'string' &&
    (await deps.passwords.verify(earlier, credential.passwordHash))
  if (isKnown) return { email, password: earlier }
  const password = nanoid(PASSWORD_LENGTH)
  if (credential) await changeUser(deps, DEMO, credential.id, { password })
  else
    await createUser(deps, DEMO, {
      ...{ email, password, ...account },
      ...(who === 'manager' && { hotels: [demoSlugs.alfa] }),
    })
  const role = MEMBERS[who]
  if (!credential && role) {
    const hotel = { id: (await findHotelId(deps.store, demoSlugs.alfa))!, slug: demoSlugs.alfa }
    await addMember(deps, DEMO, hotel, { email, role })
  }
  return { email, password }
}
