import type { Caller, Side } from './side.ts'

/** Something that is called often, and what is sent for it. */
export type Operation = {
  name: string
  /** In each quick form; the others take turns, unless they stand at the bound beside the baseline. */
  isQuick?: boolean
  isAtBound?: boolean
  /** Of every answer; 200 unless said. */
  status?: number
  /** How many call at once; 8 unless said. */
  callers?: number
  /** Requests after which it is measured, where one takes long. */
  warmUp?: number
  /** The members of its answer have other names in another version, so they are not compared. */
  isNamedAnew?: boolean
  /** Gets ready on a side, which costs the operation nothing. @returns makes its next requests, not counted either */
  prepare: (side: Side) => NextRequests | Promise<NextRequests>
}

/** Makes as many requests, other ones each time where each is good for one time only. */
export type NextRequests = (count: number) => Uint8Array[] | Promise<Uint8Array[]>

/** Requests of a kind, by how many were made before. */
export function each(makeRequest: (made: number) => Uint8Array): NextRequests {
  let made = 0
  return (count) => Array.from({ length: count }, () => makeRequest(made++))
}

/** Some requests in turn, again and again. */
export const again = (requests: readonly Uint8Array[]): NextRequests =>
  each((made) => requests[made % requests.length]!)

/** Reads some paths in turn. @param paths or what makes them of a side */
export const read =
  (who: Caller | undefined, paths: string[] | ((side: Side) => string[])): Operation['prepare'] =>
  (side) =>
    again(
      (typeof paths === 'function' ? paths(side) : paths).map((path) =>
        side.ask('GET', path, undefined, who),
      ),
    )
