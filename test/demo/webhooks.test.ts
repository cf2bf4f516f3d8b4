import { expect, setDefaultTimeout, test } from 'bun:test'
import { readSheet } from '../support/demo-folder.ts'
import { temporaryFolder } from '../support/folder.ts'
import { type ServiceProcess, startProcess, until } from '../support/process.ts'
import { startReceiver } from '../support/receiver.ts'

// Starts of real processes, on a machine that may be busy.
setDefaultTimeout(120_000)

const WEBHOOKS = '/v1/partner/webhooks'
const SAYS_SO = /webhooks +may go to this machine/
const ELSEWHERE = ['https://10.0.0.1/', 'https://192.168.1.1/', 'https://169.254.169.254/']

/** What becomes of an address that a webhook is made for: `taken`, or the code it is refused with. */
async function verdict(served: ServiceProcess, key: string, url: string): Promise<string> {
  const { status, body } = await served.call('POST', WEBHOOKS, { key, body: { url } })
  return status === 201 ? 'taken' : body.errors[0].code
}

/** The delivery of a test event to a webhook of the hotel. */
async function sendTest(served: ServiceProcess, key: string, to: string) {
  const { items } = (await served.call('GET', WEBHOOKS, { key })).body
  const { id } = items.find(({ url }: { url: string }) => url === to)
  return (await served.call('POST', `${WEBHOOKS}/${id}/test`, { key })).body
}

test('a demo on loopback sends webhooks to this machine and to no other private address, and says so; elsewhere it does not, nor does what serves its data (contract §4)', async () => {
  using folder = temporaryFolder()
  await using receiver = startReceiver()
  const setup = { folder: folder.path }
  {
    await using demo = await startProcess(['demo'], setup)
    const { apiKey } = readSheet(folder.path)
    expect(await verdict(demo, apiKey, receiver.url)).toBe('taken')
    expect(demo.stdout()).toMatch(SAYS_SO)
    const [own, made] = (await demo.call('GET', WEBHOOKS, { key: apiKey })).body.items.toSorted(
      (one: { url: string }) => (one.url === receiver.url ? 1 : -1),
    )
    const deliveriesOf = async ({ id }: { id: string }): Promise<Record<string, string>[]> => {
      const path = `${WEBHOOKS}/${id}/deliveries?limit=100`
      return (await demo.call('GET', path, { key: apiKey })).body.items
    }
    await until('the demo’s own system has everything', async () => {
      const deliveries = await deliveriesOf(own)
      return deliveries.length === 100 && deliveries.every(({ state }) => state === 'delivered')
    })
    // A webhook is told of nothing from before it, however soon it is made. On a slow machine the own system acknowledges
    // after the first alarm, which is new.
    const told = (await deliveriesOf(made)).filter(({ event }) => event !== 'booking.unacked')
    expect(told).toEqual([])
    expect((await sendTest(demo, apiKey, receiver.url)).state).toBe('delivered')
    expect((await receiver.until(1)).map(({ path }) => path)).toEqual(['/hook'])
    for (const url of ELSEWHERE)
      expect([url, await verdict(demo, apiKey, url)]).toEqual([url, 'blocked_target'])
    expect(await verdict(demo, apiKey, 'http://10.0.0.1/')).toBe('https_required')
    await demo.stop()
  }
  for (const [command, host] of [
    ['demo', '0.0.0.0'],
    ['serve', '127.0.0.1'],
  ] as const) {
    await using served = await startProcess([command], { ...setup, env: { HOST: host } })
    const { apiKey } = readSheet(folder.path)
    expect(served.stdout()).not.toMatch(SAYS_SO)
    expect(await verdict(served, apiKey, receiver.url)).toBe('https_required')
    expect(await verdict(served, apiKey, 'https://localhost/')).toBe('blocked_target')
    const { state, attempts } = await sendTest(served, apiKey, receiver.url)
    expect([command, state, attempts.at(-1).error]).toEqual([command, 'failed', 'blocked_target'])
    await served.stop()
  }
  expect(receiver.received).toHaveLength(1)
})
