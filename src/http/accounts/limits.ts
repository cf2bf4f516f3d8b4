import { type TObject, Type } from 'typebox'
import * as limits from '../../domain/kernel/limits.ts'
import type { Context } from '../api/context.ts'
import { keyGrant } from '../api/key-shape.ts'
import { groupDigits, Instant, mapValues, namedObject, nullable, words } from '../api/schema.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** A limit, with what it is of where its name does not say. */
const limit = (value: number, description?: string) => ({
  value,
  ...(description && { description }),
})

/** The limits that are the same for every key. */
const COMMON = {
  body: {
    bytesMax: limit(
      limits.PUSH_BYTES_MAX,
      `Of a push of availability; of many acknowledgements ${groupDigits(limits.ACKS_BYTES_MAX)}, of another ${groupDigits(limits.BODY_BYTES_MAX)}.`,
    ),
  },
  availabilityPull: {
    daysMax: limit(limits.PULL_DAYS_MAX),
    pastDaysMax: limit(limits.PULL_PAST_DAYS_MAX),
  },
  ratesPull: {
    rateDaysMax: limit(limits.RATE_DAYS_PULLED_MAX, 'Days of rates in one answer.'),
  },
  availabilityPush: {
    updatesMax: limit(limits.UPDATES_MAX),
    patchDaysMax: limit(limits.PATCH_DAYS_MAX, 'Days of a `PATCH`, ranges expanded.'),
    pastDaysMax: limit(limits.PUSH_PAST_DAYS_MAX),
    futureDaysMax: limit(limits.PUSH_FUTURE_DAYS_MAX),
    availableMax: limit(limits.AVAILABLE_MAX),
    priceCentsMax: limit(limits.PRICE_CENTS_MAX),
    reportEntriesMax: limit(limits.REPORT_ENTRIES_MAX),
  },
  bookingsPull: {
    daysMax: limit(limits.BOOKINGS_PULL_DAYS_MAX),
    limitDefault: limit(limits.BOOKINGS_PAGE_DEFAULT),
    limitMax: limit(limits.BOOKINGS_PAGE_MAX),
  },
  bookingsAck: { acksMax: limit(limits.ACKS_MAX, 'Of one request.') },
  changes: {
    limitDefault: limit(limits.CHANGES_PAGE_DEFAULT),
    limitMax: limit(limits.CHANGES_PAGE_MAX),
    daysMax: limit(limits.CHANGES_PAGE_DAYS_MAX, 'Days on a page, all entries together.'),
    waitSecondsMax: limit(limits.CHANGES_WAIT_SECONDS_MAX),
    keptDays: limit(limits.CHANGES_KEPT_MS / DAY_MS),
  },
  webhooks: {
    endpointsMax: limit(limits.WEBHOOKS_MAX, 'Of a hotel.'),
    urlLengthMax: limit(limits.URL_LENGTH_MAX),
    attemptsMax: limit(limits.ATTEMPTS_MAX, 'At one delivery.'),
    answerSecondsMax: limit(limits.EXCHANGE_MS_MAX / 1_000, 'For a whole exchange.'),
    eventDaysMax: limit(limits.EVENT_DAYS_MAX, 'Days of one `availability.changed`.'),
    deliveriesKeptDays: limit(limits.DELIVERIES_KEPT_MS / DAY_MS),
    eventsKeptDays: limit(limits.CHANGES_KEPT_MS / DAY_MS, 'How far back a replay reaches.'),
  },
  sandbox: {
    daysMax: limit(limits.SANDBOX_DAYS_MAX, 'And as many of rates.'),
    bookingsMax: limit(limits.SANDBOX_BOOKINGS_MAX, 'Until it is reset.'),
    faultsMax: limit(limits.SANDBOX_FAULTS_MAX, 'That stand at a time.'),
    faultTimesMax: limit(limits.SANDBOX_FAULT_TIMES_MAX),
    keptDays: limit(limits.SANDBOX_KEPT_MS / DAY_MS, 'After its last key has ended.'),
  },
  lists: { limitDefault: limit(limits.PAGE_SIZE_DEFAULT), limitMax: limit(limits.PAGE_SIZE_MAX) },
}

/** Values of the limits that are the same for every key. */
export const LIMITS = mapValues(COMMON, (group) => mapValues(group, ({ value }) => value))

/** Limits that can be switched off, each by a setting of its own. */
const LIMITS_OFF = ['general', 'logIn', 'pushedDays', 'strangers'] as const

/** Which limits are off. */
export const limitsOff = ({
  publicRatePerMinute,
  loginLimits,
  fairUse,
  strangerLimits,
}: Pick<Context, 'publicRatePerMinute' | 'loginLimits' | 'fairUse' | 'strangerLimits'>) => {
  const isOff = {
    general: publicRatePerMinute === 0,
    logIn: !loginLimits,
    pushedDays: !fairUse,
    strangers: strangerLimits === 'none',
  }
  return LIMITS_OFF.filter((name) => isOff[name])
}

const number = Type.Integer()
/** Every limit of the partner interface, and what is left of the key's. */
export const LimitsSchema: TObject = namedObject('Limits', {
  key: Type.Object(
    { id: Type.String(), name: Type.String(), ...keyGrant, expiresAt: nullable(Instant) },
    { description: 'The key itself, and what it was given.' },
  ),
  requests: Type.Object({ perMinute: number, remaining: number, resetSeconds: number }),
  off: Type.Array(words(...LIMITS_OFF), {
    description: 'Limits that whoever runs the service has switched off.',
  }),
  pushedDays: Type.Object(
    { capacity: number, perMinute: number, remaining: number, resetSeconds: number },
    { description: 'Days that may be pushed to the hotel, by all its keys and in the panel.' },
  ),
  ...mapValues(COMMON, (group) =>
    Type.Object(mapValues(group, ({ value, ...about }) => Type.Integer(about))),
  ),
})
