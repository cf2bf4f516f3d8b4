import type { WebBookings } from '../../../client/call.ts'
import { t } from '../../lib/i18n.ts'
import { useAction } from '../../lib/load.ts'
import { may } from '../../lib/may.ts'
import { Button } from '../../parts/button.tsx'
import { Copy } from '../../parts/copy.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Badge } from '../../parts/note.tsx'
import { say, sayWrong } from '../../parts/toast.tsx'
import type { ChangeProps } from './content.tsx'

type AddressProps = ChangeProps & { web: WebBookings }

/** Where the page is: its link as text and as a code to print, and whether searches find the hotel. */
export function AddressCard({ hotel, web: { page }, change }: AddressProps) {
  const { isListed, slug, name } = hotel
  return (
    <section class="card web-address" aria-labelledby="web-address">
      <div class="view-head">
        <h2 id="web-address">
          {t('web.address')}{' '}
          <Badge tone={isListed ? 'good' : 'neutral'}>
            {t(isListed ? 'web.listed' : 'web.unlisted')}
          </Badge>
        </h2>
        {may(hotel, 'owner') && <ListButton {...{ hotel, change }} />}
      </div>
      <p class="dim">{t(isListed ? 'web.listedText' : 'web.unlistedText')}</p>
      {page && (
        <>
          <div class="secret">
            <code>{page.url}</code>
            <Copy text={page.url} />
          </div>
          <div class="beside">
            <img class="qr" src={pictureOf(page.qr)} alt={t('web.qr')} width="144" height="144" />
            <div class="stack">
              <p class="dim">{t('web.qrText')}</p>
              <div class="buttons">
                <a class="button" href={pictureOf(page.qr)} download={`${slug}-qr.svg`}>
                  <Icon name="download" /> {t('web.qrSave')}
                </a>
                <Button onClick={() => print()}>
                  <Icon name="print" /> {t('sheets.print')}
                </Button>
              </div>
            </div>
          </div>
          <p class="print-only">{name}</p>
        </>
      )}
    </section>
  )
}

const pictureOf = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`

/** Puts the hotel into searches, or takes it out of them; its page answers all the same. */
export function ListButton({ hotel: { isListed }, change }: ChangeProps) {
  const { run, isBusy } = useAction(() =>
    change({ isListed: !isListed }).then(
      () => say(t(isListed ? 'web.isUnlisted' : 'web.isListed')),
      sayWrong,
    ),
  )
  return (
    <Button isBusy={isBusy} onClick={run}>
      {t(isListed ? 'web.unlist' : 'web.list')}
    </Button>
  )
}
