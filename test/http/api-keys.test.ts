import { expect, test } from 'bun:test'
import { AppError } from '../../src/domain/kernel/errors.ts'
import { endApiKey, noteKeyUses } from '../../src/service/accounts/api-keys.ts'
import type { Deps } from '../../src/service/deps.ts'
import { listApiKeys } from '../../src/store/accounts/api-keys.ts'
import { newKey, withKey } from '../support/api-keys.ts'
import { NOW_MS, startService } from '../support/service.ts'

test('the first request of a fresh key passes, at its own hotel (contract §8)', async () => {
  await using service = await startService()
  const { secret } = await newKey(service)

  expect((await withKey(service, secret)).body.slug).toBe('alfa')
  expect((await withKey(service, service.bravo.secret)).body.slug).toBe('bravo')
})

test('a revoked key is refused on the next call, other keys of the hotel are not (contract §8, issue 2)', async () => {
  await using service = await startService()
  const { alfa, deps } = service
  const { key, secret } = await newKey(service)
  expect((await withKey(service, secret)).status).toBe(200)

  await endApiKey(deps, key)
  const refused = await withKey(service, secret)
  expect(refused).toBeProblem(401, 'unauthenticated')
  expect((await alfa.call('GET', '/hotel')).status).toBe(200)
})

test('calls that begin after a revocation was answered are refused, however many are under way (contract §8)', async () => {
  await using service = await startService()
  const { key, secret } = await newKey(service)
  let isEnded = false
  const late: number[] = []

  async function ask(): Promise<void> {
    for (let i = 0; i < 11; i++) {
      const isLate = isEnded
      const { status } = await withKey(service, secret)
      if (isLate) late.push(status)
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
  }
  // 55 calls: fewer than the key's minute and the address's failures allow.
  const asking = Promise.all(Array.from({ length: 5 }, ask))
  await endApiKey(service.deps, key)
  isEnded = true
  await asking

  expect(late.length).toBeGreaterThan(20)
  expect(new Set(late)).toEqual(new Set([401]))
})

test('a key is revoked once, and only by its own hotel (contract §8)', async () => {
  await using service = await startService()
  const { deps, bravo } = service
  const { key, secret } = await newKey(service)

  const foreign = endApiKey(deps, { id: key.id, hotelId: bravo.id })
  expect(await foreign.catch(({ code }) => code)).toBe('not_found')
  expect((await withKey(service, secret)).status).toBe(200)
  await endApiKey(deps, key)
  expect(await endApiKey(deps, key).catch(({ code }) => code)).toBe('not_found')
})

test('a key opens until the instant it expires and not from it on (contract §8)', async () => {
  await using service = await startService()
  const { clock } = service
  const { secret } = await newKey(service, { expiresAtMs: NOW_MS + 1_000 })

  expect((await withKey(service, secret)).status).toBe(200)
  clock.advance(999)
  expect((await withKey(service, secret)).status).toBe(200)
  clock.advance(1)
  expect(await withKey(service, secret)).toBeProblem(401, 'unauthenticated')
})

test('a hotel has at most 5 active keys; revoked and expired ones do not count (contract §5)', async () => {
  await using service = await startService()
  const { clock, deps } = service
  const { key } = await newKey(service)
  await newKey(service, { expiresAtMs: NOW_MS + 1_000 })
  await newKey(service)
  await newKey(service)

  const sixth = await newKey(service).catch((error: unknown) => error)
  expect(sixth).toBeInstanceOf(AppError)
  expect((sixth as AppError).code).toBe('validation_failed')
  await endApiKey(deps, key)
  await newKey(service)
  await expect(newKey(service)).rejects.toThrow('at most 5')
  clock.advance(1_000)
  await newKey(service)
})

test('six keys asked for at once are five (contract §5)', async () => {
  await using service = await startService()

  const made = await Promise.allSettled(Array.from({ length: 6 }, () => newKey(service)))
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
})

test('the last use of a key is noted, of refused calls it is not (contract §8)', async () => {
  await using service = await startService({ requestsPerMinute: 2 })
  const { alfa, bravo, clock, context, deps, store } = service
  const lastUse = async (hotelId: number) => (await listApiKeys(store, hotelId))[0]!.lastUsedAtMs
  expect(await lastUse(alfa.id)).toBeNull()

  await alfa.call('GET', '/hotel')
  clock.advance(1_000)
  await alfa.call('GET', '/hotel')
  clock.advance(1_000)
  expect((await alfa.call('GET', '/hotel')).status).toBe(429)
  await noteKeyUses(deps, context.keyUses)
  expect(await lastUse(alfa.id)).toBe(NOW_MS + 1_000)
  expect(await lastUse(bravo.id)).toBeNull()
  expect(context.keyUses.size).toBe(0)
})

test('a last use that could not be written is written the next time, unless there is a newer one (contract §8)', async () => {
  await using service = await startService()
  const { alfa, bravo, clock, context, deps, store } = service
  const lastUse = async (hotelId: number) => (await listApiKeys(store, hotelId))[0]!.lastUsedAtMs
  await alfa.call('GET', '/hotel')
  await bravo.call('GET', '/hotel')
  const full: Deps['store'] = {
    ...store,
    async tx(body) {
      return await store.tx(async (tx) => {
        await body(tx)
        clock.advance(1_000)
        await bravo.call('GET', '/hotel')
        throw new Error('the disk is full')
      })
    },
  }
  await expect(noteKeyUses({ ...deps, store: full }, context.keyUses)).rejects.toThrow('full')
  expect(await lastUse(alfa.id)).toBeNull()

  await noteKeyUses(deps, context.keyUses)
  expect(await lastUse(alfa.id)).toBe(NOW_MS)
  expect(await lastUse(bravo.id)).toBe(NOW_MS + 1_000)
})
