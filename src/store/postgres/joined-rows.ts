// The savepoints of a transaction's bodies, and the rows that they leave to be inserted together.

import {
  type JoinedRow,
  joinedInsert,
  namesJoined,
  type Statement,
  statementsOf,
} from './joined-inserts.ts'

/** The most rows that a transaction keeps. */
const KEPT_MAX = 200

type Sent = Statement | 'save' | 'release' | 'undo'

export type JoinedRows = ReturnType<typeof createJoinedRows>

/**
 * Keeps rows of a transaction's bodies until its end, or until a statement names a table of such rows. Rows of a body may
 * so be sent in the savepoint of a later one; should that be undone, the transaction cannot go on.
 *
 * @param send sends a statement or a command
 * @returns `join`, from which on rows are kept; `takes`; `flush`, which sends all rows; `written`, which throws the error of
 *   what was sent and refused: a transaction of which a savepoint was undone might be committed without it; `save` and
 *   `release` for the savepoint of each body; `undo`, which undoes a body and drops its rows, and answers false if rows of
 *   earlier bodies are undone with it
 */
export function createJoinedRows(send: (what: Sent) => Promise<unknown>) {
  const kept: JoinedRow[] = []
  const sent: Promise<unknown>[] = []
  let isOn = false
  /** The rows that were kept when the savepoint was set; undefined without one. */
  let before: number | undefined
  let hasWritten = false
  let isMixed = false

  function leave(what: Sent): void {
    const answer = send(what)
    answer.catch(() => {})
    sent.push(answer)
  }

  /** Sends all rows. */
  function flush(): void {
    for (const statement of statementsOf(kept.splice(0))) leave(statement)
  }

  /** Sends the rows amid a body, for a statement that may read them. */
  function flushWithin(): void {
    const hasOthers = before !== undefined && before > 0
    const isFresh = !hasWritten && kept.length === before
    // A body that has written nothing may as well have its savepoint behind the rows of the others.
    if (hasOthers && isFresh) leave('release')
    flush()
    if (hasOthers && isFresh) leave('save')
    isMixed ||= hasOthers && !isFresh
    if (hasOthers) before = 0
  }

  function save(): void {
    leave('save')
    before = kept.length
    hasWritten = false
    isMixed = false
  }

  async function release(): Promise<void> {
    before = undefined
    leave('release')
    await sent.at(-1)
  }

  async function undo(): Promise<boolean> {
    await send('undo')
    kept.length = Math.min(kept.length, before ?? 0)
    return !isMixed
  }

  /** Keeps the row of a statement, or sends what is kept if the statement may read it. @returns true if it is kept */
  function takes(text: string, params: unknown[]): boolean {
    if (!isOn) return false
    const insert = joinedInsert(text)
    if (kept.length > 0 && (insert ? kept.length === KEPT_MAX : namesJoined(text))) flushWithin()
    if (insert) kept.push({ insert, params })
    else hasWritten ||= !text.startsWith('select')
    return insert !== undefined
  }

  const join = () => {
    isOn = true
  }
  const written = async () => void (await Promise.all(sent))
  return { join, takes, flush, written, save, release, undo }
}
