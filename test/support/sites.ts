import type { NewSite } from '../../src/service/sites/sites.ts'
import { createSite } from '../../src/service/sites/sites.ts'
import type { Call, TestHotel, TestService } from './service.ts'

const ACTOR = { type: 'system', id: 'test' } as const

/** A site as its people have it. */
export type TestSite = {
  id: string
  name: string
  secret: string
  /** Calls any path by the site, for a visitor where an address is given. */
  for: (visitor?: string) => Call
}

/** Makes a site: of admins, or of a hotel. */
export async function addSite(
  { deps, call }: TestService,
  { hotel, ...given }: Partial<NewSite> & { hotel?: TestHotel } = {},
): Promise<TestSite> {
  const named = { name: hotel ? `${hotel.slug}.example` : 'Ege Portal', ...given }
  const { site, secret } = await createSite(deps, ACTOR, hotel?.id ?? null, named)
  return { id: site.id, name: site.name, secret, for: (visitor) => bySite(call, secret, visitor) }
}

/** Calls paths with the key of a site, for a visitor where an address is given. */
export const bySite =
  (call: Call, secret: string, visitor?: string): Call =>
  (method, path, init = {}) =>
    call(method, path, {
      ...init,
      headers: {
        'x-service-site': secret,
        ...(visitor !== undefined && { 'x-service-visitor': visitor }),
        ...init.headers,
      },
    })
