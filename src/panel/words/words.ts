import { account } from './account.ts'
import { acenta } from './acenta.ts'
import { admin } from './admin.ts'
import { booking } from './booking.ts'
import { bookings } from './bookings.ts'
import { calendar } from './calendar.ts'
import { calendarEdit } from './calendar-edit.ts'
import { certification } from './certification.ts'
import { channel } from './channel.ts'
import { demand } from './demand.ts'
import { desk } from './desk.ts'
import { history } from './history.ts'
import { hotel } from './hotel.ts'
import { keys } from './keys.ts'
import { links } from './links.ts'
import { made } from './made.ts'
import { mail } from './mail.ts'
import { many } from './many.ts'
import { own } from './own.ts'
import { people } from './people.ts'
import { photos } from './photos.ts'
import { rates } from './rates.ts'
import { reviews } from './reviews.ts'
import { rooms } from './rooms.ts'
import { sheets } from './sheets.ts'
import { shell } from './shell.ts'
import { sites } from './sites.ts'
import { stepUp } from './step-up.ts'
import { system } from './system.ts'
import { today } from './today.ts'
import { vendors } from './vendors.ts'
import { web } from './web.ts'

/** Every text in every language. */
export const words = {
  ...account,
  ...acenta,
  ...admin,
  ...booking,
  ...bookings,
  ...calendar,
  ...calendarEdit,
  ...certification,
  ...channel,
  ...demand,
  ...desk,
  ...history,
  ...hotel,
  ...keys,
  ...links,
  ...made,
  ...mail,
  ...many,
  ...own,
  ...people,
  ...photos,
  ...rates,
  ...reviews,
  ...rooms,
  ...sheets,
  ...shell,
  ...sites,
  ...stepUp,
  ...system,
  ...today,
  ...vendors,
  ...web,
}

/** Name of a text. */
export type WordKey = keyof typeof words
