import { dayFromNow } from '../../support/process.ts'
import { again, each, type NextRequests, type Operation, read } from './operation.ts'
import { bookStays, DAYS, type Side } from './side.ts'

const PANEL = '/v1/panel'
const MONTH = `from=${DAYS[0]}&to=${DAYS[30]}`
/** Days before those of which the service's sums may still lack a booking. */
const LAST_MONTH = `from=${dayFromNow(-32)}&to=${dayFromNow(-2)}`
const NOTED = 100

const panel = (name: string, ...paths: string[]): Operation => ({
  name: `panel: ${name}`,
  prepare: read(
    'manager',
    paths.map((path) => PANEL + path),
  ),
})

/** What the hotel's people, the agency and admins call. */
export const PANEL_OPERATIONS: Operation[] = [
  panel('today', '/dashboard/desk'),
  panel('figures of a month', `/dashboard?${MONTH}`),
  panel('list of bookings', '/bookings?limit=50'),
  panel('search in bookings', '/bookings?q=carla&limit=50'),
  panel('find', '/bookings/find?q=car'),
  panel('calendar, days', `/availability?${MONTH}`),
  panel('calendar, rates', `/rates/days?${MONTH}`),
  panel('feed that has nothing new', '/changes?cursor=latest'),
  { ...panel('history', '/history?limit=50'), isAtBound: true },
  panel('webhooks', '/webhooks'),
  { name: 'panel: booking', prepare: readBookings },
  { name: 'panel: note at the desk', prepare: notes },
  {
    name: "agency's bookings",
    prepare: read('agency', ['/v1/acenta/bookings?limit=50']),
  },
  { name: "admin's figures", prepare: read('admin', [`/v1/admin/dashboard?${LAST_MONTH}`]) },
  { name: 'session', prepare: read('manager', ['/v1/auth/me']) },
  {
    name: 'OpenAPI document',
    isNamedAnew: true,
    prepare: read(undefined, ['/openapi.json']),
  },
]

async function readBookings(side: Side): Promise<NextRequests> {
  const codes = await bookStays(side, NOTED)
  return again(
    codes.map((code) => side.ask('GET', `${PANEL}/bookings/${code}`, undefined, 'manager')),
  )
}

async function notes(side: Side): Promise<NextRequests> {
  const codes = await bookStays(side, NOTED)
  return each((made) => {
    const path = `${PANEL}/bookings/${codes[made % NOTED]}/desk`
    return side.ask('PATCH', path, { note: `Note ${made}` }, 'manager')
  })
}
