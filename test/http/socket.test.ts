import { expect, test } from 'bun:test'
import { type AnyElysia, Elysia } from 'elysia'
import { sendWhole } from '../../src/http/api/socket.ts'

const LONG = 'çay €5 😀 '.repeat(3_000)
const ANSWERS: Record<string, unknown> = {
  '/small': { text: 'çay' },
  '/list': [1, 2],
  '/long': { text: LONG },
  '/long-list': Array(5_000).fill('çay'),
  '/huge': { text: LONG.repeat(60) },
}

/** An app whose answers wait for something, as for a database that is another process. */
async function serve(adapt: (app: AnyElysia) => AnyElysia) {
  const app: AnyElysia = adapt(new Elysia())
  for (const [path, answer] of Object.entries(ANSWERS))
    app.get(path, ({ set }) => {
      set.headers.etag = '"1"'
      return Bun.sleep(1).then(() => answer)
    })
  app.get('/text', async ({ set }) => {
    await Bun.sleep(1)
    set.headers['content-type'] = 'application/json'
    set.status = 203
    return JSON.stringify(ANSWERS['/long'])
  })
  app.get('/none', async ({ set }) => {
    await Bun.sleep(1)
    set.status = 304
  })
  app.get('/failure', async () => {
    await Bun.sleep(1)
    return new Response('no', { status: 418 })
  })
  app.listen({ port: 0, hostname: '127.0.0.1' })
  const base = `http://127.0.0.1:${app.server!.port}`
  return {
    async get(path: string, method = 'GET') {
      const response = await fetch(base + path, { method })
      const headers = Object.fromEntries(response.headers)
      delete headers.date
      return { status: response.status, headers, text: await response.text() }
    },
    async [Symbol.asyncDispose]() {
      await app.stop(true)
    },
  }
}

test('what is sent whole is the same answer to the byte, with the same headers', async () => {
  await using plain = await serve((app) => app)
  await using whole = await serve(sendWhole)
  for (const path of [...Object.keys(ANSWERS), '/text', '/none', '/failure', '/missing']) {
    const answer = await whole.get(path)
    expect(answer).toEqual(await plain.get(path))
    if (path !== '/none') expect(answer.headers['content-length']).toBeDefined()
    expect(await whole.get(path, 'HEAD')).toEqual(await plain.get(path, 'HEAD'))
  }
})
