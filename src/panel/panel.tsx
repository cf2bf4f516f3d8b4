import { HotelFrame } from './parts/hotel-frame.tsx'
import { startPage } from './parts/page.tsx'
import { BookingsView } from './views/bookings/index.tsx'
import { CalendarView } from './views/calendar/index.tsx'
import { ChannelView } from './views/channel/index.tsx'
import { HistoryView } from './views/history/index.tsx'
import { MailView } from './views/mail.tsx'
import { PeopleView } from './views/people.tsx'
import { RatesView } from './views/rates/index.tsx'
import { ReviewsView } from './views/reviews.tsx'
import { RoomsView } from './views/rooms.tsx'
import { TodayView } from './views/today/index.tsx'

startPage({
  roles: ['hotel_manager', 'admin'],
  hasHotel: true,
  frame: HotelFrame,
  // lib/router.ts tells how to add one.
  views: [
    { name: 'today', title: 'today.title', body: TodayView },
    { name: 'calendar', title: 'calendar.title', body: CalendarView },
    { name: 'bookings', title: 'bookings.title', body: BookingsView },
    { name: 'channel', title: 'channel.title', body: ChannelView, needs: 'revenue' },
    { name: 'rooms', title: 'rooms.title', body: RoomsView },
    { name: 'rates', title: 'rates.title', body: RatesView },
    { name: 'reviews', title: 'reviews.title', body: ReviewsView },
    { name: 'mail', title: 'mail.title', body: MailView },
    { name: 'people', title: 'people.title', body: PeopleView, needs: 'owner' },
    { name: 'history', title: 'history.title', body: HistoryView, needs: 'owner' },
  ],
})
