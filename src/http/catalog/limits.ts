import { Type } from 'typebox'
import * as limits from '../../domain/limits.ts'
import { grouped, namedObject } from '../shapes/schema.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const number = Type.Integer()
const described = (description: string) => Type.Integer({ description })

/** Every limit of the partner interface, and what is left of the key's. */
export const LimitsSchema = namedObject('Limits', {
  requests: Type.Object({ perMinute: number, remaining: number, resetSeconds: number }),
  body: Type.Object({
    bytesMax: described(
      `Of a push of availability; another has at most ${grouped(limits.BODY_BYTES_MAX)}.`,
    ),
  }),
  availabilityPull: Type.Object({ daysMax: number, pastDaysMax: number }),
  availabilityPush: Type.Object({
    updatesMax: number,
    pastDaysMax: number,
    futureDaysMax: number,
    availableMax: number,
    priceCentsMax: number,
    reportEntriesMax: number,
  }),
  bookingsPull: Type.Object({ daysMax: number, limitDefault: number, limitMax: number }),
  changes: Type.Object({
    limitDefault: number,
    limitMax: number,
    daysMax: described('Days on a page, all entries together.'),
    waitSecondsMax: number,
    keptDays: number,
  }),
  webhooks: Type.Object({
    endpointsMax: described('Of a hotel.'),
    urlLengthMax: number,
    attemptsMax: described('At one delivery.'),
    answerSecondsMax: described('For a whole exchange.'),
    eventDaysMax: described('Days of one `availability.changed`.'),
    deliveriesKeptDays: number,
    eventsKeptDays: described('How far back a replay reaches.'),
  }),
  lists: Type.Object({ limitDefault: number, limitMax: number }),
})

/** The limits that are the same for every key. */
export const LIMITS = {
  body: { bytesMax: limits.PUSH_BYTES_MAX },
  availabilityPull: { daysMax: limits.PULL_DAYS_MAX, pastDaysMax: limits.PULL_PAST_DAYS_MAX },
  availabilityPush: {
    updatesMax: limits.UPDATES_MAX,
    pastDaysMax: limits.PUSH_PAST_DAYS_MAX,
    futureDaysMax: limits.PUSH_FUTURE_DAYS_MAX,
    availableMax: limits.AVAILABLE_MAX,
    priceCentsMax: limits.PRICE_CENTS_MAX,
    reportEntriesMax: limits.REPORT_ENTRIES_MAX,
  },
  bookingsPull: {
    daysMax: limits.BOOKINGS_PULL_DAYS_MAX,
    limitDefault: limits.BOOKINGS_PAGE_DEFAULT,
    limitMax: limits.BOOKINGS_PAGE_MAX,
  },
  changes: {
    limitDefault: limits.CHANGES_PAGE_DEFAULT,
    limitMax: limits.CHANGES_PAGE_MAX,
    daysMax: limits.CHANGES_PAGE_DAYS_MAX,
    waitSecondsMax: limits.CHANGES_WAIT_SECONDS_MAX,
    keptDays: limits.CHANGES_KEPT_MS / DAY_MS,
  },
  webhooks: {
    endpointsMax: limits.WEBHOOKS_MAX,
    urlLengthMax: limits.URL_LENGTH_MAX,
    attemptsMax: limits.ATTEMPTS_MAX,
    answerSecondsMax: limits.EXCHANGE_MS_MAX / 1_000,
    eventDaysMax: limits.EVENT_DAYS_MAX,
    deliveriesKeptDays: limits.DELIVERIES_KEPT_MS / DAY_MS,
    eventsKeptDays: limits.CHANGES_KEPT_MS / DAY_MS,
  },
  lists: { limitDefault: limits.PAGE_SIZE_DEFAULT, limitMax: limits.PAGE_SIZE_MAX },
}
