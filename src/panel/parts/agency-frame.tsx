import type { WholeHotel } from '../../client/call.ts'
import { call } from '../lib/api.ts'
import { useCall } from '../lib/load.ts'
import { isShutOfAgency, mayInAgency } from '../lib/may.ts'
import { Find, FindButton } from './find.tsx'
import { Avatar, Layout } from './layout.tsx'
import { type FrameProps, ViewBody } from './page.tsx'
import { PriceSwitch } from './price-switch.tsx'

/** The stand-in for the hotel: an agency's views read nothing of it. */
const NO_HOTEL = { slug: '' } as WholeHotel

/** The frame of the agency's page: its name, its pages, and the search over all of its bookings. */
export function AgencyFrame(props: FrameProps) {
  const { user, route, own: Own } = props
  if (isShutOfAgency(user))
    return (
      <Layout user={user} views={[]} route={route}>
        <Own user={user} isBarred />
      </Layout>
    )
  return <OneAgency {...props} />
}

function OneAgency(props: FrameProps) {
  const { user, route } = props
  const views = props.views.filter(({ agencyRoles }) => mayInAgency(user, agencyRoles))
  const name = useCall('getOwnAgency', {}).data?.name ?? ''
  const house = (
    <>
      <Avatar of={name} isHotel />
      <strong class="picker">
        <bdi>{name}</bdi>
      </strong>
    </>
  )
  const head = (
    <>
      <PriceSwitch />
      <FindButton />
    </>
  )
  const hasSearch = views.some((view) => view.name === 'search')
  return (
    <Layout {...{ user, views, route, house }} search={head}>
      <Find
        views={views}
        read={(q, signal) => call('listAgencyBookings', { q, limit: 10 }, { signal })}
        placeOf={({ hotelName }) => hotelName}
        fresh={hasSearch ? { view: 'search' } : undefined}
      />
      <ViewBody {...props} views={views} hotel={NO_HOTEL} />
    </Layout>
  )
}
