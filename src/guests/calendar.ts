import type { BookingRecord, GuestBooking, PageAnswer } from '../http/guests/page-shape.ts'
import type { Speaker } from './lib/say.ts'

type Hotel = GuestBooking['hotel']

/** States of a stay that somebody comes for. */
const STANDING: readonly BookingRecord['status'][] = ['pending', 'confirmed']

/** Writes a stay, or each stay of a reservation, as a calendar file (RFC 5545): whole days, no reminder. */
export function calendarFile(say: Speaker, { record, group, hotel }: GuestBooking): PageAnswer {
  const standing = group?.bookings.filter(({ status }) => STANDING.includes(status)) ?? [record]
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Roomwire//Booking//EN',
    ...standing.flatMap((each) => eventLines(say, each, hotel)),
    'END:VCALENDAR',
  ]
  return {
    status: 200,
    text: lines.map((line) => `${foldLine(line)}\r\n`).join(''),
    headers: {
      'content-type': 'text/calendar;charset=utf-8',
      'content-disposition': `attachment; filename="${(group ?? record).code}.ics"`,
    },
  }
}

function eventLines({ word, called }: Speaker, record: BookingRecord, hotel: Hotel): string[] {
  const { city, address, phone } = hotel
  const code = record.group?.code ?? record.code
  return [
    'BEGIN:VEVENT',
    `UID:${record.code}@roomwire`,
    `DTSTAMP:${record.updatedAt.replaceAll(/[-:]|\.\d+/g, '')}`,
    `SEQUENCE:${record.revision}`,
    `DTSTART;VALUE=DATE:${record.checkin.replaceAll('-', '')}`,
    `DTEND;VALUE=DATE:${record.checkout.replaceAll('-', '')}`,
    `SUMMARY:${escapeValue(hotel.name)}`,
    `LOCATION:${escapeValue(`${hotel.name}, ${address}, ${called(city, city.name)}`)}`,
    `DESCRIPTION:${escapeValue(`${word('facts.code')}: ${code}${phone ? `\n${phone}` : ''}`)}`,
    'END:VEVENT',
  ]
}

/** Escapes a text as a value (§3.3.11). */
const escapeValue = (text: string) =>
  text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r?\n/g, '\\n')

/** Folds a line into pieces of at most 75 bytes (§3.1), never within a character. */
function foldLine(line: string): string {
  let bytes = 0
  return [...line]
    .map((character) => {
      const size = Buffer.byteLength(character)
      bytes += size
      if (bytes <= 74) return character
      bytes = size + 1
      return `\r\n ${character}`
    })
    .join('')
}
