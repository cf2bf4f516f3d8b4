import { findBooking } from '../../../src/store/bookings/bookings.ts'
import { addDay } from '../bookings.ts'
import { tokenOf } from '../manage.ts'
import { type Attacker, type AttackerBooking, call, freeNetwork, MOST, nowMs } from './attacker.ts'
import { dateOf, roomCodesOf } from './house.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Refusals after which a turn is over, and bookings after which it is anyway. */
const MISSES_MAX = 4
const BOOKINGS_MAX = 40
/** Nights ahead that are wanted. */
const AHEAD = 30

/** Does all that may get rooms at a moment: links and holds first, then bookings until nothing is had any more. */
export async function takeTurn(attacker: Attacker): Promise<void> {
  const { random, setting } = attacker
  const triesAll = setting.style === 'tries all'
  await actOnDue(attacker)
  let misses = 0
  for (let each = 0; each < BOOKINGS_MAX && misses < MISSES_MAX; each++) {
    if (triesAll && random.chance(0.05)) await cancelOne(attacker)
    if (triesAll && random.chance(0.1)) await changeOne(attacker)
    if (!(await bookOne(attacker))) misses++
  }
  if (triesAll) await changeOne(attacker)
  await actOnDue(attacker)
}

/** @returns false where nothing was had */
async function bookOne(attacker: Attacker): Promise<boolean> {
  const { random, size, setting, accounts } = attacker
  const network = freeNetwork(attacker)
  if (!network) return false
  const account = random.chance(0.15) ? random.pick(accounts) : undefined
  const email = account?.user.email ?? `m${attacker.mailboxes++}@evil.example`
  const checkin = addDay(dateOf(nowMs(attacker)), random.int(0, AHEAD - size.nights))
  const hold = random.chance({ books: 0.1, holds: 1, 'tries all': 0.4 }[setting.style])
  const order = {
    ...{ hotelSlug: 'alfa', roomCode: random.pick(roomCodesOf(setting.rooms)), hold },
    ...{ checkin, checkout: addDay(checkin, size.nights), rooms: size.rooms, adults: size.rooms },
    guest: { firstName: 'A', lastName: 'B', email },
  }
  const answer = await call(
    ...([attacker, hold ? 'hold' : 'book', network, account] as const),
    ...(['POST', '/v1/bookings', order] as const),
  )
  if (answer.status !== 201) {
    shrink(attacker)
    return false
  }
  size.nights = Math.min(MOST.nights, size.nights * (random.chance(0.5) ? 2 : 1))
  size.rooms = Math.min(MOST.rooms, size.rooms * (random.chance(0.5) ? 2 : 1))
  const { code, status, proof } = answer.body
  const state = status === 'confirmed' ? 'confirmed' : proof === 'asked' ? 'asked' : 'held'
  attacker.own.push({ code, account, state, actAtMs: whenToAct(attacker, state) })
  return true
}

function shrink({ size, random, setting }: Attacker): void {
  if (size.nights > 1 && (size.rooms === 1 || random.chance(0.6)))
    size.nights = Math.floor(size.nights / 2)
  else if (size.rooms > 1) size.rooms = Math.floor(size.rooms / 2)
  // Nothing is had: next time something else may be.
  else if (random.chance(0.3)) Object.assign(size, { rooms: Math.min(2, setting.rooms), nights: 3 })
}

/** Links are pressed at once, or as late as they may be; holds are confirmed, or let go and made anew. */
function whenToAct(attacker: Attacker, state: AttackerBooking['state']): number | null {
  const { random, setting } = attacker
  const now = nowMs(attacker)
  if (setting.style === 'holds') return null
  if (state === 'asked') {
    if (random.chance(0.7)) return now
    return now + random.int(1, 25 * 60) * MINUTE_MS
  }
  if (state === 'held' && random.chance(0.5)) return now + random.int(0, 14) * MINUTE_MS
  return null
}

async function actOnDue(attacker: Attacker): Promise<void> {
  for (const own of attacker.own)
    if (own.actAtMs !== null && own.actAtMs <= nowMs(attacker)) {
      own.actAtMs = null
      if (own.state === 'held') await confirm(attacker, own)
      else if (own.state === 'asked') await press(attacker, own)
    }
  attacker.own = attacker.own.filter(({ state }) => state !== 'ended')
}

/** What lets somebody act who has no session: whatever the mailbox is, it is theirs. */
const keyOf = async ({ service }: Attacker, { account, code }: AttackerBooking) =>
  account ? {} : { manageToken: await tokenOf(service, code) }

async function confirm(attacker: Attacker, own: AttackerBooking): Promise<void> {
  const network = freeNetwork(attacker) ?? attacker.networks[0]!
  const path = `/v1/bookings/${own.code}/confirm`
  const answer = await call(
    attacker,
    'confirm',
    network,
    own.account,
    'POST',
    path,
    await keyOf(attacker, own),
  )
  if (answer.status === 200) own.state = 'confirmed'
  else if (answer.body.code === 'proof_required') {
    own.state = 'asked'
    own.actAtMs = whenToAct(attacker, 'asked')
  } else own.state = 'ended'
}

/** Presses the button of the mailed link. @returns whether it was taken */
async function press(attacker: Attacker, own: AttackerBooking): Promise<boolean> {
  const network = freeNetwork(attacker) ?? attacker.networks[0]!
  const { store, deps } = attacker.service
  const proofToken = deps.tokens.proof((await findBooking(store, own.code))!)
  const path = `/v1/bookings/${own.code}/prove`
  const answer = await call(attacker, 'press', network, undefined, 'POST', path, { proofToken })
  if (answer.status === 200) own.state = 'confirmed'
  // The brake may be off again at this point.
  else if (own.state === 'asked' && attacker.random.chance(0.5))
    own.actAtMs = nowMs(attacker) + HOUR_MS
  return answer.status === 200
}

const ofState = ({ own }: Attacker, state: AttackerBooking['state']) =>
  own.filter((each) => each.state === state)

/** Makes more, or something else, of a booking that stands. */
async function changeOne(attacker: Attacker): Promise<void> {
  const { random, setting } = attacker
  const standing = ofState(attacker, 'confirmed')
  const network = freeNetwork(attacker)
  if (standing.length === 0 || !network) return
  const own = random.pick(standing)
  const checkin = addDay(dateOf(nowMs(attacker)), random.int(0, AHEAD))
  const rooms = random.int(1, MOST.rooms)
  const change = random.pick([
    { checkin, checkout: addDay(checkin, random.int(1, MOST.nights)) },
    { rooms, adults: rooms },
    { roomCode: random.pick(roomCodesOf(setting.rooms)) },
    {
      checkin,
      checkout: addDay(checkin, 1),
      guest: { email: `c${attacker.mailboxes++}@evil.example` },
    },
  ])
  const path = `/v1/bookings/${own.code}`
  const send = async () => {
    const body = { ...(await keyOf(attacker, own)), ...change }
    return await call(attacker, 'change', network, own.account, 'PATCH', path, body)
  }
  const answer = await send()
  if (answer.body.code === 'proof_required' && (await press(attacker, own))) await send()
}

/** Cancels something, so that something else may be had. */
async function cancelOne(attacker: Attacker): Promise<void> {
  const { random } = attacker
  const own = attacker.own.length > 0 ? random.pick(attacker.own) : undefined
  if (!own || own.state === 'asked') return
  const network = random.pick(attacker.networks)
  const path = `/v1/bookings/${own.code}/cancel`
  await call(attacker, 'cancel', network, own.account, 'POST', path, await keyOf(attacker, own))
  own.state = 'ended'
}
