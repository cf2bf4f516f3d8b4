import type { ComponentChildren } from 'preact'
import type { WholeHotel } from '../../../client/call.ts'
import { t } from '../../lib/i18n.ts'
import { may } from '../../lib/may.ts'
import { href, type Target } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { Back, PageHead } from '../../parts/page-head.tsx'

type SheetPageProps = {
  title: string
  /** The page that it leads back to, and that page's name. */
  back: Target
  from: string
  /** Stands beside the title. */
  more?: ComponentChildren
  children: ComponentChildren
}

/** The page of a sheet to print: the way back, its title, and the print button. */
export const SheetPage = ({ title, back, from, more, children }: SheetPageProps) => (
  <div class="stack sheets">
    <Back to={back}>{from}</Back>
    <PageHead
      title={title}
      action={
        <Button kind="primary" onClick={() => print()}>
          {t('sheets.print')}
        </Button>
      }
    >
      {more}
    </PageHead>
    {children}
  </div>
)

type SheetLinkProps = { hotel: WholeHotel; of: 'arrivals' | 'departures' | 'card'; code?: string }

/** The link to a sheet; read-only members have none. */
export const SheetLink = ({ hotel, of, code }: SheetLinkProps) =>
  may(hotel, 'not_read_only') && (
    <a class="button" href={href({ view: 'sheets', rest: code ? [of, code] : [of] })}>
      {t(`sheets.${of}`)}
    </a>
  )
