import { noteProven } from '../../../src/store/accounts/users.ts'
import type { Answer } from '../matchers.ts'
import type { Call, TestService } from '../service.ts'
import type { Random } from '../sim/random.ts'
import { signIn, signToken, type TestUser, withToken } from '../users.ts'
import { addressesOf, type Setting } from './setting.ts'

/** What a hotel lets a guest book at once. */
export const MOST = { rooms: 5, nights: 30 }
const ACCOUNTS = 3

/** A network, which waits as long as it was told. */
export type Network = { address: string; untilMs: number }
/** A booking of the attacker. */
export type AttackerBooking = {
  code: string
  account: TestUser | undefined
  state: 'confirmed' | 'held' | 'asked' | 'ended'
  /** When its link is pressed, or its hold confirmed; null: never. */
  actAtMs: number | null
}

/** An attacker who blocks a hotel's rooms without paying, with many distinct networks and mailboxes. */
export type Attacker = {
  service: TestService
  setting: Setting
  random: Random
  networks: Network[]
  accounts: TestUser[]
  own: AttackerBooking[]
  size: { rooms: number; nights: number }
  /** How often each answer was given, by what was done. */
  answers: Map<string, number>
  mailboxes: number
}

export async function newAttacker(
  service: TestService,
  setting: Setting,
  random: Random,
): Promise<Attacker> {
  const accounts: TestUser[] = []
  for (let each = 0; each < ACCOUNTS; each++) {
    const account = await signIn(service, 'guest', { name: `proven-${each}` })
    await service.store.tx((tx) => noteProven(tx, account.user))
    accounts.push(account)
  }
  const networks = addressesOf(setting).map((address) => ({ address, untilMs: 0 }))
  return {
    ...{ service, setting, random, networks, accounts, own: [], size: { ...MOST } },
    ...{ answers: new Map(), mailboxes: 0 },
  }
}

export const nowMs = ({ service }: Attacker) => service.clock.nowMs

/** A network that need not wait; undefined where all have to. */
export function freeNetwork(attacker: Attacker): Network | undefined {
  const { networks, random } = attacker
  const first = random.int(0, networks.length - 1)
  for (let step = 0; step < networks.length; step++) {
    const network = networks[(first + step) % networks.length]!
    if (network.untilMs <= nowMs(attacker)) return network
  }
  return undefined
}

/** Calls from a network, with or without an account, and records the outcome. */
export async function call(
  attacker: Attacker,
  what: string,
  network: Network,
  account: TestUser | undefined,
  ...[method, path, body]: [string, string, unknown]
): Promise<Answer> {
  const { service, answers } = attacker
  const by: Call = account
    ? withToken(service, await signToken(service, account.user))
    : service.call
  const headers = { 'x-forwarded-for': network.address }
  const answer = await by(method, path, { body, headers })
  const { status } = answer
  if (status >= 500) throw new Error(`${method} ${path} was answered ${answer.text}`)
  if (status === 429)
    network.untilMs = nowMs(attacker) + Number(answer.headers.get('retry-after')) * 1_000
  const name = `${what} ${answer.body?.code?.length > 10 ? answer.body.code : status}`
  answers.set(name, (answers.get(name) ?? 0) + 1)
  return answer
}
