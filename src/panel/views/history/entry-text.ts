import type { AuditEntry, RoomType } from '../../../client/call.ts'
import type { MemberRole } from '../../../domain/accounts/membership.ts'
import type { AllotmentRange } from '../../../domain/agencies/allotment-updates.ts'
import { detailsText } from '../../lib/details.ts'
import { date, dateTime, HERE, money, number, percentOf, rangeText } from '../../lib/format.ts'
import { t, type WordKey } from '../../lib/i18n.ts'
import { keptName, type Named, nameIn } from '../../lib/names.ts'
import { bedsText } from '../room-content.tsx'
import { bookingSentence, daysSentence } from './log-text.ts'

type State = Record<string, unknown>

/** A field that changed, in words; a creation has no value before. */
export type FieldChange = { field: string; before: string; after: string }

/** The fields that no detail shows: those of the service itself, and those of the sentence. */
const HIDDEN = [
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
  'usesAllotments',
  'sandboxOf',
  // The name of `sandboxOf` in entries of older versions.
  'twinOf',
  'revokedAtMs',
  'deletedAtMs',
]
/** The fields that are switched on or off, with the word for each. */
const SWITCHES = [
  ['secondFactor', 'history.factorOn', 'history.factorOff'],
  ['secondFactorRequired', 'history.required', 'history.released'],
] as const
/** The prefix of the words for a field's values. */
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
  per: 'extras.per',
}
/** The fields that change when a secret is rotated. */
const OF_SECRETS = ['previousUntilMs', 'previousPrefix', 'rotatedAtMs', 'prefix']

/** The longest value that a sentence holds, in characters. */
const SENTENCE_MAX = 300

/** The name of the actor. */
export function whoOf({ actor: { type, id, name, by } }: Pick<AuditEntry, 'actor'>): string {
  if (type === 'key' || type === 'vendor') return t(`history.${type}`, { name: name ?? id })
  if (type === 'user') return name ?? t('history.admin')
  if (type === 'booking') return t(by === 'agency' ? 'history.agency' : 'history.guest')
  return t('history.system')
}

/**
 * An entry in one sentence.
 *
 * @param currency of the hotel; left out: amounts have none
 * @param zone the time zone of the hotel; left out: the reader's
 */
export function sentenceOf(entry: AuditEntry, currency?: string, zone?: string): string {
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
  if (after.guest === 'erased') return t('history.erased', { who, thing: thingOf(entry) })
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

/** The fields of a change, or of a creation. */
export function changesOf(entry: AuditEntry, currency?: string, zone?: string): FieldChange[] {
  const [before, after] = [flat(entry.before ?? {}), flat(entry.after)]
  return Object.keys({ ...before, ...after })
    .filter((name) => ![...HIDDEN, ...OF_SECRETS, 'passwordChanged'].includes(name))
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => ({
      field: fieldOf(name),
      before: textOf(name, before[name], currency, zone),
      after: textOf(name, after[name], currency, zone),
    }))
    .filter((change) => change.before !== change.after)
}

/** True if a sentence has room for the change: one field, and no long text. */
export const isBrief = ([only, ...others]: readonly FieldChange[]): boolean =>
  others.length === 0 && `${only?.before}${only?.after}`.length <= SENTENCE_MAX

/** Makes the texts in each language fields of their own: `tr.name`. */
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

function exportSentence(who: string, { id, after }: AuditEntry): string {
  if (id === 'guest') return t('history.exportedGuest', { who, count: Number(after.rows) })
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

/** The sentence about the sign-in of an account, or of the people of a hotel. */
function securitySentence(entry: AuditEntry, who: string): string | undefined {
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

function thingOf({ entity, id, after }: AuditEntry): string {
  const name = textOf('name', nameOf(after) ?? after.email ?? after.url ?? id)
  const code = id.slice(id.indexOf('/') + 1)
  return wordOf(`history.thing.${entity}`, { name, code }) ?? `${entity} ${id}`
}

const fieldOf = (name: string): string => wordOf(`history.field.${name}`) ?? name

/** The word of a key; undefined without one: entries outlive the fields that they name. */
function wordOf(key: string, values: Record<string, string> = {}): string | undefined {
  const text = t(key as WordKey, values)
  return text === key ? undefined : text
}

function textOf(name: string, value: unknown, currency?: string, zone = HERE): string {
  if (value === null || value === undefined || value === '') return t('history.nothing')
  if (typeof value === 'boolean') return t(value ? 'history.yes' : 'history.no')
  if (typeof value === 'number' && name.endsWith('Ms')) return dateTime(value, zone)
  if (typeof value === 'number') return numberText(name, value, currency)
  const details = detailsText(name, value, currency)
  if (details !== undefined) return details || t('history.nothing')
  if (name === 'holdUntil') return dateTime(`${value}`, zone)
  if (name === 'checkin' || name === 'checkout') return date(`${value}`)
  if (name === 'ranges') return (value as AllotmentRange[]).map(allotmentText).join('; ')
  if (typeof value !== 'object')
    return wordOf(`${VALUES[name]}.${value}`) ?? wordOf(`hotelAmenity.${value}`) ?? `${value}`
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

/** Nights of a room type that are set aside alike: `Double, 3 – 5 Dec: 4 rooms, released 14 days before`. */
const allotmentText = ({ roomCode, from, to, rooms, releaseDays }: AllotmentRange): string =>
  t('history.allotment', {
    room: keptName('room', roomCode, roomCode),
    nights: from === to ? date(from) : rangeText(from, to),
    rooms: t('bookings.rooms', { count: rooms }),
    count: releaseDays,
  })

const namedText = (state: State): string =>
  typeof state.percentBp === 'number'
    ? `${nameOf(state)} ${percentOf(state.percentBp)}`
    : `${nameOf(state)}`

/** A name in the page's language, if there is one. */
const nameOf = ({ name, translations }: State): unknown =>
  translations ? nameIn({ name, translations } as Named) : name

function numberText(name: string, value: number, currency: string | undefined): string {
  if (name.endsWith('Bp')) return percentOf(value)
  if (!name.endsWith('Cents') && name !== 'roundTo')
    return number(value, { maximumFractionDigits: 6 })
  return currency ? money(value, currency) : number(value / 100, { minimumFractionDigits: 2 })
}
