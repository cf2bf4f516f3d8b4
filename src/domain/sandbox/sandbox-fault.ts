/** How long a delivery is kept back that shall be late, or come after a later one. */
export const SANDBOX_KEPT_BACK_MS = 10_000

/** How a delivery of a sandbox's events may go wrong on purpose (contract §2, *Sandbox*). */
export const DELIVERY_FAULTS = ['duplicate', 'delay', 'fail', 'reorder', 'bad_signature'] as const

export type DeliveryFault = (typeof DELIVERY_FAULTS)[number]

/** Statuses that an answer may go wrong with. */
export const FAULT_STATUSES = [429, 500, 503] as const

/**
 * How an answer may go wrong on purpose. With a status nothing is done; without one it is done, and its answer comes
 * `delayMs` later, or never: the connection is closed instead.
 */
export type AnswerFault = {
  status?: (typeof FAULT_STATUSES)[number]
  delayMs?: number
  drop?: boolean
}

/** A fault that was asked for, and how many times more it happens. */
export type Fault = {
  id: string
  hotelId: number
  /** The operation whose answers go wrong; null: of any, or it is one of deliveries. */
  operation: string | null
  answer: AnswerFault | null
  webhooks: DeliveryFault | null
  times: number
  remaining: number
  createdAtMs: number
}
