import { HotelFrame } from './parts/hotel-frame.tsx'
import { startPage } from './parts/page.tsx'
import { CalendarView } from './views/calendar.tsx'
import { TodayView } from './views/today.tsx'

startPage({
  roles: ['hotel_manager', 'admin'],
  hasHotel: true,
  frame: (props) => <HotelFrame {...props} />,
  // lib/router.ts tells how to add one.
  views: [
    { name: 'today', title: 'nav.today', body: TodayView },
    { name: 'calendar', title: 'nav.calendar', body: CalendarView },
  ],
})
