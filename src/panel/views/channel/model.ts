import type { AttemptError } from '../../../domain/webhook.ts'
import { t, type WordKey } from '../../lib/i18n.ts'
import type { Hotel } from '../../lib/types.ts'
import type { Tone } from '../../parts/note.tsx'

/** What each tab is given. */
export type TabProps = { hotel: Hotel; rest: string[] }

/** A webhook endpoint with its health. */
export type Webhook = {
  id: string
  url: string
  description: string
  events: string[]
  active: boolean
  offReason: 'manual' | 'gone' | 'failing' | null
  apiKeyId: string | null
  failingSince: string | null
  lastSuccessAt: string | null
  previousSecretExpiresAt: string | null
  pending: number
}

/** One attempt at a delivery; headers and answer only where a delivery is shown alone. */
export type Attempt = {
  number: number
  at: string
  durationMs: number
  status: number | null
  error: AttemptError | null
  detail: string | null
  nextAttemptAt: string | null
  headers?: Record<string, string>
  answer?: string | null
}

/** An event on its way to an endpoint. */
export type Delivery = {
  id: string
  event: string
  bookingCode: string | null
  revision: number | null
  cause: string
  state: 'pending' | 'delivered' | 'failed'
  createdAt: string
  nextAttemptAt: string | null
  attempts: Attempt[]
  body?: string
}

/** How an endpoint is, in a word and a colour. */
export function healthOf({ active, offReason, failingSince }: Webhook): [Tone, WordKey] {
  if (!active)
    return offReason === 'manual'
      ? ['neutral', 'channel.off']
      : ['bad', `channel.off.${offReason as 'gone'}`]
  return failingSince ? ['warn', 'channel.failing'] : ['good', 'channel.on']
}

/** How a delivery stands. */
export const STATES: Record<Delivery['state'], [Tone, WordKey]> = {
  pending: ['warn', 'channel.state.pending'],
  delivered: ['good', 'channel.state.delivered'],
  failed: ['bad', 'channel.state.failed'],
}

/** What came of an attempt, in words: the status it was answered, or what went wrong. */
export function outcomeOf({ status, error }: Attempt): string {
  if (error === null || error === 'status') return t('channel.answered', { status: status ?? '–' })
  return t(`channel.error.${error}`) + (status === null ? '' : ` (${status})`)
}

/** What the service says besides; of an answer that is no 2xx it knows no more than its status. */
export const detailOf = ({ error, detail }: Attempt): string | null =>
  error === 'status' ? null : detail
