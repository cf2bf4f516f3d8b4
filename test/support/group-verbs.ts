import { addDay } from './bookings.ts'

/** The calls of somebody, each of which must be answered well. */
type Call = (method: string, path: string, body?: unknown) => Promise<any>

const DAY_MS = 86_400_000

/**
 * Each way to write something of groups, rooms and vendors of a hotel called Alfa, to be tried in this order
 * (contract-groups).
 *
 * @param boss an admin; paths without `/v1`
 * @param asVendor a vendor by its secret
 */
export function groupVerbs(
  boss: Call,
  asVendor: (secret: string) => Call,
  from: string,
): Record<string, () => Promise<void>> {
  const made = { code: '', codes: [] as string[], vendor: '', secret: '', webhook: '' }
  const groups = (path: string) => `/panel/booking-groups${path}?hotel=alfa`
  const guest = { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' }
  const stay = { roomCode: 'DBL', checkin: from, checkout: addDay(from, 1), rooms: 1, adults: 1 }
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
  const act = (verb: string) => async () =>
    void (await boss('POST', groups(`/${made.code}/${verb}`), {}))
  return {
    'stock nights': async () => {
      const day = { roomCode: 'DBL', available: 4, priceCents: 10_000, closed: false }
      const updates = [0, 1].map((n) => ({ ...day, date: addDay(from, n) }))
      await boss('PUT', '/panel/availability?hotel=alfa', { updates })
    },
    'quote stays': async () =>
      void (await boss('POST', '/quotes', { hotelSlug: 'alfa', stays: [stay, stay] })),
    'hold a group': async () => {
      const order = { guest, holdUntil: inDays(9), stays: [stay, stay] }
      const { code, bookings } = await boss('POST', groups(''), order)
      made.code = code
      made.codes = bookings.map((each: { code: string }) => each.code)
    },
    'move an option': async () =>
      void (await boss('PATCH', groups(`/${made.code}`), { holdUntil: inDays(8) })),
    'add a stay': async () => void (await boss('POST', groups(`/${made.code}/stays`), stay)),
    'confirm a group': act('confirm'),
    'change a group': async () => {
      const [code] = made.codes
      const moved = { code, checkin: addDay(from, 1), checkout: addDay(from, 2) }
      await boss('PATCH', groups(`/${made.code}`), { stays: [moved] })
    },
    'list room numbers': async () => {
      const items = ['101', '102', '103'].map((number) => ({ number, roomCode: 'DBL' }))
      await boss('PUT', '/panel/room-numbers?hotel=alfa', { revision: 0, items })
    },
    'assign rooms': async () =>
      void (await boss('POST', '/panel/room-numbers/assign?hotel=alfa', { codes: made.codes })),
    'cancel a group': act('cancel'),
    'make an extra': async () => {
      const extra = { code: 'TRANSFER', name: 'Transfer', per: 'stay', priceCents: 5_000, max: 2 }
      await boss('POST', '/panel/extras?hotel=alfa', extra)
    },
    'agree on terms': async () => {
      const terms = { stopSale: false, active: true }
      await boss('PUT', '/panel/agencies/DELTA/terms?hotel=alfa', terms)
    },
    'make a vendor': async () => {
      const vendor = { name: 'Harbour', contact: 'support@harbour.example' }
      const { id, secret } = await boss('POST', '/admin/vendors', vendor)
      Object.assign(made, { vendor: id, secret })
    },
    'connect a vendor': async () =>
      void (await boss('POST', '/panel/vendors?hotel=alfa', { vendorId: made.vendor })),
    'make a vendor’s webhook': async () => {
      const body = { url: 'http://127.0.0.1:39999/vendor', active: false }
      made.webhook = (await asVendor(made.secret)('POST', '/vendor-webhooks', body)).id
    },
    'delete a vendor’s webhook': async () =>
      void (await asVendor(made.secret)('DELETE', `/vendor-webhooks/${made.webhook}`)),
    'disconnect a vendor': async () =>
      void (await boss('DELETE', `/panel/vendors/${made.vendor}?hotel=alfa`)),
    'make a test secret': async () =>
      void (await boss('POST', `/admin/vendors/${made.vendor}/test-secret`)),
  }
}
