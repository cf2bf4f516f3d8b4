import type { Static } from 'typebox'
import type { RoomType } from '../../../client/call.ts'
import type { MemberRole } from '../../../domain/accounts/membership.ts'
import type { AuditEntrySchema } from '../../../http/api/audit-shape.ts'
import { date, dateTime, HERE, money, number, percentOf } from '../../lib/format.ts'
import { t, type WordKey } from '../../lib/i18n.ts'
import { type Named, nameIn } from '../../lib/names.ts'
import { bedsText } from '../room-content.tsx'
import { bookingSentence, daysSentence } from './log-text.ts'

type State = Record<string, unknown>

/** An entry of the history, as the hotel's and the admin's list have it. */
export type Entry = Omit<Static<typeof AuditEntrySchema>, 'before' | 'after'> & {
  before: State | null
  after: State
}

/** A field that changed, in words; what was made had none before. */
export type FieldChange = { field: string; before: string; after: string }

/** What nobody reads of a change: how the service itself knows a thing, and what is told by the sentence. */
const UNTOLD = [
  'identities',
  'link',
  'count',
  'what',
  'guest',
  'revision',
  'id',
  'accepted',
  'hotelId',
  'vendorId',
  'usesRates',
  'sandboxOf',
  // The name of `sandboxOf` in entries of older versions.
  'twinOf',
  'revokedAtMs',
  'deletedAtMs',
]
/** What is told as switched on, or off. */
const SWITCHES = [
  ['secondFactor', 'history.factorOn', 'history.factorOff'],
  ['secondFactorRequired', 'history.required', 'history.released'],
] as const
/** Where the words of a field's values stand. */
const VALUES: Readonly<Record<string, string>> = {
  method: 'desk.method',
  role: 'admin.role',
  status: 'admin',
  boards: 'board',
  boardCode: 'board',
  scopes: 'channel.scope',
  perGuest: 'board',
  amenities: 'amenity',
  webProof: 'web.proof',
  proof: 'bookings.proof',
}
/** What tells that a secret was made anew. */
const OF_SECRETS = ['previousUntilMs', 'previousPrefix', 'rotatedAtMs', 'prefix']

/** Characters that a sentence tells of a change. */
const SENTENCE_MAX = 300

/** Who did it. */
export function whoOf({ actor: { type, id, name, by } }: Pick<Entry, 'actor'>): string {
  if (type === 'key' || type === 'vendor') return t(`history.${type}`, { name: name ?? id })
  if (type === 'user') return name ?? t('history.admin')
  if (type === 'booking') return t(by === 'agency' ? 'history.agency' : 'history.guest')
  return t('history.system')
}

/**
 * An entry in one sentence.
 *
 * @param currency of the hotel; left out: amounts stand by themselves
 * @param zone of the hotel, by whose clock times are told; left out: the reader's
 */
export function sentenceOf(entry: Entry, currency?: string, zone?: string): string {
  const { entity, before, after } = entry
  const who = whoOf(entry)
  if (entity === 'member') return memberSentence(who, before, after)
  if (entity === 'invitation') return invitationSentence(who, before, after)
  if (after.resetLinkMade) return t('history.resetLink', { who, thing: thingOf(entry) })
  if (entity === 'review') {
    const [former, reply] = [textOf('reply', before?.reply), textOf('reply', after.reply)]
    return t(before?.reply ? 'history.repliedAgain' : 'history.replied', { who, former, reply })
  }
  if (entity === 'visit') return t('history.visited', { who, name: textOf('name', after.name) })
  if (entity === 'export') return exportSentence(who, entry)
  const done = wordOf(`history.identities.${after.identities}`, {
    ...{ who, thing: thingOf(entry), count: `${after.count}` },
  })
  if (done) return done
  const link = wordOf(`history.link.${after.link}`, { who, thing: thingOf(entry) })
  if (link) return link
  if (entity === 'days') return daysSentence(who, entry, currency)
  if (entity === 'booking') return bookingSentence(who, entry)
  const security = securitySentence(entry, who)
  if (security) return security
  const isVendors = entity === 'api_key' && typeof after.vendorId === 'string'
  const values = { who, thing: thingOf(entry), name: textOf('name', nameOf(after)) }
  if (!before) return t(isVendors ? 'history.connected' : 'history.made', values)
  if (after.deletedAtMs) return t('history.deleted', values)
  if (after.revokedAtMs && !before.revokedAtMs)
    return t(isVendors ? 'history.disconnected' : 'history.revoked', values)
  const changes = changesOf(entry, currency, zone)
  const [only] = changes
  if (!only) return t(after.passwordChanged ? 'history.password' : 'history.rotated', values)
  return t(isBrief(changes) ? 'history.changedOne' : 'history.changed', { ...values, ...only })
}

/** The fields that an entry changed, or those that something was made with. */
export function changesOf(entry: Entry, currency?: string, zone?: string): FieldChange[] {
  const [before, after] = [flat(entry.before ?? {}), flat(entry.after)]
  return Object.keys({ ...before, ...after })
    .filter((name) => ![...UNTOLD, ...OF_SECRETS, 'passwordChanged'].includes(name))
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => ({
      field: fieldOf(name),
      before: textOf(name, before[name], currency, zone),
      after: textOf(name, after[name], currency, zone),
    }))
    .filter((change) => change.before !== change.after)
}

