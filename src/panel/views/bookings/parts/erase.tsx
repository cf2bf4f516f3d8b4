import type { Body, WholeHotel } from '../../../../client/call.ts'
import { call } from '../../../lib/api.ts'
import { t } from '../../../lib/i18n.ts'
import { may } from '../../../lib/may.ts'
import { Confirm } from '../../../parts/dialog.tsx'
import type { MenuItem } from '../../../parts/menu.tsx'
import { openDialog } from '../../../parts/open-dialog.tsx'

type Erasing = {
  hotel: Pick<WholeHotel, 'slug'>
  /** The codes of bookings or groups, or the e-mail address of all of them. */
  guest: Body<'eraseGuest'>
  /** A sentence that says whose data it is. */
  about: string
  onDone: () => void
}

/** Erases a guest's data, after the dialog has said what goes and what stays (GDPR art. 17). */
export const eraseGuest = ({ hotel, guest, about, onDone }: Erasing) =>
  openDialog((onClose) => (
    <Confirm
      title={t('erase.title')}
      action={t('erase.do')}
      act={async () => {
        const { codes } = await call('eraseGuest', { hotel: hotel.slug }, { body: guest })
        onDone()
        return t('erase.done', { count: codes.length })
      }}
      onClose={onClose}
    >
      <p>
        <strong>{about}</strong>
      </p>
      <p>{t('erase.goes')}</p>
      <p>{t('erase.stays')}</p>
      <p class="note warn">{t('erase.final')}</p>
    </Confirm>
  ))

/** The item of a menu that erases the guest of a booking or a group; its owner has it, until it is done. */
export const eraseItem = (
  hotel: WholeHotel,
  { code, isWhole, erased }: { code: string; isWhole: boolean; erased: boolean | undefined },
  onDone: () => void,
): MenuItem[] =>
  may(hotel, 'owner') && !erased
    ? [
        {
          text: t('erase.open'),
          run: () =>
            void eraseGuest({
              ...{ hotel, guest: { codes: [code] }, onDone },
              about: t(isWhole ? 'erase.ofGroup' : 'erase.ofBooking', { code }),
            }),
          isDanger: true,
        },
      ]
    : []
