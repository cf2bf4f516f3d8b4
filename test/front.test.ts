import { expect, test } from 'bun:test'
import { asksHealth } from '../src/server/front.ts'

test.each([
  [true, 'GET', '/v1/health'],
  [false, 'POST', '/v1/health'],
  [false, 'GET', '/v1/hotels/v1/health'],
  [false, 'GET', '/v1/hotels?q=/v1/health'],
  [false, 'GET', '/v1/health?q=/v1/health'],
  [false, 'GET', '/v1/health/'],
])('before there is an app it is %p that %s %s is health (D22)', (is, method, path) => {
  expect(asksHealth(new Request(`http://localhost${path}`, { method }))).toBe(is)
})
