import { expect, test } from 'bun:test'
import { recordLog } from '../support/http.ts'
import { type Document, operationsOf } from '../support/openapi.ts'
import { makeWorld } from '../support/roles.ts'
import { openSandbox } from '../support/sandbox.ts'
import { type Call, startService, type TestService } from '../support/service.ts'
import { addVendor } from '../support/vendors.ts'

const IDS: Record<string, string> = { slug: 'alfa', roomCode: 'DBL' }

/** Every operation of the document with a caller it lets in, its path filled with names of no account. */
async function operations(service: TestService) {
  const { callers } = await makeWorld(service)
  const sandbox = await openSandbox(service)
  const tested: Call = (method, path, init) =>
    sandbox.call(method, path.replace('/v1/partner', ''), init)
  const vendor = await addVendor(service, 'Quay Channels')
  const byVendor: Call = (method, path, init) =>
    vendor.call(method, path.replace('/v1/partner', ''), init)
  const document: Document = (await service.call('GET', '/openapi.json')).body
  return [...operationsOf(document)].map(([name, operation]) => {
    const [method = '', template = ''] = name.split(' ')
    const path = template.replace(/\{(\w+)\}/g, (_, id) => IDS[id] ?? 'no-such')
    const caller = path.startsWith('/v1/partner/sandbox')
      ? tested
      : path.startsWith('/v1/partner/vendor-')
        ? byVendor
        : path.startsWith('/v1/partner')
          ? callers.key
          : path.startsWith('/v1/panel')
            ? callers.manager
            : /^\/v1\/(acenta|agencies\/me)/.test(path)
              ? callers.agency
              : callers.admin
    return {
      ...{ name, operation, ask: (query: string) => caller(method, `${path}${query}`) },
      askNamed: (text: string) => caller(method, template.replaceAll(/\{\w+\}/g, text)),
    }
  })
}

test('a parameter that there is none of is refused by every operation, before anything else of it (contract §6)', async () => {
  await using service = await startService()
  const all = await operations(service)
  expect(all.length).toBeGreaterThan(60)
  for (const { name, ask, operation } of all) {
    const { status, body } = await ask('?foo=1')
    expect([name, status, body?.errors]).toEqual([
      name,
      422,
      expect.arrayContaining([expect.objectContaining({ path: '?foo', code: 'unknown_field' })]),
    ])
    expect(operation.responses, name).toHaveProperty('422')
  }
})

test.each(['0x10', '1e1', '%2010', '+10', '10.0', 'Infinity'])(
  '%p is no number to any operation that takes one (contract §6)',
  async (text) => {
    await using service = await startService()
    const numbers = (await operations(service)).flatMap(({ name, ask, operation }) =>
      (operation.parameters ?? [])
        .filter((each) => each.in === 'query' && /"(integer|number)"/.test(JSON.stringify(each)))
        .map((each) => ({ name, ask, parameter: each.name })),
    )
    expect(numbers.length).toBeGreaterThan(15)
    for (const { name, ask, parameter } of numbers) {
      // A decimal is one to a parameter that is a place on earth.
      if (text === '10.0' && /^(lat|lng|radiusKm)$/.test(parameter)) continue
      const { status, body } = await ask(`?${parameter}=${text}`)
      expect([name, parameter, status, body?.errors]).toEqual([
        name,
        parameter,
        422,
        expect.arrayContaining([
          expect.objectContaining({ path: `?${parameter}`, code: 'wrong_type' }),
        ]),
      ])
    }
  },
)

test('no operation fails over a NUL, in whatever part of an address (contract §6)', async () => {
  await using service = await startService({ log: recordLog().log })
  const wrong: unknown[] = []
  let texts = 0
  for (const { name, ask, askNamed, operation } of await operations(service)) {
    if (name.includes('{') && (await askNamed('a%00')).status >= 500) wrong.push(name)
    for (const parameter of operation.parameters ?? []) {
      if (parameter.in !== 'query') continue
      texts++
      const { status } = await ask(`?${parameter.name}=a%00`)
      if (status >= 500) wrong.push([name, parameter.name])
    }
  }
  expect(wrong).toEqual([])
  expect(texts).toBeGreaterThan(50)
})

test('a path with broken encoding names nothing, and is a defect of no operation (contract §6)', async () => {
  await using service = await startService()
  const named = (await operations(service)).filter(({ name }) => name.includes('{'))
  expect(named.length).toBeGreaterThan(100)
  for (const text of ['%ff', '%E0%A4%A']) {
    const wrong: unknown[] = []
    for (const { name, askNamed } of named) {
      const { status } = await askNamed(text)
      if (status < 400 || status >= 500) wrong.push([name, status])
    }
    expect([text, wrong]).toEqual([text, []])
  }
})
