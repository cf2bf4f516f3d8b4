import { expect, test } from 'bun:test'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { CARLA, sell } from '../support/bookings.ts'
import { temporaryFolder } from '../support/folder.ts'
import { guidePage } from '../support/guide.ts'
import { startService } from '../support/service.ts'
import { addSite } from '../support/sites.ts'

const ORDER = {
  ...{ hotelSlug: 'alfa', roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-03' },
  guest: { firstName: 'Carla', lastName: 'Çelik', email: CARLA },
}

/** The program of the guide's section about a portal's server. */
async function exampleOf(): Promise<string> {
  const page = await guidePage('vendors-and-sites')
  return page.match(/\n## A portal's server\n[\s\S]*?```ts portal\n([\s\S]*?)```/)![1]!
}

/** Asks the portal from an address of this machine's own. */
async function ask(
  port: number,
  from: string,
  path: string,
  { body, method = body ? 'POST' : 'GET' }: { body?: object; method?: string } = {},
) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
  const call = request({ port, host: '127.0.0.1', localAddress: from, path, method }, (answer) => {
    text(answer).then((said) => resolve({ status: answer.statusCode!, text: said }), reject)
  })
  call.on('error', reject)
  call.end(body && JSON.stringify(body))
  return await promise
}

test('the guide’s portal searches and books for its visitors, each of whom counts alone (contract-access, Sites)', async () => {
  await using service = await startService({ listen: true, publicRatePerMinute: 2 })
  using folder = temporaryFolder()
  await sell(service)
  const site = await addSite(service)
  const file = join(folder.path, 'portal.ts')
  await Bun.write(file, await exampleOf())
  Object.assign(process.env, { BASE: service.url, SITE_KEY: site.secret, PORT: '0' })
  const { portal } = await import(file)
  try {
    const { port } = portal.address() as AddressInfo
    const searched = await ask(port, '127.0.0.2', '/v1/hotels/alfa')
    expect([searched.status, JSON.parse(searched.text).slug]).toEqual([200, 'alfa'])
    const booked = await ask(port, '127.0.0.2', '/v1/bookings', { body: ORDER })
    expect(booked.status).toBe(201)
    expect(JSON.parse(booked.text).source).toMatchObject({ type: 'web', site: site.name })
    expect((await ask(port, '127.0.0.2', '/v1/hotels')).status).toBe(429)
    expect((await ask(port, '127.0.0.3', '/v1/hotels')).status).toBe(200)
    expect((await ask(port, '127.0.0.4', '/v1/cities', { method: 'HEAD' })).status).toBe(200)
    for (const path of ['/v1/auth/me', '/v1/hotels/../auth/me', '/v1/hotels/%2e%2e/auth/me'])
      expect((await ask(port, '127.0.0.5', path)).status).toBe(404)
    // What is no address ends nobody's portal.
    expect((await ask(port, '127.0.0.5', '//')).status).toBe(502)
  } finally {
    for (const name of ['BASE', 'SITE_KEY', 'PORT']) delete process.env[name]
    portal.close()
  }
})
