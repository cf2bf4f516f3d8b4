import { expect, test } from 'bun:test'
import { createApp } from '../../src/app.ts'
import { unavailable } from '../../src/domain/kernel/errors.ts'
import { guestPages } from '../../src/guests/guest-pages.ts'
import type { GuestPages } from '../../src/http/guests/page-shape.ts'
import type { Log } from '../../src/log.ts'
import { openPageWorker, pagesInThread } from '../../src/server/page-thread.ts'
import type { PageOrder, Replies } from '../../src/server/page-worker.ts'
import { changeHotel } from '../../src/service/catalog/catalog.ts'
import { CARLA, sell } from '../support/bookings.ts'
import { pagesOf } from '../support/guest-page.ts'
import { recordLog } from '../support/http.ts'
import { until } from '../support/process.ts'
import { startService, type TestService } from '../support/service.ts'

// Pages that a thread writes are the pages that the loop would write, and no failure of the thread is a visitor's.

const DATES = 'checkin=2027-04-01&checkout=2027-04-03'
const BOOK = `/stay/alfa/book?${DATES}&pick=DBL~STD~&key=12345678-1234-4234-8234-123456789012`
const SYSTEM = { type: 'system', id: 'test' } as const
const WHO = { firstName: 'Carla', lastName: 'Çelik', email: CARLA }

type Options = {
  open: () => Worker | undefined
  log?: Log
  stopping?: AbortController
  tickMs?: number
}

const threaded = (
  { clock, context }: TestService,
  { open, log = context.log, stopping = new AbortController(), tickMs = 1_000 }: Options,
) => {
  const monotonicMs = () => clock.monotonicMs
  return pagesInThread(guestPages, { log, stopping: stopping.signal, monotonicMs, open, tickMs })
}

/** A service that sells, with its pages written by the real thread, which has started. */
async function startThreaded() {
  const service = await startService({ publicPages: true })
  await sell(service)
  const stopping = new AbortController()
  const news: unknown[] = []
  const pages = threaded(service, {
    stopping,
    open: () => {
      const worker = openPageWorker()!
      worker.addEventListener('message', ({ data }) => news.push(data))
      return worker
    },
  })
  await pagesOf(service, pages)('/stay')
  await until('the thread has started', () => news.includes('ready'))
  return {
    ...{ service, pages },
    /** The number of pages that the thread has written. */
    written: () => news.filter((each) => each instanceof Object && 'answer' in each).length,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await service[Symbol.asyncDispose]()
    },
  }
}

/** A thread that does what a test says. */
function fakeThread(onOrder: (order: PageOrder | Replies | 'ping') => void = () => {}) {
  const orders: unknown[] = []
  let opened = 0
  let isEnded = false
  const worker = {
    onmessage: null as ((event: { data: unknown }) => void) | null,
    onerror: null as ((event: { message: string }) => void) | null,
    postMessage(order: PageOrder | Replies | 'ping') {
      orders.push(order)
      onOrder(order)
    },
    terminate: () => {
      isEnded = true
    },
  }
  return {
    open(): Worker {
      opened++
      return worker as unknown as Worker
    },
    ...{ orders, opened: () => opened, isEnded: () => isEnded },
    tell: (data: unknown) => worker.onmessage?.({ data }),
    fail: () => worker.onerror?.({ message: 'out of memory' }),
  }
}

