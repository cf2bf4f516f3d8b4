// The disk after a power cut, out of a trace of a program's writes, syncs and answers: all that was synced, and
// of the rest whatever the system happened to have written, in any order.

/** Something of a trace, in its order. */
export type DiskEvent =
  | { kind: 'write'; file: string; offset: number; bytes: Uint8Array }
  | { kind: 'truncate'; file: string; size: number }
  | { kind: 'remove'; file: string }
  /** All that was written before the event `from` is on the disk. */
  | { kind: 'sync'; file: string; from: number }
  /** An answer was sent to the request with these words. */
  | { kind: 'answer'; asked: string }

const SECTOR = 512

const textOf = (hex: string) => Buffer.from(hex.replaceAll('\\x', ''), 'hex')
/** A string of `strace -xx`. */
const HEX = String.raw`((?:\\x[0-9a-f]{2})*)`
const WRITE = new RegExp(String.raw`^\(\d+<${HEX}>, "${HEX}", \d+, (\d+)`)
const TRUNCATE = new RegExp(String.raw`^\(\d+<${HEX}>, (\d+)`)
const SYNC = new RegExp(String.raw`^\(\d+<${HEX}>`)
const UNLINK = new RegExp(String.raw`^\("${HEX}"`)
const TALK = new RegExp(String.raw`^\((\d+)<${HEX}>, "${HEX}"`)

/** Reads the trace of a program whose calls are those of `tracingDisk`, of some files. */
export function readTrace(trace: string, isWanted: (file: string) => boolean): DiskEvent[] {
  const events: DiskEvent[] = []
  const add = (event: Exclude<DiskEvent, { kind: 'answer' }>) => {
    if (isWanted(event.file)) events.push(event)
  }
  const syncing = new Map<string, { file: string; from: number }>()
  const asked = new Map<string, string>()
  for (const line of trace.split('\n')) {
    const [, thread = '', resumed, call = '', rest = ''] =
      line.match(/^(\d+) +(<\.\.\. )?(\w+)(.*)$/) ?? []
    const file = (pattern: RegExp) => textOf(rest.match(pattern)?.[1] ?? '').toString()
    if (/sync$/.test(call)) {
      const begun = resumed ? syncing.get(thread) : { file: file(SYNC), from: events.length }
      if (rest.includes('unfinished')) syncing.set(thread, begun!)
      else if (begun && /= 0$/.test(rest)) add({ kind: 'sync', ...begun })
    } else if (resumed) continue
    else if (call === 'pwrite64') {
      const [, path = '', bytes = '', offset] = rest.match(WRITE) ?? []
      const write = { file: textOf(path).toString(), bytes: textOf(bytes), offset: Number(offset) }
      add({ kind: 'write', ...write })
    } else if (call === 'ftruncate')
      add({
        kind: 'truncate',
        file: file(TRUNCATE),
        size: Number(rest.match(TRUNCATE)?.[2]),
      })
    else if (call === 'unlink') add({ kind: 'remove', file: file(UNLINK) })
    else if (call === 'recvfrom' || call === 'sendto') {
      const [, socket = '', , hex = ''] = rest.match(TALK) ?? []
      const text = textOf(hex).toString()
      if (call === 'recvfrom') {
        const isNew = /^[A-Z]+ \//.test(text)
        asked.set(socket, isNew ? text : (asked.get(socket) ?? '') + text)
      } else if (/^HTTP\/1\.1 2/.test(text))
        events.push({ kind: 'answer', asked: asked.get(socket) ?? '' })
    }
  }
  return events
}

type Write = { at: number; offset: number; bytes: Uint8Array } | { at: number; size: number }
type Disk = { synced: Uint8Array; since: Write[]; isThere: boolean }

/** The files of a program while its trace is played. */
export function createDisk(files: ReadonlyMap<string, Uint8Array>) {
  const disks = new Map<string, Disk>(
    [...files].map(([file, bytes]) => [
      file,
      // A copy, which `slice` of a Buffer is not.
      { synced: new Uint8Array(bytes), since: [], isThere: true },
    ]),
  )
  const diskOf = (file: string): Disk => {
    const disk = disks.get(file) ?? { synced: new Uint8Array(), since: [], isThere: false }
    disks.set(file, disk)
    return disk
  }
  return {
    /** Plays an event of the trace. @param at its place */
    play(event: DiskEvent, at: number): void {
      if (event.kind === 'answer') return
      const disk = diskOf(event.file)
      if (event.kind === 'write') disk.since.push({ at, ...event })
      else if (event.kind === 'truncate') disk.since.push({ at, size: event.size })
      else if (event.kind === 'remove') disks.delete(event.file)
      else {
        const those = disk.since.filter((write) => write.at < event.from)
        disk.synced = applyAll(disk.synced, those)
        disk.since = disk.since.filter((write) => write.at >= event.from)
        disk.isThere = true
      }
    },
    /** Returns the content of each file after a cut now. @param share of what was not synced that got to the disk all the same */
    cut(share: number): Map<string, Uint8Array> {
      const left = new Map<string, Uint8Array>()
      for (const [file, { synced, since, isThere }] of disks)
        if (isThere || Math.random() < share) left.set(file, leftOf(synced, since, share))
      return left
    },
  }
}

function applyAll(content: Uint8Array, writes: readonly Write[]): Uint8Array {
  const ends = writes.map((write) => ('size' in write ? write.size : endOf(write)))
  const bytes = new Uint8Array(ends.reduce((one, other) => Math.max(one, other), content.length))
  bytes.set(content)
  let size = content.length
  for (const write of writes)
    if ('size' in write) {
      bytes.fill(0, Math.min(size, write.size), size)
      size = write.size
    } else {
      bytes.set(write.bytes, write.offset)
      size = Math.max(size, endOf(write))
    }
  return bytes.subarray(0, size)
}

const endOf = ({ offset, bytes }: { offset: number; bytes: Uint8Array }) => offset + bytes.length

/** Each sector is as it was synced, or as any of the writes since has left it, whatever became of the others. */
function leftOf(synced: Uint8Array, since: readonly Write[], share: number): Uint8Array {
  const sectors = since.flatMap((write): Write[] => {
    if ('size' in write) return [write]
    const { at, offset, bytes } = write
    const cut: Write[] = []
    for (let from = 0; from < bytes.length; ) {
      const to = Math.min(bytes.length, from + SECTOR - ((offset + from) % SECTOR))
      cut.push({ at, offset: offset + from, bytes: bytes.subarray(from, to) })
      from = to
    }
    return cut
  })
  return applyAll(
    synced,
    sectors.filter(() => Math.random() < share),
  )
}
