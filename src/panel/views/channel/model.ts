import { t, type WordKey } from '../../lib/i18n.ts'
import type { Delivery, Hotel, Webhook } from '../../lib/types.ts'
import type { Tone } from '../../parts/note.tsx'

/** What each tab is given. */
export type TabProps = { hotel: Hotel; rest: string[] }

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
export function outcomeOf({ status, error }: Attempt): string {
  if (error === null || error === 'status') return t('channel.answered', { status: status ?? '–' })
  return t(`channel.error.${error}`) + (status === null ? '' : ` (${status})`)
}

/** What the service says besides; of an answer that is no 2xx it knows no more than its status. */
export const detailOf = ({ error, detail }: Attempt): string | null =>
  error === 'status' ? null : detail
