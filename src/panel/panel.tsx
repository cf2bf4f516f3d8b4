import { PANEL } from '../client/panel-operations.ts'
import { HotelFrame } from './parts/hotel-frame.tsx'
import { startPage } from './parts/page.tsx'
import { AgenciesView } from './views/agencies/index.tsx'
import { BookingsView } from './views/bookings/index.tsx'
import { CalendarView } from './views/calendar/index.tsx'
import { ChannelView } from './views/channel/index.tsx'
import { ExtrasView } from './views/extras.tsx'
import { HistoryView } from './views/history/index.tsx'
import { HotelView } from './views/hotel/index.tsx'
import { MailView } from './views/mails/mail.tsx'
import { OwnView } from './views/own/index.tsx'
import { PeopleView } from './views/people.tsx'
import { RatesView } from './views/rates/index.tsx'
import { OpenReviews, ReviewsView } from './views/reviews.tsx'
import { RoomsView } from './views/rooms.tsx'
import { SheetsView } from './views/sheets/index.tsx'
import { PanelStatements } from './views/statements/index.tsx'
import { TodayView } from './views/today/index.tsx'
import { WebView } from './views/web/index.tsx'

startPage({
  // An admin chooses among all hotels.
  operations: { ...PANEL, listAllHotels: 'GET /v1/admin/hotels' },
  own: OwnView,
  roles: ['hotel_manager', 'admin'],
  hasHotel: true,
  frame: HotelFrame,
  // lib/router.ts explains how to add a view.
  views: [
    { name: 'today', title: 'today.title', icon: 'today', body: TodayView, isTab: true },
    {
      name: 'calendar',
      title: 'calendar.title',
      icon: 'calendar',
      body: CalendarView,
      isTab: true,
    },
    {
      name: 'bookings',
      title: 'bookings.title',
      icon: 'bookings',
      body: BookingsView,
      isTab: true,
    },
    {
      name: 'sheets',
      title: 'sheets.title',
      icon: 'print',
      body: SheetsView,
      isUnlisted: true,
      needs: 'not_read_only',
    },
    {
      name: 'reviews',
      title: 'reviews.title',
      icon: 'reviews',
      body: ReviewsView,
      count: OpenReviews,
    },
    { name: 'hotel', title: 'hotel.title', icon: 'hotels', body: HotelView, isSetup: true },
    { name: 'rooms', title: 'rooms.title', icon: 'rooms', body: RoomsView, isSetup: true },
    { name: 'rates', title: 'rates.title', icon: 'rates', body: RatesView, isSetup: true },
    { name: 'extras', title: 'extras.title', icon: 'extras', body: ExtrasView, isSetup: true },
    {
      name: 'agencies',
      title: 'agencies.title',
      icon: 'agencies',
      body: AgenciesView,
      isSetup: true,
      needs: 'revenue',
    },
    {
      name: 'statements',
      title: 'statements.title',
      icon: 'statements',
      body: PanelStatements,
      isSetup: true,
      needs: 'revenue',
    },
    { name: 'web', title: 'web.title', icon: 'site', body: WebView, isSetup: true },
    {
      name: 'channel',
      title: 'channel.title',
      icon: 'channel',
      body: ChannelView,
      isSetup: true,
      needs: 'revenue',
    },
    { name: 'mail', title: 'mail.title', icon: 'mail', body: MailView, isSetup: true },
    {
      name: 'people',
      title: 'people.title',
      icon: 'people',
      body: PeopleView,
      isSetup: true,
      needs: 'owner',
    },
    {
      name: 'history',
      title: 'history.title',
      icon: 'history',
      body: HistoryView,
      isSetup: true,
      needs: 'not_read_only',
    },
  ],
})
