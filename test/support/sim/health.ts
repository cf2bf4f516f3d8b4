import type { OffReason } from '../../../src/domain/webhooks/webhook.ts'
import { DAY } from './receivers.ts'
import type { SentRequest } from './wire.ts'
import { type Sim, type SimEndpoint, violate, wallMs } from './world.ts'

/** What the log says when an endpoint is switched off. */
export type SwitchOff = { webhookId: string; reason: OffReason }

/** Without a success for so long an endpoint is switched off (contract §4). */
const FAILING_MS = 5 * DAY

/** After a pass that went well: what has ended is written down, and what had to be switched off was. */
export function noteSettled(sim: Sim): void {
  const offs = [...sim.process!.offs]
  for (const sent of sim.ended.splice(0)) {
    sent.fate = 'settled'
    sent.settledMs = sim.monoMs
    sent.settledWallMs = wallMs(sim)
    judge(sim, sent, offs)
  }
  for (const { webhookId, reason } of offs)
    violate(sim, `${webhookId} was switched off as ${reason} without a reason`)
}

/** What an exchange says about its endpoint; takes the switching off that it explains out of `offs`. */
function judge(sim: Sim, sent: SentRequest, offs: SwitchOff[]): void {
  const { endpoint, reply, isPing, startMs, settledWallMs } = sent
  if (reply.error === null) {
    endpoint.failingSinceMs = undefined
    return
  }
  // Of one that was switched off meanwhile, and perhaps on again, it says nothing.
  if (isPing || endpoint.off.some(({ fromMs }) => fromMs >= startMs)) return
  endpoint.failingSinceMs ??= settledWallMs
  if (!endpoint.active || endpoint.deletedMs < Infinity) return
  const failedMs = settledWallMs - endpoint.failingSinceMs
  const isGone = reply.status === 410
  const index = offs.findIndex(
    ({ webhookId, reason }) =>
      webhookId === endpoint.id &&
      (reason === 'gone' ? isGone : reason === 'failing' && failedMs >= FAILING_MS),
  )
  if (index >= 0) {
    offs.splice(index, 1)
    switchedOff(sim, endpoint)
  } else if (isGone || failedMs >= FAILING_MS) {
    violate(sim, `${endpoint.url} should have been switched off`)
  }
}

/** An endpoint is off from now on. */
export function switchedOff(sim: Sim, endpoint: SimEndpoint): void {
  endpoint.active = false
  endpoint.off.push({ fromMs: sim.monoMs, untilMs: Infinity })
}

/** An endpoint is on again, without a past, and what waits for it is due. */
export function switchedOn(sim: Sim, endpoint: SimEndpoint): void {
  endpoint.active = true
  endpoint.failingSinceMs = undefined
  const last = endpoint.off.at(-1)
  if (last) last.untilMs = sim.monoMs
  hasten(sim, endpoint)
}

/** What waits for an endpoint, or of one key of it, is due from now on. */
export function hasten(sim: Sim, endpoint: SimEndpoint, key?: string): void {
  sim.hastened.push({ endpoint, key, atMs: sim.monoMs, dueWallMs: wallMs(sim) })
}
