// Turns of the event loop: how work that waits shares it.

import { bodyScope } from './body-scope.ts'

/** How long one piece of work holds the event loop before it yields. */
export const TURN_MS_MAX = 5
/** The same for all calls that go on in a turn because they are nearly done, or came with many others. */
const CALLS_MS_MAX = 10

/** Work that waits for its turn of the event loop, each kind in order. */
const waiting = {
  short: createLine(),
  visit: createLine(),
  long: createLine(),
  search: createLine(),
}
/** The time at which the first work of this turn of the event loop went on; undefined before it. */
let turnedAtMs: number | undefined

/** Pieces that may go on in a turn of the event loop. */
const ARMED_MAX = 128
let armed = 0

/** Resolves in the next turn of the event loop: for writes, because others wait for a transaction and its commit. */
export const urgentTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Resolves in a later turn of the event loop. Outside transactions work goes on in the order of its waiting, for 5 ms a
 * turn in all: if each of 300 had a piece in every turn, a request would wait for all of them.
 */
export const nextTurn = () => turnOf(waiting.long)

/**
 * The same for work of which some milliseconds are left: it goes before long work, of which a piece goes on each turn.
 *
 * @param caller whose work it is: callers go on by turns
 */
export const shortTurn = (caller?: string) => turnOf(waiting.short, caller)

/** The same for visitors' calls that came with many others: one of them goes on each turn, beside long work. */
export const visitTurn = () => turnOf(waiting.visit)

/** The same for searches, of which strangers may send any number: a piece of them goes on each turn, beside long work. */
export const searchTurn = () => turnOf(waiting.search)

/** A line, in which callers go on by turns, and how many have gone on in this turn of the event loop. */
type Line = { callers: Map<string, (() => void)[]>; length: number; gone: number }

function createLine(): Line {
  return { callers: new Map(), length: 0, gone: 0 }
}

function turnOf(line: Line, caller = ''): Promise<void> {
  if (bodyScope.getStore()) return urgentTurn()
  return new Promise<void>((resolve) => {
    const own = line.callers.get(caller)
    if (own) own.push(resolve)
    else line.callers.set(caller, [resolve])
    line.length++
    if (armed < ARMED_MAX) arm()
  })
}

/** Lets the first of a line go on; its caller is the last then. */
function letGo(line: Line): void {
  const [caller, own] = line.callers.entries().next().value!
  const resolve = own.shift()!
  line.callers.delete(caller)
  if (own.length > 0) line.callers.set(caller, own)
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
  if (turnedAtMs === undefined) {
    turnedAtMs = performance.now()
    for (const line of Object.values(waiting)) line.gone = 0
    setImmediate(() => {
      turnedAtMs = undefined
    })
  }
  const line = nextLine(performance.now() - turnedAtMs)
  if (line) letGo(line)
  const left = Object.values(waiting).reduce((sum, { length }) => sum + length, 0)
  if (left > armed) arm()
}

/** @param ageMs of this turn: after its 5 and 10 ms only lines go on of which nothing has in it */
function nextLine(ageMs: number): Line | undefined {
  const { short, ...others } = waiting
  const calls = short.length > 0 ? short : others.visit
  if (calls.length > 0 && ageMs < CALLS_MS_MAX) return calls
  return Object.values(others)
    .filter(({ length, gone }) => length > 0 && (ageMs < TURN_MS_MAX || gone === 0))
    .toSorted((one, other) => one.gone - other.gone)[0]
}
