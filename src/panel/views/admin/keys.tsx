import type { ApiKey, Body, WholeHotel } from '../../../client/call.ts'
import { KEY_REQUESTS_PER_MINUTE } from '../../../domain/accounts/api-key.ts'
import { PUSHED_DAYS } from '../../../domain/kernel/rate-limit.ts'
import { call } from '../../lib/api.ts'
import { number } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useCall } from '../../lib/load.ts'
import { Button } from '../../parts/button.tsx'
import { EntityForm } from '../../parts/entity-form.tsx'
import { KeyTable } from '../../parts/key-table.tsx'
import { WHOLE } from '../../parts/kinds.ts'
import { Empty, Read } from '../../parts/note.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'

/** A hotel's API keys with their rate limits, which an admin changes. */
export function AdminKeys({ hotel }: { hotel: WholeHotel }) {
  const keys = useCall('listApiKeys', { hotel: hotel.slug })
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
                onClick={() => changeLimit(hotel.slug, key, keys.reload)}
              >
                {t('admin.changeLimit')}
              </Button>
            )}
          />
        )}
      </Read>
    </section>
  )
}

function changeLimit(slug: string, { id, name, requestsPerMinute }: ApiKey, onDone: () => void) {
  return openDialog((close) => (
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
      send={async (body: Body<'limitApiKey'>) => {
        await call('limitApiKey', { slug, id }, { body })
        onDone()
        return t('admin.saved', { name })
      }}
      onClose={close}
    />
  ))
}
