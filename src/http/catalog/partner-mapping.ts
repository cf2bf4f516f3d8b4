import { Elysia } from 'elysia'
import type { Hotel, RoomType } from '../../domain/catalog.ts'
import * as limits from '../../domain/limits.ts'
import { perMinute } from '../../domain/rate-limit.ts'
import { listBoards } from '../../store/catalog/catalog.ts'
import type { Context } from '../context.ts'
import { limitOf, partnerKey } from '../doors/partner-key.ts'
import { NoQuery } from '../request/query.ts'
import * as docs from './partner-mapping-docs.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** Hotel, room types and boards of the key's hotel, and its limits (contract §2). */
export function partnerMappingRoutes(context: Context) {
  const { hotelOf, keyLimiter, store } = context
  return new Elysia({ prefix: '/v1/partner' })
    .use(partnerKey(context))
    .get('/hotel', async ({ key }) => showHotel((await hotelOf(key.hotelId)).hotel), {
      query: NoQuery,
      detail: docs.hotel,
    })
    .get(
      '/hotels',
      async ({ key }) => ({ hotels: [showHotel((await hotelOf(key.hotelId)).hotel)] }),
      { query: NoQuery, detail: docs.hotels },
    )
    .get(
      '/rooms',
      async ({ key }) => {
        const { hotel, rooms } = await hotelOf(key.hotelId)
        return { rooms: rooms.map((room) => showRoom(room, hotel)) }
      },
      { query: NoQuery, detail: docs.rooms },
    )
    .get('/boards', async () => ({ boards: await listBoards(store) }), {
      query: NoQuery,
      detail: docs.boards,
    })
    .get(
      '/mapping',
      async ({ key }) => {
        const { hotel, rooms } = await hotelOf(key.hotelId)
        return {
          hotel: showHotel(hotel),
          rooms: rooms.map((room) => showRoom(room, hotel)),
          boards: await listBoards(store),
        }
      },
      { query: NoQuery, detail: docs.mapping },
    )
    .get(
      '/limits',
      ({ key }) => {
        const requestsPerMinute = limitOf(key)
        const { remaining, resetSeconds } = keyLimiter.peek(key.id, perMinute(requestsPerMinute))
        return {
          requests: { perMinute: requestsPerMinute, remaining, resetSeconds },
          body: { bytesMax: limits.BODY_BYTES_MAX },
          availabilityPull: {
            daysMax: limits.PULL_DAYS_MAX,
            pastDaysMax: limits.PULL_PAST_DAYS_MAX,
          },
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
      },
      { query: NoQuery, detail: docs.limits },
    )
}

function showHotel({ id, ...hotel }: Hotel) {
  return hotel
}

/** A room type as the contract spells it, in its order. */
function showRoom(
  { active, basePriceCents, supplementsCents, ...room }: RoomType,
  { currency }: Hotel,
) {
  return { ...room, basePriceCents, currency, active }
}