/** Whether a sentence has room for what was changed: one thing, and no long text. */
export const isBrief = ([only, ...others]: readonly FieldChange[]): boolean =>
  others.length === 0 && `${only?.before}${only?.after}`.length <= SENTENCE_MAX

/** A thing whose texts in a language are fields of their own: `tr.name`. */
const flat = ({ translations = {}, ...rest }: State): State => ({
  ...rest,
  ...Object.fromEntries(
    Object.entries(translations as Record<string, State>).flatMap(([language, texts]) =>
      Object.entries(texts).map(([name, text]) => [`${language}.${name}`, text]),
    ),
  ),
})

function memberSentence(who: string, before: State | null, after: State): string {
  const name = textOf('name', after.name ?? after.email)
  const [former, role] = [memberRole(before?.role), memberRole(after.role)]
  const what = before ? (after.role ? 'changed' : 'removed') : after.accepted ? 'joined' : 'added'
  return t(`history.member.${what}`, { who, name, former, role })
}

function exportSentence(who: string, { id, after }: Entry): string {
  const what = wordOf(`history.export.${id}`) ?? id
  const [from, to] = [`${after.from}`, `${after.to}`].map((day) => date(day))
  return t('history.exported', { who, what, from: from!, to: to!, count: Number(after.rows) })
}

function invitationSentence(who: string, before: State | null, after: State): string {
  const values = {
    ...{ who, name: textOf('email', after.email) },
    ...{ role: memberRole(after.role), former: memberRole(before?.role) },
  }
  if (after.deletedAtMs) return t('history.invitation.withdrawn', values)
  if (!before) return t('history.invitation.made', values)
  return t(`history.invitation.${before.role === after.role ? 'sent' : 'changed'}`, values)
}

/** What was done about how an account, or who works for a hotel, signs in. */
function securitySentence(entry: Entry, who: string): string | undefined {
  const { before, after } = entry
  const values = { who, thing: thingOf(entry) }
  const { sessionsEnded: count } = after
  if (typeof count === 'number') return t('history.sessions', { ...values, count })
  if (after.recoveryCodesRenewed) return t('history.codes', values)
  for (const name of ['passkeyAdded', 'passkeyRemoved'] as const)
    if (after[name]) return t(`history.${name}`, { ...values, name: textOf('name', after[name]) })
  for (const [name, on, off] of SWITCHES)
    if (name in after && before?.[name] !== after[name]) return t(after[name] ? on : off, values)
  return undefined
}

const memberRole = (role: unknown) => (role ? t(`people.role.${role as MemberRole}`) : '')

function thingOf({ entity, id, after }: Entry): string {
  const name = textOf('name', nameOf(after) ?? after.email ?? after.url ?? id)
  const code = id.slice(id.indexOf('/') + 1)
  return wordOf(`history.thing.${entity}`, { name, code }) ?? `${entity} ${id}`
}

const fieldOf = (name: string): string => wordOf(`history.field.${name}`) ?? name

/** A text that there may be; entries outlive the fields that they are of. */
function wordOf(key: string, values: Record<string, string> = {}): string | undefined {
  const text = t(key as WordKey, values)
  return text === key ? undefined : text
}

function textOf(name: string, value: unknown, currency?: string, zone = HERE): string {
  if (value === null || value === undefined || value === '') return t('history.nothing')
  if (typeof value === 'boolean') return t(value ? 'history.yes' : 'history.no')
  if (typeof value === 'number' && name.endsWith('Ms')) return dateTime(value, zone)
  if (typeof value === 'number') return numberText(name, value, currency)
  if (name === 'checkin' || name === 'checkout') return date(`${value}`)
  if (typeof value !== 'object') return wordOf(`${VALUES[name]}.${value}`) ?? `${value}`
  if (name === 'beds') return bedsText(value as RoomType['beds']) || t('history.nothing')
  if (Array.isArray(value))
    return value.map((each) => textOf(name, each, currency)).join(', ') || t('history.nothing')
  if (name === 'city' || name === 'taxes') return namedText(value as State)
  const parts = Object.entries(value).map(
    ([part, each]) =>
      `${fieldOf(part)}: ${textOf(name.endsWith('Cents') ? name : part, each, currency)}`,
  )
  return parts.join(', ') || t('history.nothing')
}

const namedText = (state: State): string =>
  typeof state.percentBp === 'number'
    ? `${nameOf(state)} ${percentOf(state.percentBp)}`
    : `${nameOf(state)}`

/** The name of something, in the page's language where it has one in it. */
const nameOf = ({ name, translations }: State): unknown =>
  translations ? nameIn({ name, translations } as Named) : name

function numberText(name: string, value: number, currency: string | undefined): string {
  if (name.endsWith('Bp')) return percentOf(value)
  if (!name.endsWith('Cents') && name !== 'roundTo')
    return number(value, { maximumFractionDigits: 6 })
  return currency ? money(value, currency) : number(value / 100, { minimumFractionDigits: 2 })
}
