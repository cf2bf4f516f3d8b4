import { type TObject, Type } from 'typebox'
import * as limits from '../../domain/kernel/limits.ts'
import type { Context } from '../api/context.ts'
import { keyGrant } from '../api/key-shape.ts'
import { groupDigits, Instant, mapValues, namedObject, nullable, words } from '../api/schema.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** Builds a limit, with a description if its name is not clear. */
const limit = (value: number, description?: string) => ({
  value,
  ...(description && { description }),
})

/** The limits shared by every key. */
const COMMON = {
  body: {
    bytesMax: limit(
      limits.PUSH_BYTES_MAX,
      `For an availability push; ${groupDigits(limits.ACKS_BYTES_MAX)} for many acknowledgements, ${groupDigits(limits.BODY_BYTES_MAX)} for any other body.`,
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
  bookingsAck: { acksMax: limit(limits.ACKS_MAX, 'Per request.') },
  changes: {
    limitDefault: limit(limits.CHANGES_PAGE_DEFAULT),
    limitMax: limit(limits.CHANGES_PAGE_MAX),
    daysMax: limit(limits.CHANGES_PAGE_DAYS_MAX, 'Days of all entries of a page together.'),
    waitSecondsMax: limit(limits.CHANGES_WAIT_SECONDS_MAX),
    keptDays: limit(limits.CHANGES_KEPT_MS / DAY_MS),
  },
  webhooks: {
    endpointsMax: limit(limits.WEBHOOKS_MAX, 'Per hotel.'),
    urlLengthMax: limit(limits.URL_LENGTH_MAX),
    attemptsMax: limit(limits.ATTEMPTS_MAX, 'Per delivery.'),
    answerSecondsMax: limit(limits.EXCHANGE_MS_MAX / 1_000, 'For a whole exchange.'),
    eventDaysMax: limit(limits.EVENT_DAYS_MAX, 'Days per `availability.changed`.'),
    deliveriesKeptDays: limit(limits.DELIVERIES_KEPT_MS / DAY_MS),
    eventsKeptDays: limit(limits.CHANGES_KEPT_MS / DAY_MS, 'How far back a replay reaches.'),
  },
  sandbox: {
    daysMax: limit(limits.SANDBOX_DAYS_MAX, 'And as many days of rates.'),
    bookingsMax: limit(limits.SANDBOX_BOOKINGS_MAX, 'Until it is reset.'),
    faultsMax: limit(limits.SANDBOX_FAULTS_MAX, 'Open at a time.'),
    faultTimesMax: limit(limits.SANDBOX_FAULT_TIMES_MAX),
    keptDays: limit(limits.SANDBOX_KEPT_MS / DAY_MS, 'After the end of its last key.'),
  },
  lists: { limitDefault: limit(limits.PAGE_SIZE_DEFAULT), limitMax: limit(limits.PAGE_SIZE_MAX) },
}

/** Values of the limits shared by every key. */
export const LIMITS = mapValues(COMMON, (group) => mapValues(group, ({ value }) => value))

/** Limits that can be switched off, each by its own setting. */
const LIMITS_OFF = ['general', 'logIn', 'pushedDays', 'strangers'] as const

/** Returns the names of the limits that are off. */
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
/** Every limit of the partner interface, with the remaining allowance of the key. */
export const LimitsSchema: TObject = namedObject('Limits', {
  key: Type.Object(
    { id: Type.String(), name: Type.String(), ...keyGrant, expiresAt: nullable(Instant) },
    {
      description:
        'The key with its scopes and networks; the vendor, without scopes, if it names no hotel.',
    },
  ),
  requests: Type.Object({ perMinute: number, remaining: number, resetSeconds: number }),
  off: Type.Array(words(...LIMITS_OFF), {
    description: 'Limits that the operator of the service has switched off.',
  }),
  pushedDays: nullable(
    Type.Object({ capacity: number, perMinute: number, remaining: number, resetSeconds: number }),
    'Days that all keys and the panel together may push to the hotel; null: without a hotel.',
  ),
  ...mapValues(COMMON, (group) =>
    Type.Object(mapValues(group, ({ value, ...about }) => Type.Integer(about))),
  ),
})
