/** Delay of a late or reordered delivery. */
export const SANDBOX_KEPT_BACK_MS = 10_000

/** Deliberate delivery faults in a sandbox (contract §2, *Sandbox*). */
export const DELIVERY_FAULTS = ['duplicate', 'delay', 'fail', 'reorder', 'bad_signature'] as const

export type DeliveryFault = (typeof DELIVERY_FAULTS)[number]

/** Statuses of a deliberate answer fault. */
export const FAULT_STATUSES = [429, 500, 503] as const

/**
 * A deliberate answer fault. With a status the operation is not done; without one it is done, and its answer comes
 * `delayMs` later or, if the connection is closed, never.
 */
export type AnswerFault = {
  status?: (typeof FAULT_STATUSES)[number]
  delayMs?: number
  drop?: boolean
}

/** A requested fault, and its remaining repetitions. */
export type Fault = {
  id: string
  hotelId: number
  /** The operation whose answers fail; null: any, or a delivery fault. */
  operation: string | null
  answer: AnswerFault | null
  webhooks: DeliveryFault | null
  times: number
  remaining: number
  createdAtMs: number
}
