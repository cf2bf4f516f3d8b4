import { nanoid } from 'nanoid'
import type { Role } from '../domain/user.ts'
import { createAgency } from '../service/catalog/catalog-agencies.ts'
import { changeUser, createUser } from '../service/catalog/catalog-users.ts'
import type { Deps } from '../service/deps.ts'
import type { Actor } from '../store/availability/history.ts'
import { findAgencyByCode } from '../store/catalog/agencies.ts'
import { findUserSecret } from '../store/catalog/users.ts'
import { demoSlugs } from './seed.ts'

/** How somebody of the demo signs in. */
type DemoLogin = { email: string; password: string }

/** A log-in for each role. */
export type DemoPeople = {
  admin: DemoLogin
  manager: DemoLogin
  agency: DemoLogin
  guest: DemoLogin
}

/** The code of the demo's agency. */
export const DEMO_AGENCY = 'DELTA'

const DEMO: Actor = { type: 'system', id: 'demo' }
const PASSWORD_LENGTH = 14

const PEOPLE: Record<keyof DemoPeople, { email: string; name: string; role: Role }> = {
  admin: { email: 'admin@roomwire.example', name: 'Nazlı Aydın', role: 'admin' },
  manager: { email: 'manager@roomwire.example', name: 'Kerem Usta', role: 'hotel_manager' },
  agency: { email: 'agency@roomwire.example', name: 'Deniz Ak', role: 'agency_user' },
  guest: { email: 'guest@roomwire.example', name: 'Carla Neri', role: 'guest' },
}

/**
 * Makes the demo's agency and one account a role; those of an earlier start are kept.
 *
 * @param earlier what `demo.json` has in their place, which somebody may have edited: a password that does not fit is
 *   made anew
 */
export async function demoPeople(deps: Deps, earlier: unknown): Promise<DemoPeople> {
  if (!(await findAgencyByCode(deps.store, DEMO_AGENCY)))
    await createAgency(deps, DEMO, {
      code: DEMO_AGENCY,
      name: 'Delta Travel',
      email: 'desk@delta.example',
      commissionBasisPoints: 1_200,
      active: true,
    })
  const known = (earlier ?? {}) as Partial<Record<keyof DemoPeople, { password?: unknown }>>
  return {
    admin: await loginOf(deps, 'admin', known.admin?.password),
    manager: await loginOf(deps, 'manager', known.manager?.password),
    agency: await loginOf(deps, 'agency', known.agency?.password),
    guest: await loginOf(deps, 'guest', known.guest?.password),
  }
}

async function loginOf(deps: Deps, who: keyof DemoPeople, earlier: unknown): Promise<DemoLogin> {
  const { email, name, role } = PEOPLE[who]
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
      email,
      name,
      role,
      password,
      ...(role === 'hotel_manager' && { hotels: [demoSlugs.alfa] }),
      ...(role === 'agency_user' && { agencyCode: DEMO_AGENCY }),
    })
  return { email, password }
}
