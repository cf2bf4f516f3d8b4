import { startPage } from './parts/page.tsx'
import { AdminAgencies } from './views/admin/agencies.tsx'
import { AdminHistory } from './views/admin/history.tsx'
import { AdminHotels } from './views/admin/hotels.tsx'
import { AdminOverview } from './views/admin/overview.tsx'
import { AdminUsers } from './views/admin/users.tsx'
import { AdminVendors } from './views/admin/vendors.tsx'

startPage({
  roles: ['admin'],
  views: [
    { name: 'overview', title: 'admin.overview', body: AdminOverview },
    { name: 'hotels', title: 'admin.hotels', body: AdminHotels },
    { name: 'users', title: 'admin.users', body: AdminUsers },
    { name: 'agencies', title: 'admin.agencies', body: AdminAgencies },
    { name: 'vendors', title: 'vendor.title', body: AdminVendors },
    { name: 'history', title: 'admin.history', body: AdminHistory },
  ],
})
