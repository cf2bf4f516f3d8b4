import { useState } from 'preact/hooks'
import type { Booking, WholeHotel } from '../../../../client/call.ts'
import { api } from '../../../lib/api.ts'
import { t } from '../../../lib/i18n.ts'
import { useAction } from '../../../lib/load.ts'
import { Button } from '../../../parts/button.tsx'
import { ProblemNote } from '../../../parts/note.tsx'
import { ShownOnce } from '../../../parts/secret.tsx'
import { nameOf, pathOf } from '../parts/model.ts'

/** Hands over the link of a booking: asked for when it is pressed, for the history tells who was handed one. */
export function HandOver({ hotel, booking }: { hotel: WholeHotel; booking: Booking }) {
  const [link, setLink] = useState<{ url: string; code: string }>()
  const { run, isBusy, problem } = useAction(async (renew: boolean) =>
    setLink(await api.post(pathOf(hotel, booking.code, 'manage-link'), { body: { renew } })),
  )
  const acts = booking.source.type !== 'agency'
  return (
    <>
      <Button isBusy={isBusy} onClick={() => run(false)}>
        {t('desk.link')}
      </Button>
      {!link && <ProblemNote problem={problem} />}
      {link && (
        <ShownOnce
          title={t('desk.linkOf', { name: nameOf(booking) })}
          note={t(acts ? 'desk.linkActs' : 'desk.linkReads')}
          label={t('link.label')}
          secret={link.url}
          onClose={() => setLink(undefined)}
        >
          <p>
            {t('desk.linkCode')} <code>{link.code}</code>
          </p>
          <ProblemNote problem={problem} />
          <Button isBusy={isBusy} onClick={() => run(true)}>
            {t('desk.linkRenew')}
          </Button>
        </ShownOnce>
      )}
    </>
  )
}
