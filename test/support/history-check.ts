/**
 * Something a client asked, when, and what came of it; `full`: it was told that the night is sold out; `refused`: that
 * nothing was done.
 */
export type Operation = {
  /** In the name of the guest of its booking. */
  id: string
  kind: 'book' | 'cancel'
  night: string
  invokedMs: number
  returnedMs: number
  outcome: 'done' | 'full' | 'refused' | 'unknown'
}

/** A booking as the feed tells it: `id` is in the guest's name. */
export type Entry = { cursor: string; id: string; night: string; status: string }

/** What was recorded of a run. */
export type History = {
  operations: Operation[]
  /** The whole feed, read after the run. */
  feed: Entry[]
  /** The entries that each reader saw while it ran, as `nameOf`: a cursor of an older entry changes when history is trimmed. */
  readers: string[][]
  /** Rooms of each night when it began, and rooms left in the end. */
  rooms: Record<string, { began: number; left: number }>
  /** The last state of each booking that a webhook told. */
  told: Map<string, string>
}

/** The name of an entry, of which a history has one. */
export const nameOf = ({ id, status }: Entry): string => `${id} ${status}`

/**
 * Finds what no order of a history's operations explains, in words; empty if the order of the feed explains all of it:
 * nothing is sold twice, each cancellation frees once, an unknown outcome is one of the two, an operation that had ended
 * comes before one that began later, who was refused asked of a night that was full meanwhile, every reader saw all of it.
 */
export function findUnexplained(history: History): string[] {
  const { operations, feed, readers, rooms, told } = history
  const wrong: string[] = []
  const places = placesOf(history, wrong)
  const live = new Map(Object.keys(rooms).map((night) => [night, [0]]))
  for (const { night, status } of feed)
    for (const [each, counts] of live) {
      const change = each !== night ? 0 : status === 'confirmed' ? 1 : -1
      counts.push(counts.at(-1)! + change)
    }
  for (const [night, counts] of live) {
    const { began, left } = rooms[night]!
    const most = Math.max(...counts)
    if (most > began) wrong.push(`${night} was sold ${most} times, of ${began} rooms`)
    if (Math.min(...counts) < 0) wrong.push(`${night} was freed more than it was sold`)
    if (counts.at(-1)! + left !== began) wrong.push(`${night} has ${left} left of ${began}`)
  }
  checkTimes(operations, places, wrong)
  const placed = [...places.keys()]
  for (const refused of operations.filter(({ outcome }) => outcome === 'full')) {
    const before = placed.filter(({ returnedMs }) => returnedMs < refused.invokedMs)
    const after = placed.filter(({ invokedMs }) => invokedMs > refused.returnedMs)
    const first = Math.max(0, ...before.map((each) => places.get(each)! + 1))
    const last = Math.min(feed.length, ...after.map((each) => places.get(each)!))
    const counts = live.get(refused.night)!.slice(first, last + 1)
    if (!counts.includes(rooms[refused.night]!.began))
      wrong.push(`${refused.id} was refused, and ${refused.night} was not full meanwhile`)
  }
  const whole = feed.map(nameOf).join()
  for (const [at, seen] of readers.entries())
    if (seen.join() !== whole)
      wrong.push(`reader ${at} saw ${seen.length} of ${feed.length} entries`)
  for (const [id, status] of new Map(feed.map((entry) => [entry.id, entry.status])))
    if (told.get(id) !== status) wrong.push(`${id} is ${status}; webhooks told ${told.get(id)}`)
  return wrong
}

/** Finds the entry of each operation; an entry is of one, and an operation that was done has one. */
function placesOf({ operations, feed }: History, wrong: string[]): Map<Operation, number> {
  const name = (id: string, kind: Operation['kind']) => `${kind} ${id}`
  const known = new Map(operations.map((each) => [name(each.id, each.kind), each]))
  const places = new Map<Operation, number>()
  for (const [at, { id, status }] of feed.entries()) {
    const operation = known.get(name(id, status === 'confirmed' ? 'book' : 'cancel'))
    if (!operation) wrong.push(`nobody asked for ${id} ${status}`)
    else if (places.has(operation)) wrong.push(`${id} is ${status} twice`)
    else if (operation.outcome === 'full' || operation.outcome === 'refused')
      wrong.push(`${id} was refused and is ${status}`)
    else places.set(operation, at)
  }
  for (const operation of operations)
    if (operation.outcome === 'done' && !places.has(operation))
      wrong.push(`${operation.id}: ${operation.kind} was answered and is lost`)
  return places
}

/** What had ended before something else began comes before it. */
function checkTimes(
  operations: readonly Operation[],
  places: ReadonlyMap<Operation, number>,
  wrong: string[],
): void {
  const ordered = operations
    .filter((each) => places.has(each))
    .toSorted((a, b) => places.get(a)! - places.get(b)!)
  let latest: Operation | undefined
  for (const operation of ordered) {
    if (latest && operation.outcome === 'done' && operation.returnedMs < latest.invokedMs)
      wrong.push(`${operation.id} had ended before ${latest.id} began, and comes after it`)
    if (!latest || operation.invokedMs > latest.invokedMs) latest = operation
  }
}
