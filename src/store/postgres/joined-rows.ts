// The savepoints of a transaction's bodies, and the statements that they leave to be joined.

import {
  type JoinedRow,
  joinedNamedIn,
  joinedOf,
  type Statement,
  statementsOf,
} from './joined-statements.ts'

/** The most rows that a transaction keeps. */
const KEPT_MAX = 200

type Sent = Statement | 'save' | 'release' | 'undo'

export type JoinedRows = ReturnType<typeof createJoinedRows>

/**
 * Keeps rows of a transaction's bodies until its end, or until a statement names a table of such rows. A body gets its
 * savepoint with its first statement that is not kept: to undo one without, its rows are dropped. Rows of a body may be
 * sent in the savepoint of a later one; should that be undone, the transaction cannot go on.
 *
 * @param send sends a statement or a command
 * @returns `join`, from which on rows are kept; `takes`; `flush`, which sends all rows; `written`, which throws the error of
 *   what was sent and refused: a transaction of which a savepoint was undone might be committed without it; `enter` and
 *   `leave` around each body that may be undone; `save`, which sets its savepoint; `undo`, which undoes it and drops its
 *   rows, and answers false if rows of earlier bodies are undone with it
 */
export function createJoinedRows(send: (what: Sent) => Promise<unknown>) {
  const { post, last, written } = createPost(send)
  let kept: JoinedRow[] = []
  let isOn = false
  /** The rows of the bodies before the one that may be undone; undefined without one. */
  let before: number | undefined
  let isSaved = false
  let isMixed = false

  /** Sends rows: those of the bodies before without a savepoint, if there is none yet. */
  function flush(those: (row: JoinedRow) => boolean = () => true): void {
    const others = kept.slice(0, before ?? 0).filter(those)
    const own = kept.slice(before ?? 0).filter(those)
    if (others.length > 0) {
      for (const statement of statementsOf(others)) post(statement)
      isMixed ||= isSaved
    }
    if (own.length > 0) {
      save()
      for (const statement of statementsOf(own)) post(statement)
    }
    kept = kept.filter((row) => !those(row))
    if (before !== undefined) before -= others.length
  }

  function save(): void {
    if (before === undefined || isSaved) return
    post('save')
    isSaved = true
  }

  function enter(): void {
    before = kept.length
    isSaved = false
    isMixed = false
  }

  async function leave(): Promise<void> {
    before = undefined
    if (!isSaved) return
    post('release')
    await last()
  }

  /** @param isRefused true if the server has refused something: without a savepoint that ends the transaction */
  async function undo(isRefused: boolean): Promise<boolean> {
    kept.length = Math.min(kept.length, before ?? 0)
    if (!isSaved) return !isRefused
    await send('undo')
    return !isMixed
  }

  /** Keeps the row of a statement, or sends what is kept and the statement may read. @returns true if it is kept */
  function takes(text: string, params: unknown[]): boolean {
    if (!isOn) return false
    const joined = joinedOf(text)
    if (joined) {
      if (kept.length === KEPT_MAX) flush()
      kept.push({ joined, params })
      return true
    }
    const named = joinedNamedIn(text)
    if (kept.some(({ joined }) => named.has(joined))) flush(({ joined }) => named.has(joined))
    if (!text.startsWith('select')) save()
    return false
  }

  const join = () => {
    isOn = true
  }
  return { join, takes, flush: () => flush(), written, enter, save, leave, undo }
}

/** Sends statements whose answers nobody waits for at once. */
function createPost(send: (what: Sent) => Promise<unknown>) {
  const sent: Promise<unknown>[] = []
  return {
    post(what: Sent): void {
      const answer = send(what)
      answer.catch(() => {})
      sent.push(answer)
    },
    last: () => sent.at(-1),
    written: async () => void (await Promise.all(sent)),
  }
}
