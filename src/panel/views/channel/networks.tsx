import type { WholeHotel } from '../../../client/call.ts'
import { ALLOWED_IPS_MAX } from '../../../domain/accounts/api-key.ts'
import { api } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import { EntityForm, type FormField } from '../../parts/entity-form.tsx'
import type { Key } from '../../parts/key-table.tsx'

/** Where a key is taken from: networks, one a line. */
export const networksField = (initial: readonly string[] = []): FormField => ({
  name: 'allowedIps',
  label: t('channel.key.from'),
  hint: t('channel.key.fromHint', { count: ALLOWED_IPS_MAX }),
  isLong: true,
  initial,
  kind: {
    write: (networks) => (networks as readonly string[]).join('\n'),
    read: (text) => text.split(/[\s,;]+/).filter(Boolean),
  },
})

type Props = { hotel: WholeHotel; of: Key; onDone: () => void; onClose: () => void }

/** Changes where a key is taken from. */
export function NetworksForm({ hotel, of: { id, name, allowedIps }, onDone, onClose }: Props) {
  return (
    <EntityForm
      title={t('channel.key.fromNamed', { name })}
      fields={[networksField(allowedIps)]}
      // All of the list is sent, an empty one too.
      before={{}}
      send={async (body) => {
        await api.patch(`/v1/panel/api-keys/${id}`, { query: { hotel: hotel.slug }, body })
        onDone()
        return t('channel.key.fromSaved', { name })
      }}
      onClose={onClose}
    />
  )
}
