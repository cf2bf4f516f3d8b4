// Turns of the event loop: how work that waits shares it.

import Queue from 'yocto-queue'
import { bodyScope } from './body-scope.ts'

/** How long one piece of work holds the event loop before it yields. */
export const TURN_MS_MAX = 5
/** The same for all calls that go on in a turn because they are nearly done, or came with many others. */
const CALLS_MS_MAX = 10

/** Pieces that may go on in a turn of the event loop. */
const ARMED_MAX = 128
let armed = 0

/** The caller of a call that waits. */
export type Caller = { address: string; account: string }

type Resolve = () => void

/**
 * Work that waits for its turn of the event loop: addresses go on by turns, and so do the accounts of one. `gone`: how
 * many have gone on in this turn of the event loop.
 */
type Line = { addresses: Map<string, Map<string, Queue<Resolve>>>; length: number; gone: number }

const createLine = (): Line => ({ addresses: new Map(), length: 0, gone: 0 })
const [short, calls, long, search] = [createLine(), createLine(), createLine(), createLine()]
const LINES = [short, calls, long, search]

/** The time at which the first work of this turn of the event loop went on; undefined before it. */
let turnedAtMs: number | undefined
/** Lines of which nothing went on in the turn before: they go first. */
let owed: Line[] = []

/** Resolves in the next turn of the event loop: for writes, because others wait for a transaction and its commit. */
export const urgentTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Resolves in a later turn of the event loop. Outside transactions work goes on in the order of its waiting, for 5 ms a
 * turn in all: if each of 300 had a piece in every turn, a request would wait for all of them.
 */
export const nextTurn = () => turnOf(long)

/** The same for work of which some milliseconds are left: it goes before long work, of which a piece goes on as well. */
export const shortTurn = () => turnOf(short)

/** The same for searches, of which strangers may send any number: a piece of them goes on beside long work. */
export const searchTurn = () => turnOf(search)

/** The same for a call that came with many others. */
export const callTurn = (caller: Caller) => turnOf(calls, caller)

/** Returns how many calls wait, of a caller or of all. */
export const countWaitingCalls = (caller?: Caller): number =>
  caller ? (calls.addresses.get(caller.address)?.get(caller.account)?.size ?? 0) : calls.length

const NOBODY: Caller = { address: '', account: '' }

function turnOf(line: Line, { address, account } = NOBODY): Promise<void> {
  if (bodyScope.getStore()) return urgentTurn()
  return new Promise<void>((resolve) => {
    const accounts = line.addresses.get(address) ?? new Map<string, Queue<Resolve>>()
    line.addresses.set(address, accounts)
    const own = accounts.get(account) ?? new Queue<Resolve>()
    accounts.set(account, own)
    own.enqueue(resolve)
    line.length++
    if (armed < ARMED_MAX) arm()
  })
}

/** Lets the first of a line go on; its account is the last of its address then, and that the last of the line. */
function letGo(line: Line): void {
  const [address, accounts] = line.addresses.entries().next().value!
  const [account, own] = accounts.entries().next().value!
  const resolve = own.dequeue()!
  accounts.delete(account)
  if (own.size > 0) accounts.set(account, own)
  line.addresses.delete(address)
  if (accounts.size > 0) line.addresses.set(address, accounts)
  line.length--
  line.gone++
  resolve()
}

function arm(): void {
  armed++
  setImmediate(goOn)
}

/** Lets the work whose turn it is go on, if there is time for it in this turn of the event loop. */
function goOn(): void {
  armed--
  if (turnedAtMs === undefined) beginTurn()
  const line = nextLine(performance.now() - turnedAtMs!)
  if (line) letGo(line)
  if (short.length + calls.length + long.length + search.length > armed) arm()
}

function beginTurn(): void {
  turnedAtMs = performance.now()
  owed = LINES.filter(({ length, gone }) => length > 0 && gone === 0)
  for (const line of LINES) line.gone = 0
  setImmediate(() => {
    turnedAtMs = undefined
  })
}

/** @param ageMs of this turn */
function nextLine(ageMs: number): Line | undefined {
  const first = owed.shift()
  if (first) return first
  if (ageMs < CALLS_MS_MAX) {
    if (short.length > 0) return short
    if (calls.length > 0) return calls
  }
  const [one, other] = long.gone > search.gone ? [search, long] : [long, search]
  if (isDue(one, ageMs)) return one
  return isDue(other, ageMs) ? other : undefined
}

const isDue = ({ length, gone }: Line, ageMs: number): boolean =>
  length > 0 && (ageMs < TURN_MS_MAX || gone === 0)
