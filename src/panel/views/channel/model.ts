import type { Attempt, Webhook, WholeHotel } from '../../../client/call.ts'
import { t, type WordKey } from '../../lib/i18n.ts'
import type { Tone } from '../../parts/note.tsx'

/** The properties of each tab. */
export type TabProps = { hotel: WholeHotel; rest: string[] }

/** The health of an endpoint, as a colour and a word. */
export function healthOf({ active, offReason, failingSince }: Webhook): [Tone, WordKey] {
  if (!active)
    return offReason === 'manual'
      ? ['neutral', 'channel.off']
      : ['bad', `channel.off.${offReason as 'gone'}`]
  return failingSince ? ['warn', 'channel.failing'] : ['good', 'channel.on']
}

/** The outcome of an attempt in words: the status of its answer, or what went wrong. */
export function outcomeOf({ status, error }: Pick<Attempt, 'status' | 'error'>): string {
  if (error === null || error === 'status') return t('channel.answered', { status: status ?? '–' })
  return t(`channel.error.${error}`) + (status === null ? '' : ` (${status})`)
}

/** The other side's or the network's own words for a failed connection; null where the word of the error says it all. */
export const detailOf = ({ error, detail }: Attempt): string | null =>
  ['dns', 'refused', 'tls', 'reset', 'protocol'].includes(error ?? '') ? detail : null
