import type { BookingRecord } from '../../domain/bookings/booking-record.ts'
import { groupRecord } from '../../domain/bookings/group.ts'
import { dateIn } from '../../domain/kernel/date.ts'
import { sumTaxes } from '../../domain/rates/tax.ts'
import type { BookingMailData, MailStay } from '../../store/mails/mail-data.ts'
import type { BookingMail } from '../../store/mails/mails.ts'
import {
  comparedLines,
  type Fact,
  factsOf,
  guestFacts,
  hotelFacts,
  type Pair,
  roomOf,
  taxesOf,
} from './facts.ts'
import type { Page, PageLine, PageSection } from './page.ts'
import type { MailWord, Speaker } from './words.ts'

/** A mail about a group, with its data. */
type GroupMatter = BookingMailData & { group: { code: string; stays: MailStay[] } }

/** Facts that stand once above the stays if they are the same for all. */
const OF_ALL: readonly MailWord[] = [
  ...['guest', 'names', 'arrival', 'company', 'reason', 'requests', 'email', 'phone'],
  ...['country', 'source', 'made', 'changed'],
] as MailWord[]

/** Kinds of mail that show the whole group, whatever caused them. */
const OF_WHOLE: readonly BookingMail['kind'][] = [
  'proof',
  'manage_link',
  'option_reminder',
  'deadline_reminder',
]

/** True if a mail reports some stays of a group, while others stand that it does not report. */
export function isOfPart({ kind }: BookingMail, { group }: BookingMailData): boolean {
  if (!group || OF_WHOLE.includes(kind)) return false
  return group.stays.some((stay) => !stay.isReported && isStanding(stay.record))
}

/**
 * Returns the stays of a group, each as a section of its own, and the sums of the whole (contract-groups, one mail a
 * group and event). The reported stays come first, then those that stand beside them.
 *
 * @param isShort true to leave out lists, so that the mail is not cut by its reader
 */
export function groupContent(
  say: Speaker,
  mail: BookingMail,
  matter: GroupMatter,
  isShort: boolean,
): Pick<Page, 'lines' | 'sections'> {
  const { word } = say
  const { kind } = mail
  const { stays } = matter.group
  const isWhole = OF_WHOLE.includes(kind)
  const reported = stays.filter((stay) => isWhole || stay.isReported)
  const others = stays.filter((stay) => !reported.includes(stay) && isStanding(stay.record))
  const today = dateIn(matter.hotel.timezone, mail.createdAtMs)
  const tell = kind === 'unacked' ? hotelFacts : guestFacts
  const shown = [...reported, ...others].map((stay) => ({
    ...stay,
    now: tell(say, stay.record, { ...matter, isShort }, today),
    was: stay.before && tell(say, stay.before, { ...matter, isShort }, today),
  }))
  const shared = (shown[0]?.now ?? []).filter(({ name, value }) => isOfAll(shown, name, value))
  const isShared = ({ name }: Fact) => shared.some((fact) => fact.name === name)
  const sections = shown.map(({ record, isReported, now, was }, index): PageSection => {
    const isCompared = isReported && COMPARED.includes(kind)
    const lines = comparedLines(say, now, isCompared ? was : now)
    const hidden = [word('room'), ...now.filter(isShared).map(({ name }) => word(name))]
    const state = isWhole || index >= reported.length ? ` (${word(`state.${record.status}`)})` : ''
    const heading = headingAt(index, { kind, reported: reported.length, shown: shown.length })
    return {
      ...(heading && { block: word(heading) }),
      title: `${record.group!.position}. ${roomOf(say, record, matter)}${state}`,
      lines: lines.filter((line) => line.before !== undefined || !hidden.includes(line.label)),
    }
  })
  return {
    lines: shared.map(({ name, value }) => ({ label: word(name), value })),
    sections: [...sections, { title: word('whole'), lines: sumLines(say, mail, matter) }].filter(
      ({ lines }) => lines.length > 0,
    ),
  }
}

/** Kinds of mail that show what a change replaced. */
const COMPARED: readonly BookingMail['kind'][] = ['change', 'held']

const isOfAll = (shown: readonly { now: Fact[] }[], name: MailWord, value: string) =>
  OF_ALL.includes(name) &&
  shown.every(({ now }) => now.some((fact) => fact.name === name && fact.value === value))

/** Returns the heading above a stay; undefined: none. Without other stays the reported ones need none. */
function headingAt(
  index: number,
  { kind, reported, shown }: { kind: BookingMail['kind']; reported: number; shown: number },
): MailWord | undefined {
  if (reported === shown) return undefined
  if (index === 0) return `block.${kind}` as MailWord
  return index === reported ? 'block.stands' : undefined
}

const isStanding = ({ status }: BookingRecord) =>
  status === 'pending' || status === 'confirmed' || status === 'completed'

/** Returns the sums of the whole group, with those before a change. */
function sumLines(
  say: Speaker,
  { kind }: BookingMail,
  { hotel, group: { stays } }: GroupMatter,
): PageLine[] {
  const factsNow = sumFacts(
    say,
    hotel,
    stays.map(({ record }) => record),
  )
  if (!COMPARED.includes(kind)) return comparedLines(say, factsNow)
  const before = stays.map(({ record, before }) => before ?? record)
  return comparedLines(say, factsNow, sumFacts(say, hotel, before))
}

function sumFacts(say: Speaker, hotel: BookingMailData['hotel'], records: BookingRecord[]): Fact[] {
  const whole = groupRecord(records)
  const money = (cents: number) => say.money(cents, whole.currency)
  const stands = records.some(isStanding)
  const extrasTaxes = sumTaxes(records.filter(isStanding).map((each) => each.extrasTaxes))
  const pairs: Pair[] = [
    ['total', stands && money(whole.totalPriceCents)],
    ['taxes', taxesOf(say, whole.taxes, whole, hotel)],
    ['extras', whole.extrasTotalCents > 0 && money(whole.extrasTotalCents)],
    ['extrasTaxes', taxesOf(say, extrasTaxes, whole, hotel)],
    ['penalty', whole.penaltyCents !== null && money(whole.penaltyCents)],
    ['payable', (stands || whole.payableCents > 0) && money(whole.payableCents)],
  ]
  return factsOf(pairs)
}
