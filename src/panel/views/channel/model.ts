import type { Delivery, Webhook, WholeHotel } from '../../../client/call.ts'
import { t, type WordKey } from '../../lib/i18n.ts'
import type { Tone } from '../../parts/note.tsx'

/** What each tab is given. */
export type TabProps = { hotel: WholeHotel; rest: string[] }

type Attempt = Delivery['attempts'][number]

/** How an endpoint is, in a word and a colour. */
export function healthOf({ active, offReason, failingSince }: Webhook): [Tone, WordKey] {
  if (!active)
    return offReason === 'manual'
      ? ['neutral', 'channel.off']
      : ['bad', `channel.off.${offReason as 'gone'}`]
  return failingSince ? ['warn', 'channel.failing'] : ['good', 'channel.on']
}

/** What came of an attempt, in words: the status it was answered, or what went wrong. */
export function outcomeOf({ status, error }: Pick<Attempt, 'status' | 'error'>): string {
  if (error === null || error === 'status') return t('channel.answered', { status: status ?? '–' })
  return t(`channel.error.${error}`) + (status === null ? '' : ` (${status})`)
}

/** What a connection failed with, as the other side or the network says it; of what is in its word already nothing. */
export const detailOf = ({ error, detail }: Attempt): string | null =>
  ['dns', 'refused', 'tls', 'reset', 'protocol'].includes(error ?? '') ? detail : null