test('a page of the thread is the page that the loop writes, with what was counted and allowed', async () => {
  await using threads = await startThreaded()
  const { service, pages, written } = threads
  await changeHotel(service.deps, SYSTEM, 'alfa', {
    ...{ colour: '#0a5a8a', widgetOrigins: ['https://alfa.example'] },
    translations: { en: { description: 'By the <sea> & "sand". '.repeat(500) } },
  })
  const [byThread, byLoop] = [pagesOf(service, pages), pagesOf(service)]
  const done = await byLoop(BOOK).then((form) => form.press('Book this room · €200', WHO))
  expect(done.text).toContain('It is yours')
  const paths = [
    ...['/stay', `/stay?q=alfa&${DATES}`, '/stay?checkin=2020-01-01&checkout=2020-01-02'],
    ...['/stay/alfa', `/stay/alfa?${DATES}`, `/stay/alfa?${DATES}&party=9`, '/stay/nobody'],
    ...[BOOK, done.path, '/stay?party=2-99', '/my'],
  ]
  let count = written()
  for (const path of paths)
    for (const language of ['en', 'tr']) {
      const headers = { 'accept-language': language, 'accept-encoding': 'identity' }
      const [thread, loop] = await Promise.all(
        [byThread, byLoop].map((open) => open(path, undefined, headers)),
      )
      expect([path, thread!.status, thread!.html]).toEqual([path, loop!.status, loop!.html])
      for (const { headers: given } of [thread!, loop!]) given.delete('x-request-id')
      expect([...thread!.headers]).toEqual([...loop!.headers])
      if (path !== '/my') expect(written()).toBe(++count)
    }
  expect(written()).toBe(count)
})

test('the thread compresses a page that has nothing of one guest', async () => {
  await using threads = await startThreaded()
  const { service, pages } = threads
  const translations = { en: { description: 'By the sea. '.repeat(900) } }
  await changeHotel(service.deps, SYSTEM, 'alfa', { translations })
  const app = createApp(service.context, {}, pages)
  const ask = async (path: string, coding: string) => {
    const headers = { 'accept-encoding': coding }
    const answer = await app.handle(new Request(`http://localhost${path}`, { headers }))
    return { coding: answer.headers.get('content-encoding'), bytes: await answer.bytes() }
  }
  const plain = await ask('/stay/alfa', 'identity')
  expect(plain.coding).toBeNull()
  const [gzip, zstd] = [await ask('/stay/alfa', 'gzip'), await ask('/stay/alfa', 'zstd')]
  expect([gzip.coding, zstd.coding]).toEqual(['gzip', 'zstd'])
  expect(Bun.gunzipSync(gzip.bytes)).toEqual(plain.bytes)
  expect(new Uint8Array(Bun.zstdDecompressSync(zstd.bytes))).toEqual(plain.bytes)
  expect((await ask(BOOK, 'gzip')).coding).toBeNull()
})

test('a page whose question fails on the loop fails as the loop’s own', async () => {
  await using threads = await startThreaded()
  const { service, pages, written } = threads
  const tokenOf = () => Promise.reject(unavailable('The database is away.', 7))
  const failing = (of: GuestPages): GuestPages => ({
    ...of,
    book: (visit) => of.book({ ...visit, tokenOf }),
  })
  const count = written()
  const path = `${BOOK}&done=ABCDEFGH`
  const { status, headers, html } = await pagesOf(service, failing(pages))(path)
  expect([status, headers.get('retry-after')]).toEqual([503, '7'])
  expect(html).toBe((await pagesOf(service, failing(guestPages))(path)).html)
  expect(written()).toBe(count)
})

test('the loop writes what a failed thread has not written, and all pages of the next minute', async () => {
  await using service = await startService({ publicPages: true })
  const { log, events } = recordLog()
  const fake = fakeThread((order) => order !== 'ping' && fake.fail())
  const visit = pagesOf(service, threaded(service, { open: fake.open, log }))
  expect((await visit('/stay')).status).toBe(200)
  fake.tell('ready')
  expect(fake.orders).toEqual([])
  expect((await visit('/stay/alfa')).text).toContain('Hotel alfa')
  expect(fake.orders).toHaveLength(1)
  expect(fake.isEnded()).toBe(true)
  expect(events.map(({ event }) => event)).toEqual(['page_thread_ready', 'page_thread_failed'])
  expect((await visit('/stay/bravo')).status).toBe(200)
  expect(fake.opened()).toBe(1)
  service.clock.advance(60_000)
  expect((await visit('/stay/bravo?lang=tr')).status).toBe(200)
  expect(fake.opened()).toBe(2)
})

test('the loop writes while the thread cannot be started, and the thread is tried at each visit', async () => {
  await using service = await startService({ publicPages: true })
  let tries = 0
  const open = () => void tries++
  const visit = pagesOf(service, threaded(service, { open }))
  for (const path of ['/stay', '/stay/alfa']) expect((await visit(path)).status).toBe(200)
  expect(tries).toBe(2)
})

