import type { GuestBooking, PageAnswer } from '../http/guests/page-shape.ts'
import type { Speaker } from './lib/say.ts'

/** Writes a stay as a calendar file (RFC 5545): whole days, no reminder. */
export function calendarFile({ word, called }: Speaker, found: GuestBooking): PageAnswer {
  const { record, hotel } = found
  const { city, address, phone } = hotel
  const stamp = record.updatedAt.replaceAll(/[-:]|\.\d+/g, '')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Roomwire//Booking//EN',
    'BEGIN:VEVENT',
    `UID:${record.code}@roomwire`,
    `DTSTAMP:${stamp}`,
    `SEQUENCE:${record.revision}`,
    `DTSTART;VALUE=DATE:${record.checkin.replaceAll('-', '')}`,
    `DTEND;VALUE=DATE:${record.checkout.replaceAll('-', '')}`,
    `SUMMARY:${escapeValue(hotel.name)}`,
    `LOCATION:${escapeValue(`${hotel.name}, ${address}, ${called(city, city.name)}`)}`,
    `DESCRIPTION:${escapeValue(`${word('facts.code')}: ${record.code}${phone ? `\n${phone}` : ''}`)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return {
    status: 200,
    text: lines.map((line) => `${foldLine(line)}\r\n`).join(''),
    headers: {
      'content-type': 'text/calendar;charset=utf-8',
      'content-disposition': `attachment; filename="${record.code}.ics"`,
    },
  }
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
