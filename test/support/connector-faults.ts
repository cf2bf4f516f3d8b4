import { DELIVERY_FAULTS, FAULT_STATUSES } from '../../src/domain/sandbox/sandbox-fault.ts'
import type { World } from './connector-world.ts'

/** What the connector calls again and again; on other calls a fault would wait for long. */
const OPERATIONS = [
  ...['listChanges', 'patchAvailability', 'ackReservation', 'ackReservations'],
  ...['pullAvailability', 'pullBookings'],
]
const SLOW_MS = 2_000
const EVERY_MS = 150
const FAULTS = '/v1/partner/sandbox/faults'

/** Every fault that a sandbox has, by name. */
const KINDS: Record<string, object> = {
  ...Object.fromEntries(FAULT_STATUSES.map((status) => [`answered ${status}`, { status }])),
  'answered late': { delayMs: SLOW_MS },
  'done, answer dropped': { drop: true },
  ...Object.fromEntries(DELIVERY_FAULTS.map((webhooks) => [`webhook ${webhooks}`, { webhooks }])),
}

type PendingFault = { id: string; remaining: number }

/** Asks the sandbox of a world for one fault of each kind after another, until it is told to stop. */
export function injectFaults({ call, auditKey: key }: World) {
  /** Faults that were asked for, by kind and id. */
  const asked = new Map(Object.keys(KINDS).map((kind) => [kind, new Set<string>()]))
  let isOver = false
  // The request fails while the service is down.
  const ask = (method: string, path: string, body?: object) =>
    call(method, FAULTS + path, { key, ...(body && { body }) }).catch(() => undefined)
  const standing = async () => (await ask('GET', ''))?.body?.items as PendingFault[] | undefined

  async function inject(kind: string, settings: object, turn: number): Promise<void> {
    const called = OPERATIONS[turn % OPERATIONS.length]
    const operation = kind.startsWith('webhook') ? {} : { operation: called }
    const body = { ...settings, ...operation, times: 1 }
    const answer = await ask('POST', '', body)
    if (answer?.status === 201) asked.get(kind)!.add(answer.body.id)
  }

  const running = (async () => {
    for (let turn = 0; !isOver; turn++)
      for (const [at, [kind, settings]] of Object.entries(KINDS).entries()) {
        await inject(kind, settings, turn + at)
        await Bun.sleep(EVERY_MS)
      }
  })()

  /** How often each kind has happened, in this order. */
  async function happened(): Promise<Record<string, number> | undefined> {
    const left = await standing()
    if (!left) return undefined
    const ids = new Set(left.map(({ id }) => id))
    return Object.fromEntries([...asked].map(([kind, all]) => [kind, all.difference(ids).size]))
  }

  return {
    happened,
    /** Those that have not happened are taken back. */
    async stop() {
      isOver = true
      await running
      const counts = await happened()
      for (const { id } of (await standing()) ?? []) await ask('DELETE', `/${id}`)
      return counts!
    },
  }
}
