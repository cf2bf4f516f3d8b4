import { EVENTS_DEFAULT } from '../../src/domain/webhooks/webhook.ts'
import type { Webhook } from '../../src/store/webhooks/webhooks.ts'
import type { TestHotel } from './service.ts'

/** A webhook of a hotel as it is stored, with everything a test does not care about. */
export const webhookRow = (hotel: TestHotel, given: Partial<Webhook> = {}): Webhook => ({
  id: 'w1',
  hotelId: hotel.id,
  url: 'https://hooks.example.com/',
  description: '',
  events: [...EVENTS_DEFAULT],
  apiKeyId: null,
  vendorId: null,
  createdBy: null,
  createdByKey: null,
  active: true,
  offReason: null,
  offAtMs: null,
  previousUntilMs: null,
  failingSinceMs: null,
  lastSuccessAtMs: null,
  lastAttemptAtMs: null,
  createdAtMs: 0,
  updatedAtMs: 0,
  ...given,
})
