/**
 * Times what strangers ask of bookings over HTTP, with pairs and tokens that are right and wrong, and says whether those
 * that are refused alike can be told apart: means, and the distance of the ranks in standard deviations (beyond ±4 they can).
 *
 *   bun test/bench/booking-timing.ts [tries]     2,000 tries each unless said otherwise
 */
import { book, CARLA, sell } from '../support/bookings.ts'
import { startMailing } from '../support/mails.ts'
import { asGuest } from '../support/manage.ts'
import { rankDistance, timeInTurn } from '../support/statistics.ts'
import { median } from './stats.ts'

const tries = Number(process.argv[2] ?? 2_000)
// Of one length each, for a longer body takes longer to read.
const WRONG = { manageToken: 'A'.repeat(22) }
/** Rounds between two rests. */
const AT_ONCE = 200
const EVE = 'evela@example.com'

await using service = await startMailing({ listen: true })
await sell(service)
const { code } = (await book(service.call)).body
const other = (await book(service.call)).body.code
const nowhere = 'ZZZZZZZZZZ'

const read = (of: string, email: string) => ask('GET', `${of}?email=${email}`, undefined, 404)
const cancel = (of: string, body: object) => ask('POST', `${of}/cancel`, body, 404)
const link = (of: string, email: string) => ask('POST', `${of}/manage-link`, { email }, 202)

await compare('reading by code and e-mail', {
  'no booking': read(nowhere, CARLA),
  'wrong e-mail': read(code, EVE),
})
await compare('cancelling by token', {
  'no booking': cancel(nowhere, { ...asGuest(code), email: CARLA }),
  'wrong token': cancel(code, { ...WRONG, email: CARLA }),
  'token of another': cancel(code, { ...asGuest(other), email: CARLA }),
  'wrong e-mail beside it': cancel(code, { ...asGuest(code), email: EVE }),
})
await compare('asking for the link', {
  'no booking': link(nowhere, CARLA),
  'wrong e-mail': link(code, EVE),
  'right pair': link(code, CARLA),
})

async function compare(what: string, asks: Record<string, () => Promise<void>>): Promise<void> {
  console.log(what)
  // The first requests pay for what is compiled and cached.
  await timeInTurn(asks, 100)
  const times: Record<string, number[]> = {}
  for (let left = tries; left > 0; left -= AT_ONCE) {
    const some = await timeInTurn(asks, Math.min(left, AT_ONCE))
    for (const [name, values] of Object.entries(some))
      times[name] = [...(times[name] ?? []), ...values]
    // Of what is mailed after its answer only so many wait.
    await service.context.linkRequests.idle()
  }
  const [first] = Object.values(times)
  for (const [name, values] of Object.entries(times)) {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const distance = rankDistance(first!, values)
    console.log(
      `  ${name.padEnd(24)} mean ${mean.toFixed(3)} ms, median ${median(values).toFixed(3)} ms, ${distance.toFixed(2)} σ from the first`,
    )
  }
}

function ask(method: string, path: string, body: object | undefined, expected: number) {
  const headers = { 'content-type': 'application/json' }
  const init = { method, ...(body && { headers, body: JSON.stringify(body) }) }
  return async () => {
    const response = await fetch(`${service.url}/v1/bookings/${path}`, init)
    await response.text()
    if (response.status !== expected) throw new Error(`${path} was answered ${response.status}`)
  }
}
