/**
 * Times log-ins of known, unknown and blocked accounts over HTTP at the cost the service pays, and says whether
 * they can be told apart: means, and the distance of the ranks in standard deviations (beyond ±4 they can).
 *
 *   bun test/bench/login-timing.ts [tries]     200 tries each unless said otherwise
 */
import { PASSWORD_COST } from '../../src/service/passwords.ts'
import { updateUser } from '../../src/store/accounts/users.ts'
import { PASSWORD, register } from '../support/accounts.ts'
import { startService } from '../support/service.ts'
import { rankDistance, timeInTurn } from '../support/statistics.ts'
import { median } from './stats.ts'

const tries = Number(process.argv[2] ?? 200)

await using service = await startService({ passwordCost: PASSWORD_COST, listen: true })
const { store, clock, url } = service
await register(service, { email: 'known@example.com' })
const { id } = (await register(service, { email: 'block@example.com' })).body
await store.tx((tx) => updateUser(tx, id, { status: 'blocked', updatedAtMs: clock.nowMs }))

const times = await timeInTurn(
  {
    known: login('known@example.com', 'wrong password'),
    unknown: login('nobod@example.com', 'wrong password'),
    blocked: login('block@example.com', PASSWORD),
  },
  tries,
)
for (const [name, values] of Object.entries(times)) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const spread = Math.sqrt(
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length,
  )
  const distance = rankDistance(times.known, values)
  console.log(
    `${name.padEnd(8)} mean ${mean.toFixed(2)} ms ± ${(spread / Math.sqrt(values.length)).toFixed(2)}, median ${median(values).toFixed(2)} ms, ${distance.toFixed(2)} σ from known`,
  )
}

/** A log-in that fails for its password; a minute later, so that no limit answers instead. */
function login(email: string, password: string) {
  const body = JSON.stringify({ email, password })
  const headers = { 'content-type': 'application/json' }
  return async () => {
    clock.advance(60_000)
    const { status } = await fetch(`${url}/v1/auth/login`, { method: 'POST', headers, body })
    if (status !== 401) throw new Error(`a log-in was answered ${status}`)
  }
}
