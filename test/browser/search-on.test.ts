import { expect, test } from 'bun:test'
import { ROWS_SEARCHED_MAX } from '../../src/domain/kernel/search-text.ts'
import { browserSuite } from '../support/browser-suite.ts'
import { accessFlaws, HOTEL, managerAt } from '../support/panel-demo.ts'
import { defects, rewrite } from '../support/panel-stays.ts'

const { startDemo, open } = browserSuite()

test('a search that has looked through its fill says how far it came, and goes on when told to (issue 12)', async () => {
  await using demo = await startDemo()
  const path = `/v1/panel/bookings?hotel=${HOTEL}&status=cancelled`
  const cancelled = (await demo.callAs('manager', 'GET', path)).body.items.length
  expect(cancelled).toBeGreaterThan(0)
  const columns = `hotel_id, revision, status, room_code, board_code, rooms, checkin, checkout, adults, children,
    first_name, last_name, email, phone, country, currency, total_price_cents, nightly, source_type, updated_at_ms`
  // As many newer ones as one page looks through.
  rewrite(
    demo,
    `with recursive number(n) as (select 1 union all select n + 1 from number where n < ${ROWS_SEARCHED_MAX})
     insert into booking (code, created_at_ms, ${columns})
     select 'N' || n, 4000000000000 + n, ${columns} from number, booking
     where id = (select max(booking.id) from booking join hotel on hotel.id = hotel_id
       where slug = '${HOTEL}' and status = 'confirmed')`,
  )
  await using watched = await open(demo, managerAt('bookings?status=cancelled'))
  const { page } = watched
  await page.getByText('0 entries; searched back to 2 Oct 2096').waitFor({ timeout: 20_000 })
  expect(await accessFlaws(page)).toEqual([])
  await page.getByRole('button', { name: 'Keep searching' }).click()
  await page
    .getByText(cancelled === 1 ? '1 entry' : `${cancelled} entries`, { exact: true })
    .waitFor()
  expect(await page.locator('tbody tr').count()).toBe(cancelled)
  expect(await page.getByRole('button', { name: 'Keep searching' }).count()).toBe(0)
  expect(defects(watched)).toEqual([])
}, 240_000)
