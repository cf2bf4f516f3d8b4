import { startPage } from './parts/page.tsx'
import { AcentaBookings } from './views/acenta-bookings.tsx'
import { AcentaOverview } from './views/acenta-overview.tsx'
import { OwnView } from './views/own/index.tsx'

startPage({
  own: OwnView,
  roles: ['agency_user'],
  views: [
    { name: 'overview', title: 'acenta.overview', icon: 'overview', body: AcentaOverview },
    { name: 'bookings', title: 'bookings.title', icon: 'bookings', body: AcentaBookings },
  ],
})
