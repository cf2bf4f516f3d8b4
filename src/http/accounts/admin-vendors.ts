import { Type } from 'typebox'
import type { Vendor } from '../../domain/accounts/vendor.ts'
import { OVERLAP_HOURS_DEFAULT } from '../../domain/kernel/rotation.ts'
import { makeTestSecret } from '../../service/accounts/test-vendors.ts'
import { createVendor, rotateVendorSecret } from '../../service/accounts/vendors.ts'
import { listVendorEntries, type VendorEntry } from '../../store/accounts/vendors.ts'
import type { Context } from '../api/context.ts'
import { NewVendorSchema, showVendor, VendorSchema } from '../api/key-shape.ts'
import { makersOf } from '../api/maker-shape.ts'
import { RotateBody } from '../api/rotation-shape.ts'
import { type Call, routes } from '../api/route.ts'
import { namedObject, pageOf } from '../api/schema.ts'
import { line, strictObject } from '../api/texts.ts'
import { sessionDoor } from '../doors/session-door.ts'

const TestSecretSchema = namedObject('VendorTestSecret', {
  secret: Type.String({ description: 'Shown this once.' }),
  prefix: Type.String(),
  hotels: Type.Array(Type.String(), { description: 'Slugs.' }),
})

/** Vendors, managed by admins; the secret is shown once (contract §8). */
export function adminVendorRoutes(context: Context) {
  const door = sessionDoor(context, 'admin')
  const { app, route } = routes('/v1/admin/vendors', door, 'Administration')

  route('GET', '', {
    id: 'listVendors',
    summary: 'Every vendor',
    description: 'Sorted by name, without secrets.',
    says: 'The vendors.',
    answer: pageOf(VendorSchema),
    handle: async () => {
      const entries = await listVendorEntries(context.store.long)
      return { items: await showVendors(context, entries), nextCursor: null }
    },
  })

  route('POST', '', {
    id: 'createVendor',
    stepUp: 'vendor',
    summary: 'Create a vendor',
    description:
      'A software maker that hotels connect with one click in their panel. `secret` opens exactly the hotels that have connected it; it is shown only once and never stored.',
    body: strictObject({ name: line(100), contact: line(200) }),
    examples: {
      'A channel manager': { name: 'Harbour Channels', contact: 'support@harbour.example' },
    },
    status: 201,
    says: 'The vendor with its secret.',
    answer: NewVendorSchema,
    errors: ['already_exists'],
    handle: async ({ actor, body, set }) => {
      const { vendor, secret } = await createVendor(context, actor, body)
      return await showOnce(context, vendor, { secret, set })
    },
  })

  route('POST', '/:id/rotate-secret', {
    id: 'rotateVendorSecret',
    stepUp: 'secret',
    summary: "Change a vendor's secret",
    description: `The previous secret stays valid for \`overlapHours\` (default ${OVERLAP_HOURS_DEFAULT}); any older one ends at once. Connections and their webhooks stay.`,
    body: RotateBody,
    bodyIs: 'optional',
    examples: { 'Over a weekend': { overlapHours: 72 } },
    says: 'The vendor with its new secret.',
    answer: NewVendorSchema,
    handle: async ({ actor, params: { id }, body, set }) => {
      const { overlapHours = OVERLAP_HOURS_DEFAULT } = body
      const { vendor, secret } = await rotateVendorSecret(context, actor, id, overlapHours)
      return await showOnce(context, vendor, { secret, set })
    },
  })

  route('POST', '/:id/test-secret', {
    id: 'makeVendorTestSecret',
    stepUp: 'secret',
    summary: "Make a vendor's test secret",
    description:
      'It reaches three hotels made for it, of different currency, time zone and restrictions, which are sandboxes in all else (`?hotel=`, faults, certification, reset). A former test secret ends at once; the hotels stay.',
    says: 'The test secret, shown this once.',
    answer: TestSecretSchema,
    handle: async ({ actor, params: { id }, set }) => {
      set.headers['cache-control'] = 'no-store'
      return await makeTestSecret(context, actor, id)
    },
  })

  return app
}

async function showOnce(
  context: Context,
  vendor: Vendor,
  { secret, set }: { secret: string } & Pick<Call, 'set'>,
) {
  set.headers['cache-control'] = 'no-store'
  const entries = await listVendorEntries(context.store)
  const { hotels = 0, lastUsedAtMs = null } = entries.find(({ id }) => id === vendor.id) ?? {}
  const [shown] = await showVendors(context, [{ ...vendor, hotels, lastUsedAtMs }])
  return { ...shown!, secret }
}

async function showVendors(context: Context, entries: readonly VendorEntry[]) {
  const makers = await makersOf(context, entries)
  return entries.map((entry) => showVendor(entry, { makers, nowMs: context.nowMs() }))
}
