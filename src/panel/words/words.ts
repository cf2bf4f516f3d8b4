import { STATUS_WORDS } from '../../domain/bookings/status-words.ts'
import {
  HOTEL_AMENITIES,
  HOTEL_AMENITY_CODES,
  type HotelAmenity,
} from '../../domain/catalog/hotel-amenities.ts'
import { TERMS_WORDS } from '../../domain/rates/terms-words.ts'
import type { Scenario } from '../../domain/sandbox/certification.ts'
import { SCENARIO_WORDS } from '../../domain/sandbox/certification-words.ts'
import account from './account.json'
import acenta from './acenta.json'
import admin from './admin.json'
import agencies from './agencies.json'
import allotments from './allotments.json'
import booking from './booking.json'
import bookings from './bookings.json'
import calendar from './calendar.json'
import calendarEdit from './calendar-edit.json'
import certification from './certification.json'
import channel from './channel.json'
import colleagues from './colleagues.json'
import demand from './demand.json'
import desk from './desk.json'
import details from './details.json'
import erase from './erase.json'
import extras from './extras.json'
import group from './group.json'
import history from './history.json'
import hotel from './hotel.json'
import keys from './keys.json'
import links from './links.json'
import made from './made.json'
import mail from './mail.json'
import many from './many.json'
import newBooking from './new-booking.json'
import override from './override.json'
import own from './own.json'
import people from './people.json'
import photos from './photos.json'
import rates from './rates.json'
import reviews from './reviews.json'
import roomNumbers from './room-numbers.json'
import rooms from './rooms.json'
import scenarios from './scenarios.json'
import sell from './sell.json'
import sheets from './sheets.json'
import shell from './shell.json'
import sites from './sites.json'
import statements from './statements.json'
import stepUp from './step-up.json'
import system from './system.json'
import today from './today.json'
import vendors from './vendors.json'
import web from './web.json'
import type { Pair } from './word.ts'

/** Texts that mails, files and answers of the API say as well. */
const shared = {
  'bookings.pending': STATUS_WORDS.pending,
  'bookings.confirmed': STATUS_WORDS.confirmed,
  'bookings.cancelled': STATUS_WORDS.cancelled,
  'bookings.expired': STATUS_WORDS.expired,
  'bookings.no_show': STATUS_WORDS.no_show,
  'bookings.completed': STATUS_WORDS.completed,
  'desk.held': STATUS_WORDS.pending,
  ...TERMS_WORDS,
  ...scenarioWords(),
  ...amenityWords(),
}

const nouns = {
  ...account,
  ...acenta,
  ...admin,
  ...agencies,
  ...colleagues,
  ...allotments,
  ...booking,
  ...bookings,
  ...calendar,
  ...calendarEdit,
  ...certification,
  ...channel,
  ...demand,
  ...desk,
  ...details,
  ...erase,
  ...extras,
  ...group,
  ...history,
  ...hotel,
  ...keys,
  ...links,
  ...made,
  ...mail,
  ...many,
  ...newBooking,
  ...override,
  ...own,
  ...people,
  ...photos,
  ...rates,
  ...reviews,
  ...roomNumbers,
  ...rooms,
  ...sell,
  ...sheets,
  ...shell,
  ...sites,
  ...statements,
  ...stepUp,
  ...system,
  ...today,
  ...vendors,
  ...web,
}

/** Name of a text. */
export type WordKey = keyof typeof nouns | keyof typeof shared

/** Every text in every language; `<noun>.json` holds those of a noun. */
export const words = { ...nouns, ...shared } as unknown as Record<WordKey, Pair>

/** The scenarios of a certification: English as the API says them, Turkish from `scenarios.json`. */
function scenarioWords() {
  type Names = `channel.cert.${Scenario}` | `channel.cert.${Scenario}.next`
  const turkish: Record<Scenario, { title: string; next: string }> = scenarios
  return Object.fromEntries(
    (Object.keys(turkish) as Scenario[]).flatMap((name): [string, Pair][] => [
      [`channel.cert.${name}`, [SCENARIO_WORDS[name].title, turkish[name].title]],
      [`channel.cert.${name}.next`, [SCENARIO_WORDS[name].next, turkish[name].next]],
    ]),
  ) as Record<Names, Pair>
}

/** The amenities of hotels, for the history. */
function amenityWords() {
  return Object.fromEntries(
    HOTEL_AMENITY_CODES.map((code): [string, Pair] => {
      const { en, tr } = HOTEL_AMENITIES[code].name
      return [`hotelAmenity.${code}`, [en, tr]]
    }),
  ) as Record<`hotelAmenity.${HotelAmenity}`, Pair>
}
