import { MEAN_DAYS } from '../../domain/strangers/strangers.ts'
import type { DemandMailData } from '../../store/mails/mail-data.ts'
import type { HotelMail } from '../../store/mails/mails.ts'
import { type LetterWorld, recipient } from './letter.ts'
import { type Page, writeHtml, writeText } from './page.ts'
import type { Letter } from './smtp.ts'
import { speaker } from './words.ts'

/** Returns the mail about the alarm `unusual_demand` for a hotel's owner, with the current figures. */
export function demandLetterOf(
  { from, panelUrl }: LetterWorld,
  mail: HotelMail,
  { hotel, hour }: DemandMailData,
): Letter {
  const { word } = speaker(mail.language)
  const nights = (count: number) => word('demand.nights', { count })
  const { dayNights, weekNights, monthNights, level } = hour
  const usual = monthNights > 0 ? nights(Math.round(monthNights / MEAN_DAYS)) : word('demand.new')
  const subject = word('subject.unusual_demand', { hotel: hotel.name })
  const page: Page = {
    language: mail.language,
    title: word('title.unusual_demand'),
    greeting: word('dearColleague'),
    intro: word(level === 'whole' ? 'demand.whole' : 'demand.half'),
    hotel: hotel.name,
    lines: [
      { label: word('demand.day'), value: nights(dayNights) },
      { label: word('demand.week'), value: nights(weekNights) },
      { label: word('demand.usual'), value: usual },
    ],
    link: {
      label: word('demand.act'),
      url: `${panelUrl}#/${encodeURIComponent(hotel.slug)}/today`,
    },
    footer: word('demand.footer', { hotel: hotel.name }),
    beforeOf: (value) => value,
  }
  return {
    from,
    to: { name: hotel.name, address: recipient(mail) },
    replyTo: undefined,
    subject,
    text: writeText(page),
    html: writeHtml(page),
    messageId: `<${mail.id}@${from.address.split('@').at(-1)}>`,
    atMs: mail.createdAtMs,
  }
}
