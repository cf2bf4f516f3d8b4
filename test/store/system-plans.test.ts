import { expect, test } from 'bun:test'
import { insertCity } from '../../src/store/catalog/catalog.ts'
import {
  countBoardUses,
  findDefaultCoordinates,
  listCityEntries,
} from '../../src/store/catalog/places.ts'
import {
  findOldestMail,
  listRefusedMails,
  listWebhookTroubles,
} from '../../src/store/system/troubles.ts'
import { planOf, type Run } from '../support/plans.ts'
import { startStore } from '../support/store.ts'

/** What an operator's pages ask, and the indexes that answer. */
const QUERIES: [what: string, indexes: RegExp[], run: Run][] = [
  [
    'webhooks in trouble',
    [/webhook_troubled \(hotel_id>/, /COVERING INDEX delivery_pending \(webhook_id>/],
    (h) => listWebhookTroubles(h, 1),
  ],
  ['refused mails', [/mail_refused \(finished_at_ms>/], (h) => listRefusedMails(h, 1)],
  ['the oldest mail', [/mail_due \(due_at_ms>/], findOldestMail],
  [
    'cities',
    [/city_slug|city_unique|autoindex_city/],
    (h) => listCityEntries(h, {}, { afterId: 'a', limit: 21 }),
  ],
  [
    'what is sold with a board',
    [/COVERING INDEX room_board_board \(board_code=/, /rate_board \(board_code=/],
    (h) => countBoardUses(h, 'BB'),
  ],
  ['where a city is', [/hotel_city/], (h) => findDefaultCoordinates(h, 1)],
]

test.each(QUERIES)(
  '%s: found by an index, nothing is sorted or scanned',
  async (_, indexes, run) => {
    await using service = await startStore()
    await service.store.tx((tx) => insertCity(tx, { slug: 'b', name: 'B', country: 'TR' }))
    const plan = await planOf(service, run)
    for (const index of indexes) expect(plan.join('\n')).toMatch(index)
    for (const line of plan) expect(line).not.toMatch(/TEMP B-TREE|^SCAN (?!some|\(sub)/)
  },
)
