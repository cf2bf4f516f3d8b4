import { ADMINS } from '../client/admin-operations.ts'
import { PANEL } from '../client/panel-operations.ts'
import { startPage } from './parts/page.tsx'
import { AdminAgencies } from './views/admin/agencies.tsx'
import { AdminBoards } from './views/admin/boards.tsx'
import { AdminCities } from './views/admin/cities.tsx'
import { AdminHistory } from './views/admin/history.tsx'
import { AdminHotels } from './views/admin/hotels.tsx'
import { AdminOverview } from './views/admin/overview.tsx'
import { AdminSites } from './views/admin/sites.tsx'
import { AdminUsers } from './views/admin/users.tsx'
import { AdminVendors } from './views/admin/vendors.tsx'
import { OwnView } from './views/own/index.tsx'
import { AdminStatements } from './views/statements/index.tsx'

startPage({
  operations: { ...PANEL, ...ADMINS },
  own: OwnView,
  roles: ['admin'],
  views: [
    {
      name: 'overview',
      title: 'admin.overview',
      icon: 'overview',
      body: AdminOverview,
      isTab: true,
    },
    { name: 'hotels', title: 'admin.hotels', icon: 'hotels', body: AdminHotels, isTab: true },
    { name: 'users', title: 'admin.users', icon: 'people', body: AdminUsers, isTab: true },
    { name: 'agencies', title: 'admin.agencies', icon: 'agencies', body: AdminAgencies },
    {
      name: 'statements',
      title: 'statements.title',
      icon: 'statements',
      body: AdminStatements,
    },
    { name: 'cities', title: 'admin.cities', icon: 'places', body: AdminCities, isSetup: true },
    { name: 'boards', title: 'admin.boards', icon: 'boards', body: AdminBoards, isSetup: true },
    { name: 'vendors', title: 'vendor.title', icon: 'channel', body: AdminVendors, isSetup: true },
    { name: 'sites', title: 'site.title', icon: 'site', body: AdminSites, isSetup: true },
    { name: 'history', title: 'admin.history', icon: 'history', body: AdminHistory, isSetup: true },
  ],
})
