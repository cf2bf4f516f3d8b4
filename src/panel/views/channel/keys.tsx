import { useState } from 'preact/hooks'
import { KEY_REQUESTS_PER_MINUTE, KEYS_ACTIVE_MAX } from '../../../domain/limits.ts'
import { api, type Page } from '../../lib/api.ts'
import { number } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useAction, useLoad } from '../../lib/load.ts'
import { useRefresh } from '../../lib/refresh.ts'
import type { Hotel } from '../../lib/types.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { isOver, type Key, KeyTable } from '../../parts/key-table.tsx'
import { Empty, Loading, ProblemNote } from '../../parts/note.tsx'
import { say } from '../../parts/toast.tsx'
import type { TabProps } from './model.ts'
import { NewKey } from './new-key.tsx'

/** What each key has asked for within the last minute is in no feed. */
const REFRESH_MS = 10_000

/** The hotel's API keys: made with the key shown once, revoked at once. */
export function Keys({ hotel }: TabProps) {
  const query = { hotel: hotel.slug }
  const { data, problem, reload } = useLoad(
    (signal) => api.get<Page<Key>>('/v1/panel/api-keys', { query, signal }),
    [hotel.slug],
  )
  useRefresh(reload, REFRESH_MS)
  const [isMaking, setIsMaking] = useState(false)
  const [revoked, setRevoked] = useState<Key>()
  return (
    <section class="stack" aria-labelledby="keys">
      <div class="view-head">
        <h2 id="keys">{t('channel.keys')}</h2>
        <Button kind="primary" onClick={() => setIsMaking(true)}>
          {t('channel.key.make')}
        </Button>
      </div>
      <p class="dim">{t('channel.key.about', { count: KEYS_ACTIVE_MAX })}</p>
      <ProblemNote problem={problem} onRetry={reload} />
      {!(data || problem) && <Loading />}
      {data && (
        <KeyTable
          keys={data.items}
          timezone={hotel.timezone}
          empty={<Empty title={t('channel.key.none')}>{t('channel.key.noneText')}</Empty>}
          limit={{
            head: t('channel.key.limit'),
            isNumber: true,
            cell: ({ requestsLastMinute, requestsPerMinute }) =>
              `${number(requestsLastMinute)} / ${number(requestsPerMinute ?? KEY_REQUESTS_PER_MINUTE)}`,
          }}
          actionOf={(key) => (
            <Button
              kind="danger"
              aria-label={t('channel.key.revokeNamed', { name: key.name })}
              onClick={() => setRevoked(key)}
            >
              {t('channel.key.revoke')}
            </Button>
          )}
        />
      )}
      {isMaking && <NewKey hotel={hotel} onMade={reload} onClose={() => setIsMaking(false)} />}
      {revoked && (
        <Revoke
          hotel={hotel}
          revoked={revoked}
          onDone={reload}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </section>
  )
}

type RevokeProps = { hotel: Hotel; revoked: Key; onDone: () => void; onClose: () => void }

function Revoke({ hotel, revoked, onDone, onClose }: RevokeProps) {
  const { id, name } = revoked
  const { run, isBusy, problem } = useAction(async () => {
    await api.delete(`/v1/panel/api-keys/${id}`, { query: { hotel: hotel.slug } })
    say(t('channel.key.revoked', { name }))
    onClose()
    onDone()
  })
  return (
    <Confirm
      title={t('channel.key.revokeNamed', { name })}
      action={t('channel.key.revoke')}
      isBusy={isBusy}
      problem={problem}
      onConfirm={run}
      onClose={onClose}
    >
      <p>{t(isOver(revoked) ? 'channel.key.revokeOverText' : 'channel.key.revokeText')}</p>
    </Confirm>
  )
}
