import { useState } from 'preact/hooks'
import type { Answer, Booking } from '../../../../client/call.ts'
import { t } from '../../../lib/i18n.ts'
import { useAction } from '../../../lib/load.ts'
import { Button } from '../../../parts/button.tsx'
import { ProblemNote } from '../../../parts/note.tsx'
import { ShownOnce } from '../../../parts/secret.tsx'
import { nameOf } from '../parts/model.ts'

type Link = Answer<'handOverManageLink'>

type LinkProps = {
  booking: Pick<Booking, 'guest' | 'source'>
  first: Link
  renew: () => Promise<Link>
  onClose: () => void
}

/** A booking's link and code, which can be renewed: those that were handed over before then stop working. */
export function LinkDialog({ booking, first, renew, onClose }: LinkProps) {
  const [link, setLink] = useState(first)
  const { run, isBusy, problem } = useAction(async () => setLink(await renew()))
  return (
    <ShownOnce
      title={t('desk.linkOf', { name: nameOf(booking) })}
      note={t(booking.source.type === 'agency' ? 'desk.linkReads' : 'desk.linkActs')}
      label={t('link.label')}
      secret={link.url}
      onClose={onClose}
    >
      <p>
        {t('desk.linkCode')} <code>{link.code}</code>
      </p>
      <ProblemNote problem={problem} />
      <Button isBusy={isBusy} onClick={run}>
        {t('desk.linkRenew')}
      </Button>
    </ShownOnce>
  )
}
