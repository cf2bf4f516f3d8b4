import type { BookingRecord } from '../../domain/bookings/booking-record.ts'
import { dateIn } from '../../domain/kernel/date.ts'
import { EMAIL_LENGTH_MAX } from '../../domain/kernel/text.ts'
import { greetedName } from '../../domain/mails/greeting.ts'
import type { MailKind } from '../../domain/mails/mail.ts'
import type { BookingMailData } from '../../store/mails/mail-data.ts'
import type { BookingMail, Mail } from '../../store/mails/mails.ts'
import { comparedLines, guestFacts, hotelFacts, nameOf } from './facts.ts'
import { groupContent, isOfPart } from './group-content.ts'
import { manageLinks } from './manage-letter.ts'
import { agencyLink, freeUntilLines, isOfAgency, isReminder, optionIntro } from './option-letter.ts'
import { type Page, writeHtml, writeText } from './page.ts'
import { keptUntil, type ProofLetterWorld, proofIntro, proofLinks } from './proof-letter.ts'
import type { Letter, Mailbox } from './smtp.ts'
import { type MailWord, type Speaker, speaker } from './words.ts'

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
  const page = boundedPage(world, say, mail, matter)
  const isToGuest = mail.kind !== 'unacked'
  const isToAgency = isReminder(mail.kind) && isOfAgency(matter)
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
      code: matter.group?.code ?? record.code,
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

/** Gmail cuts a mail at 102 KB of HTML; a mail of more than this many bytes is written short. */
const HTML_BYTES_MAX = 90_000

/** Returns a page that its reader shows whole: in full, or short if a group has too much to tell. */
function boundedPage(...asked: [LetterWorld, Speaker, BookingMail, BookingMailData]): Page {
  const page = pageOf(...asked, false)
  const isLong = asked[3].group !== null && Buffer.byteLength(writeHtml(page)) > HTML_BYTES_MAX
  return isLong ? pageOf(...asked, true) : page
}

function pageOf(
  world: LetterWorld,
  say: Speaker,
  mail: BookingMail,
  matter: BookingMailData,
  isShort: boolean,
): Page {
  const { hotel, record } = matter
  const { word } = say
  const { kind, language } = mail
  const { city, address } = hotel
  const code = matter.group?.code ?? record.code
  return {
    language,
    ...headOf(say, mail, matter),
    hotel: hotel.name,
    code: { label: word('code'), value: code },
    ...contentOf(say, mail, matter, isShort),
    place: `${address}, ${say.kept(city, city.name)}`,
    footer: word('footer', { code, hotel: hotel.name }),
    beforeOf: (value) => word('before', { value }),
    ...(kind === 'proof' ? proofLinks(world, say, matter) : manageLinks(world, say, mail, matter)),
    ...(isReminder(kind) && isOfAgency(matter) && agencyLink(world, say, matter, kind)),
    ...(kind === 'unacked' && {
      link: {
        label: word('open'),
        url: `${world.panelUrl}#/${encodeURIComponent(hotel.slug)}/bookings/${record.code}`,
      },
    }),
  }
}

/** Returns title, greeting and first sentence; some of a group's are other if the mail reports a part of it. */
function headOf(
  say: Speaker,
  mail: BookingMail,
  matter: BookingMailData,
): Pick<Page, 'title' | 'greeting' | 'intro'> {
  const { word } = say
  const { kind } = mail
  const isToAgency = isReminder(kind) && isOfAgency(matter)
  const greeting = kind !== 'unacked' && {
    greeting: isToAgency ? word('dearColleague') : greetingOf(say, matter.record),
  }
  const ofPart = isOfPart(mail, matter) ? PART_WORDS[kind] : undefined
  if (ofPart) return { title: word(ofPart.title), ...greeting, intro: word(ofPart.intro) }
  return { title: word(`title.${kind}`), ...greeting, intro: introOf(say, mail, matter) }
}

function introOf(say: Speaker, { kind, revision }: BookingMail, matter: BookingMailData): string {
  if (kind === 'proof') return proofIntro(say, matter)
  if (kind === 'option_reminder') return optionIntro(say, matter)
  if (kind === 'unacked' && matter.group) return say.word('intro.unackedGroup')
  return say.word(`intro.${kind}`, { revision })
}

/** Title and first sentence of mails that report a part of a group. */
const PART_WORDS: Partial<Record<MailKind, { title: MailWord; intro: MailWord }>> = {
  confirmation: { title: 'title.confirmationPart', intro: 'intro.confirmationPart' },
  cancellation: { title: 'title.cancellationPart', intro: 'intro.cancellationPart' },
  reinstatement: { title: 'title.reinstatementPart', intro: 'intro.reinstatementPart' },
}

/** Kinds of mail that say how long rooms are held. */
const WITH_END: readonly MailKind[] = ['proof', 'held', 'option_reminder']

/** Returns what a mail says of its booking, or of the stays of its group. */
function contentOf(
  say: Speaker,
  mail: BookingMail,
  matter: BookingMailData,
  isShort: boolean,
): Pick<Page, 'lines' | 'sections'> {
  const { hotel, record, before, isByGuest, group } = matter
  const { kind } = mail
  // A former address gets no further details of the booking.
  if (kind === 'readdressed') return { lines: [] }
  const today = dateIn(hotel.timezone, mail.createdAtMs)
  const tell = kind === 'unacked' ? hotelFacts : guestFacts
  const factsOf = (of: BookingRecord) => tell(say, of, matter, today)
  const isCompared = before && (kind === 'change' || kind === 'held')
  const { lines, sections } = group
    ? groupContent(say, mail, { ...matter, group }, isShort)
    : { lines: comparedLines(say, factsOf(record), isCompared ? factsOf(before) : undefined) }
  const { cancelReason } = record
  const isReasoned = kind === 'cancellation' && cancelReason && !isByGuest
  return {
    lines: [
      ...lines,
      ...(WITH_END.includes(kind) ? keptUntil(say, matter) : []),
      ...(kind === 'deadline_reminder' ? freeUntilLines(say, matter) : []),
      ...(isReasoned ? [{ label: say.word('reason'), value: cancelReason }] : []),
    ],
    ...(sections && { sections }),
  }
}

function greetingOf({ word }: Speaker, record: BookingRecord): string {
  const name = greetedName(nameOf(record))
  return name ? word('dear', { name }) : word('dearGuest')
}
