import { AGENCIES } from '../client/agency-operations.ts'
import { AgencyFrame } from './parts/agency-frame.tsx'
import { startPage } from './parts/page.tsx'
import { AllotmentsView } from './views/acenta/allotments.tsx'
import { AcentaBookings } from './views/acenta/index.tsx'
import { AgencyTodayView } from './views/acenta/today.tsx'
import { VoucherView } from './views/acenta/voucher.tsx'
import { AcentaColleagues } from './views/acenta-colleagues.tsx'
import { AcentaOverview } from './views/acenta-overview.tsx'
import { AcentaSettings } from './views/acenta-settings.tsx'
import { OwnView } from './views/own/index.tsx'
import { SellView } from './views/selling/index.tsx'
import { AcentaStatements } from './views/statements/index.tsx'

startPage({
  operations: AGENCIES,
  own: OwnView,
  roles: ['agency_user'],
  frame: AgencyFrame,
  // In the order of the design: today, search, bookings, allotments, statements; colleagues, figures, settings.
  views: [
    { name: 'today', title: 'acenta.today', icon: 'today', body: AgencyTodayView, isTab: true },
    {
      name: 'search',
      title: 'sell.search',
      icon: 'search',
      body: SellView,
      isTab: true,
      agencyRoles: ['agency_seller'],
    },
    {
      name: 'bookings',
      title: 'bookings.title',
      icon: 'bookings',
      body: AcentaBookings,
      isTab: true,
    },
    { name: 'allotments', title: 'acenta.allotments', icon: 'allotments', body: AllotmentsView },
    { name: 'voucher', title: 'voucher.title', icon: 'print', body: VoucherView, isUnlisted: true },
    {
      name: 'statements',
      title: 'statements.title',
      icon: 'statements',
      body: AcentaStatements,
      isTab: true,
      agencyRoles: ['agency_owner', 'agency_accounts'],
    },
    {
      name: 'overview',
      title: 'acenta.overview',
      icon: 'overview',
      body: AcentaOverview,
      isSetup: true,
    },
    {
      name: 'colleagues',
      title: 'colleagues.title',
      icon: 'people',
      body: AcentaColleagues,
      isSetup: true,
      agencyRoles: ['agency_owner'],
    },
    {
      name: 'settings',
      title: 'settings.title',
      icon: 'settings',
      body: AcentaSettings,
      isSetup: true,
    },
  ],
})
