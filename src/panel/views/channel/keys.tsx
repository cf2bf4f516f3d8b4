import type { ApiKey } from '../../../client/call.ts'
import { KEY_REQUESTS_PER_MINUTE, KEYS_ACTIVE_MAX } from '../../../domain/accounts/api-key.ts'
import { call } from '../../lib/api.ts'
import { number } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useCall } from '../../lib/load.ts'
import { useRefresh } from '../../lib/refresh.ts'
import { href } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { EntityForm } from '../../parts/entity-form.tsx'
import { isOver, KeyTable } from '../../parts/key-table.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Empty, Read } from '../../parts/note.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { Certification } from './certification.tsx'
import type { TabProps } from './model.ts'
import { makeKey, networksField } from './new-key.tsx'

/** The feed of a hotel says nothing about the requests of a key within the last minute. */
const REFRESH_MS = 10_000

/** The hotel's API keys: a new one is shown once, a revoked one ends at once. */
export function Keys({ hotel, rest }: TabProps) {
  const keys = useCall('listApiKeys', { hotel: hotel.slug })
  useRefresh(keys.reload, REFRESH_MS)
  if (rest[0])
    return (
      <Read of={keys}>
        {({ items }) => <Certification hotel={hotel} of={items.find(({ id }) => id === rest[0])} />}
      </Read>
    )
  const make = (
    <Button kind="primary" onClick={() => makeKey(hotel, keys.reload)}>
      {t('channel.key.make')}
    </Button>
  )
  return (
    <section class="stack" aria-labelledby="keys">
      <div class="view-head">
        <h2 id="keys" class="sr-only">
          {t('channel.keys')}
        </h2>
        <p class="dim">{t('channel.key.about', { count: KEYS_ACTIVE_MAX })}</p>
        {keys.data?.items.length !== 0 && make}
      </div>
      <Read of={keys}>
        {({ items }) => (
          <KeyTable
            keys={items}
            timezone={hotel.timezone}
            empty={
              <Empty title={t('channel.key.none')} action={make}>
                {t('channel.key.noneText')}
              </Empty>
            }
            limit={{
              head: t('channel.key.limit'),
              isNumber: true,
              isTold: true,
              cell: ({ requestsLastMinute, requestsPerMinute }) =>
                `${number(requestsLastMinute)} / ${number(requestsPerMinute ?? KEY_REQUESTS_PER_MINUTE)}`,
            }}
            sandboxOf={({ id, name }) => (
              <a href={href({ rest: ['keys', id] })} aria-label={t('channel.cert.named', { name })}>
                {t('channel.cert.sandbox')}
              </a>
            )}
            actionOf={(key) => <KeyMenu hotel={hotel.slug} of={key} onDone={keys.reload} />}
          />
        )}
      </Read>
    </section>
  )
}

function KeyMenu({ hotel, of, onDone }: { hotel: string; of: ApiKey; onDone: () => void }) {
  const { id, name, allowedIps } = of
  const changeNetworks = () =>
    openDialog((close) => (
      <EntityForm
        title={t('channel.key.fromNamed', { name })}
        fields={[networksField(allowedIps)]}
        // The whole list is sent, an empty one too.
        before={{}}
        send={async (body: { allowedIps: string[] }) => {
          await call('changeApiKey', { hotel, id }, { body })
          onDone()
          return t('channel.key.fromSaved', { name })
        }}
        onClose={close}
      />
    ))
  const revoke = () =>
    openDialog((close) => (
      <Confirm
        title={t('channel.key.revokeNamed', { name })}
        action={t('channel.key.revoke')}
        act={async () => {
          await call('revokeApiKey', { hotel, id })
          onDone()
          return t('channel.key.revoked', { name })
        }}
        onClose={close}
      >
        <p>{t(isOver(of) ? 'channel.key.revokeOverText' : 'channel.key.revokeText')}</p>
      </Confirm>
    ))
  return (
    <Menu
      name={t('admin.actionsOf', { name })}
      items={[
        { text: t('channel.key.fromChange'), run: changeNetworks },
        { text: t('channel.key.revoke'), isDanger: true, run: revoke },
      ]}
    />
  )
}