test('whoever waits for a stuck thread is told to try again, and another thread starts', async () => {
  await using service = await startService({ publicPages: true })
  const { log, events } = recordLog()
  const fake = fakeThread()
  const visit = pagesOf(service, threaded(service, { open: fake.open, log, tickMs: 1 }))
  await visit('/stay')
  fake.tell('ready')
  const { status, headers, text } = await visit('/stay/alfa')
  expect([status, headers.get('retry-after')]).toEqual([503, '5'])
  expect(text).toContain('Try again')
  expect(fake.isEnded()).toBe(true)
  expect(events.map(({ event }) => event)).toContain('page_thread_stuck')
  expect((await visit('/stay/alfa')).status).toBe(200)
  expect(fake.opened()).toBe(2)
})

test('a thread that is busy for long, and answers, is not stuck', async () => {
  await using service = await startService({ publicPages: true })
  let pings = 0
  const fake = fakeThread((order) => {
    if (order !== 'ping') return
    fake.tell('pong')
    const answer = { status: 200, text: '<!doctype html>late' }
    if (++pings === 12) fake.tell({ visit: 0, answer })
  })
  const visit = pagesOf(service, threaded(service, { open: fake.open, tickMs: 1 }))
  await visit('/stay')
  fake.tell('ready')
  expect((await visit('/stay/alfa')).html).toBe('<!doctype html>late')
  expect(fake.isEnded()).toBe(false)
})

test('the loop writes what a full thread cannot take, every form, and all that is open at a stop', async () => {
  await using service = await startService({ publicPages: true })
  await sell(service)
  const fake = fakeThread()
  const stopping = new AbortController()
  const visit = pagesOf(service, threaded(service, { open: fake.open, stopping }))
  const form = await visit(BOOK)
  fake.tell('ready')
  const waiting = Array.from({ length: 64 }, (_, at) => visit(`/stay/alfa?x=${at}`))
  await until('the thread is full', () => fake.orders.length === 64)
  expect((await visit('/stay/alfa?x=64')).status).toBe(200)
  expect(fake.orders).toHaveLength(64)
  stopping.abort()
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(200)
  expect(fake.isEnded()).toBe(true)
  expect((await form.press('Book this room · €200', WHO)).text).toContain('It is yours')
})

test('the loop turns between the questions of a page, so that no other call waits for all of them', async () => {
  await using service = await startService({ publicPages: true })
  const heard: string[] = []
  const isListed = async (slug: string) => {
    heard.push(slug)
    if (slug === 'one') setImmediate(() => heard.push('other work'))
    return true
  }
  const hotel: GuestPages['hotel'] = (visit) => inThread.hotel({ ...visit, isListed })
  const fake = fakeThread((order) => {
    if (order === 'ping') fake.tell('pong')
    else if ('batch' in order) fake.tell({ visit: 0, answer: { status: 200, text: heard.join() } })
    else fake.tell({ batch: 0, questions: ['one', 'two', 'three', 'four'].map(question) })
  })
  const question = (slug: string) => ({ visit: 0, name: 'isListed', given: [slug] })
  const inThread = threaded(service, { open: fake.open })
  const visit = pagesOf(service, { ...inThread, hotel })
  await visit('/stay')
  fake.tell('ready')
  expect((await visit('/stay/alfa')).html).toMatch(/^one.*other work.*four$/)
})

test('a form is never written by the thread', async () => {
  await using service = await startService({ publicPages: true })
  await sell(service)
  const answer = { status: 200, text: 'of the thread' }
  const fake = fakeThread((order) => order !== 'ping' && fake.tell({ visit: 0, answer }))
  const visit = pagesOf(service, threaded(service, { open: fake.open }))
  const form = await visit(BOOK)
  fake.tell('ready')
  const refused = await form.press('Book this room · €200', { ...WHO, email: 'nobody' })
  expect(refused.status).toBe(422)
  expect(fake.orders).toEqual([])
})
