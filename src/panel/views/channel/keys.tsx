import { useState } from 'preact/hooks'
import { KEY_REQUESTS_PER_MINUTE, KEYS_ACTIVE_MAX } from '../../../domain/accounts/api-key.ts'
import { api, type Page } from '../../lib/api.ts'
import { number } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useGet } from '../../lib/load.ts'
import { useRefresh } from '../../lib/refresh.ts'
import { href } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { isOver, type Key, KeyTable } from '../../parts/key-table.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Empty, Read } from '../../parts/note.tsx'
import { Certification } from './certification.tsx'
import type { TabProps } from './model.ts'
import { NetworksForm } from './networks.tsx'
import { NewKey } from './new-key.tsx'

/** What each key has asked for within the last minute is in no feed. */
const REFRESH_MS = 10_000

/** The hotel's API keys: made with the key shown once, revoked at once. */
export function Keys({ hotel, rest }: TabProps) {
  const keys = useGet<Page<Key>>('/v1/panel/api-keys', { hotel: hotel.slug })
  useRefresh(keys.reload, REFRESH_MS)
  const [isMaking, setIsMaking] = useState(false)
  const [changed, setChanged] = useState<Key>()
  const [revoked, setRevoked] = useState<Key>()
  const revoke = async ({ id, name }: Key) => {
    await api.delete(`/v1/panel/api-keys/${id}`, { query: { hotel: hotel.slug } })
    keys.reload()
    return t('channel.key.revoked', { name })
  }
  if (rest[0])
    return (
      <Read of={keys}>
        {({ items }) => <Certification hotel={hotel} of={items.find(({ id }) => id === rest[0])} />}
      </Read>
    )
  const make = (
    <Button kind="primary" onClick={() => setIsMaking(true)}>
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
            actionOf={(key) => (
              <Menu
                name={t('admin.actionsOf', { name: key.name })}
                items={[
                  { text: t('channel.key.fromChange'), run: () => setChanged(key) },
                  { text: t('channel.key.revoke'), isDanger: true, run: () => setRevoked(key) },
                ]}
              />
            )}
          />
        )}
      </Read>
      {isMaking && <NewKey hotel={hotel} onMade={keys.reload} onClose={() => setIsMaking(false)} />}
      {changed && (
        <NetworksForm
          hotel={hotel}
          of={changed}
          onDone={keys.reload}
          onClose={() => setChanged(undefined)}
        />
      )}
      {revoked && (
        <Confirm
          title={t('channel.key.revokeNamed', { name: revoked.name })}
          action={t('channel.key.revoke')}
          act={() => revoke(revoked)}
          onClose={() => setRevoked(undefined)}
        >
          <p>{t(isOver(revoked) ? 'channel.key.revokeOverText' : 'channel.key.revokeText')}</p>
        </Confirm>
      )}
    </section>
  )
}
