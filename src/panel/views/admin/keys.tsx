import { useState } from 'preact/hooks'
import type { WholeHotel } from '../../../client/call.ts'
import { KEY_REQUESTS_PER_MINUTE } from '../../../domain/accounts/api-key.ts'
import { PUSHED_DAYS } from '../../../domain/kernel/rate-limit.ts'
import { api, type Page } from '../../lib/api.ts'
import { number } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useGet } from '../../lib/load.ts'
import { Button } from '../../parts/button.tsx'
import { EntityForm } from '../../parts/entity-form.tsx'
import { type Key, KeyTable } from '../../parts/key-table.tsx'
import { WHOLE } from '../../parts/kinds.ts'
import { Empty, Read } from '../../parts/note.tsx'

/** A hotel's API keys, and how many requests a minute each may make. */
export function AdminKeys({ hotel }: { hotel: WholeHotel }) {
  const [open, setOpen] = useState<Key>()
  const keys = useGet<Page<Key>>('/v1/panel/api-keys', { hotel: hotel.slug })
  return (
    <section class="card">
      <h2>{t('channel.keys')}</h2>
      <p class="dim">
        {t('admin.dayBudget', {
          perMinute: number(PUSHED_DAYS.perMinute),
          atOnce: number(PUSHED_DAYS.capacity),
        })}
      </p>
      <Read of={keys}>
        {({ items }) => (
          <KeyTable
            keys={items}
            timezone={hotel.timezone}
            empty={<Empty title={t('admin.noKeys')}>{t('admin.noKeysText')}</Empty>}
            limit={{
              head: t('admin.limit'),
              isNumber: true,
              isTold: true,
              cell: ({ requestsPerMinute: limit }) =>
                limit === null
                  ? t('admin.limitDefault', { count: KEY_REQUESTS_PER_MINUTE })
                  : number(limit),
            }}
            actionOf={(key) => (
              <Button
                aria-label={`${t('admin.changeLimit')}: ${key.name}`}
                onClick={() => setOpen(key)}
              >
                {t('admin.changeLimit')}
              </Button>
            )}
          />
        )}
      </Read>
      {open && (
        <LimitForm
          hotel={hotel}
          of={open}
          onDone={keys.reload}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  )
}

type LimitProps = { hotel: WholeHotel; of: Key; onDone: () => void; onClose: () => void }

function LimitForm({ hotel, of: { id, name, requestsPerMinute }, onDone, onClose }: LimitProps) {
  return (
    <EntityForm
      title={t('admin.limitOf', { name })}
      fields={[
        {
          name: 'requestsPerMinute',
          label: t('admin.limit'),
          hint: t('admin.limitHint', { count: KEY_REQUESTS_PER_MINUTE }),
          kind: WHOLE,
          initial: requestsPerMinute ?? '',
        },
      ]}
      before={{}}
      send={async (body) => {
        const path = `/v1/admin/hotels/${encodeURIComponent(hotel.slug)}/keys/${id}`
        await api.patch(path, { body })
        onDone()
        return t('admin.saved', { name })
      }}
      onClose={onClose}
    />
  )
}
