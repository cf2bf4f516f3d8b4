import { accountTr } from './account.ts'
import { acentaTr } from './acenta.ts'
import { adminTr } from './admin-tr.ts'
import { bookingTr } from './booking.ts'
import { bookingsTr } from './bookings.ts'
import { calendarTr } from './calendar.ts'
import { channelTr } from './channel-tr.ts'
import type { Words } from './en.ts'
import { reviewsTr } from './reviews.ts'
import { roomsTr } from './rooms.ts'
import { shellTr } from './shell.ts'
import { todayTr } from './today.ts'

/** Every text in Turkish. */
export const tr: Words = {
  ...shellTr,
  ...accountTr,
  ...todayTr,
  ...calendarTr,
  ...bookingsTr,
  ...bookingTr,
  ...channelTr,
  ...roomsTr,
  ...reviewsTr,
  ...acentaTr,
  ...adminTr,
}
