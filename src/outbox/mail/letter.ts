import type { BookingRecord } from '../../domain/bookings/booking-record.ts'
import { dateIn } from '../../domain/kernel/date.ts'
import { EMAIL_LENGTH_MAX } from '../../domain/kernel/text.ts'
import { greetedName } from '../../domain/mails/greeting.ts'
import type { BookingMailData } from '../../store/mails/mail-data.ts'
import type { BookingMail, Mail } from '../../store/mails/mails.ts'
import { type Fact, guestFacts, hotelFacts, nameOf } from './facts.ts'
import { manageLinks } from './manage-letter.ts'
import { agencyLink, isOfAgency, optionIntro } from './option-letter.ts'
import { NONE, type Page, type PageLine, writeHtml, writeText } from './page.ts'
import { keptUntil, type ProofLetterWorld, proofIntro, proofLinks } from './proof-letter.ts'
import type { Letter, Mailbox } from './smtp.ts'
import { type Speaker, speaker } from './words.ts'

/** Service settings for mails about bookings. */
export type LetterWorld = ProofLetterWorld & {
  /** The sender. */
  from: Mailbox
  /** The URL of the hotels' panel. */
  panelUrl: string
  brand: string
}

/**
 * Returns the letter of a mail about a booking: to a guest in the hotel's name, with Reply-To the hotel, or to the
 * hotel. Its Message-ID is the same in every attempt, so that mailboxes can dedupe it.
 */
export function letterOf(world: LetterWorld, mail: BookingMail, matter: BookingMailData): Letter {
  const { hotel, record } = matter
  const say = speaker(mail.language)
  const page = pageOf(world, say, mail, matter)
  const isToGuest = mail.kind !== 'unacked'
  const isToAgency = mail.kind === 'option_reminder' && isOfAgency(matter)
  const replyTo = isToGuest && hotel.mailAddress
  return {
    from: isToGuest ? { ...world.from, name: hotel.name } : world.from,
    to: {
      name: isToAgency ? '' : isToGuest ? greetedName(nameOf(record)) : hotel.name,
      address: recipient(mail),
    },
    replyTo: replyTo ? { name: hotel.name, address: replyTo } : undefined,
    subject: say.word(`subject.${mail.kind}`, {
      hotel: hotel.name,
      code: record.code,
      date: say.date(record.checkin),
    }),
    text: writeText(page),
    html: writeHtml(page),
    messageId: `<${mail.id}@${world.from.address.split('@').at(-1)}>`,
    atMs: mail.createdAtMs,
  }
}

/**
 * Returns the recipient's address.
 *
 * @throws Error for a malformed one: a defect, for such addresses are never accepted
 */
export function recipient({ recipient }: Mail): string {
  if (recipient.length > EMAIL_LENGTH_MAX || /[\p{C}\s,;<>"]/u.test(recipient))
    throw new Error('an address of a mail is none')
  return recipient
}

function pageOf(
  world: LetterWorld,
  say: Speaker,
  mail: BookingMail,
  matter: BookingMailData,
): Page {
  const { hotel, record, before, isByGuest } = matter
  const { word } = say
  const { kind, language } = mail
  const tell = kind === 'unacked' ? hotelFacts : guestFacts
  const today = dateIn(hotel.timezone, mail.createdAtMs)
  const factsOf = (of: BookingRecord) => tell(say, of, matter, today)
  // A former address gets no further details of the booking.
  const now = kind === 'readdressed' ? [] : factsOf(record)
  const lines: PageLine[] =
    kind === 'change' && before
      ? comparedLines(now, factsOf(before), word)
      : now.map(({ name, value }) => ({ label: word(name), value }))
  const isReminder = kind === 'option_reminder'
  const isToAgency = isReminder && isOfAgency(matter)
  if (kind === 'proof' || isReminder) lines.push(...keptUntil(say, matter))
  const { cancelReason } = record
  if (kind === 'cancellation' && cancelReason && !isByGuest)
    lines.push({ label: word('reason'), value: cancelReason })
  const { city, address } = hotel
  return {
    language,
    title: word(`title.${kind}`),
    ...(kind !== 'unacked' && {
      greeting: isToAgency ? word('dearColleague') : greetingOf(say, record),
    }),
    intro: introOf(say, mail, matter),
    hotel: hotel.name,
    code: { label: word('code'), value: record.code },
    lines,
    place: `${address}, ${say.kept(city, city.name)}`,
    footer: word('footer', { code: record.code, hotel: hotel.name }),
    beforeOf: (value) => word('before', { value }),
    ...(kind === 'proof' ? proofLinks(world, say, matter) : manageLinks(world, say, mail, matter)),
    ...(isToAgency && agencyLink(world, say, matter)),
    ...(kind === 'unacked' && {
      link: {
        label: word('open'),
        url: `${world.panelUrl}#/${encodeURIComponent(hotel.slug)}/bookings/${record.code}`,
      },
    }),
  }
}

function introOf(say: Speaker, { kind, revision }: BookingMail, matter: BookingMailData): string {
  if (kind === 'proof') return proofIntro(say, matter)
  if (kind === 'option_reminder') return optionIntro(say, matter)
  return say.word(`intro.${kind}`, { revision })
}

/** Returns the current lines, each with its value before the change if that differed. */
function comparedLines(
  now: readonly Fact[],
  before: readonly Fact[],
  word: Speaker['word'],
): PageLine[] {
  const factValue = (facts: readonly Fact[], name: Fact['name']) =>
    facts.find((fact) => fact.name === name)?.value ?? NONE
  const gone = before.filter(({ name }) => !now.some((fact) => fact.name === name))
  return [...now, ...gone].map(({ name }) => {
    const [value, was] = [factValue(now, name), factValue(before, name)]
    return { label: word(name), value, ...(was !== value && { before: was }) }
  })
}

function greetingOf({ word }: Speaker, record: BookingRecord): string {
  const name = greetedName(nameOf(record))
  return name ? word('dear', { name }) : word('dearGuest')
}
