import { useState } from 'preact/hooks'
import { api } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import type { Hotel, PanelBooking } from '../../lib/types.ts'
import { Button } from '../../parts/button.tsx'
import { Copy } from '../../parts/copy.tsx'
import { Confirm, Dialog } from '../../parts/dialog.tsx'
import { CheckField } from '../../parts/field.tsx'
import { pathOf } from './model.ts'

type HandOverProps = {
  hotel: Hotel
  booking: Pick<PanelBooking, 'code'>
  reload: () => void
  onClose: () => void
}

/** Hands a booking's link over to its guest at the desk, who may have no e-mail (`contract-access`, *A booking's own key*). */
export function HandOverDialog({ hotel, booking, reload, onClose }: HandOverProps) {
  const [renew, setRenew] = useState(false)
  const [link, setLink] = useState<{ url: string; code: string }>()
  const show = async () => {
    const path = pathOf(hotel, booking.code, 'manage-link')
    setLink(await api.post(path, { body: { renew } }))
    reload()
  }
  if (link)
    return (
      <Dialog
        title={t('handOver.do')}
        actions={<Button onClick={onClose}>{t('action.close')}</Button>}
        onClose={onClose}
        isWide
      >
        <div class="secret">
          <code>{link.url}</code>
          <Copy text={link.url} />
        </div>
        <p>{t('handOver.typed', { page: link.url.split('#')[0]! })}</p>
        <div class="secret">
          <code>{link.code}</code>
          <Copy text={link.code} />
        </div>
      </Dialog>
    )
  return (
    <Confirm
      title={t('handOver.do')}
      action={t('handOver.show')}
      kind="primary"
      act={show}
      onClose={onClose}
    >
      <p>{t('handOver.text')}</p>
      <CheckField label={t('handOver.renew')} checked={renew} onCheck={setRenew} />
    </Confirm>
  )
}
