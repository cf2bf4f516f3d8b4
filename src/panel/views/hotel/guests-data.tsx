import { useState } from 'preact/hooks'
import type { Body, PanelHotel, WholeHotel } from '../../../client/call.ts'
import { normalizeEmail } from '../../../domain/kernel/address.ts'
import { call } from '../../lib/api.ts'
import { todayIn } from '../../lib/format.ts'
import { asSentence, t } from '../../lib/i18n.ts'
import { useAction } from '../../lib/load.ts'
import { may } from '../../lib/may.ts'
import { readAll } from '../../lib/read-all.ts'
import { Button } from '../../parts/button.tsx'
import { EntityForm, type FormFields } from '../../parts/entity-form.tsx'
import { Facts } from '../../parts/facts.tsx'
import { TextField } from '../../parts/field.tsx'
import { WHOLE } from '../../parts/kinds.ts'
import { ProblemNote } from '../../parts/note.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { eraseGuest } from '../bookings/parts/erase.tsx'

type GuestsDataProps = { hotel: WholeHotel; onChanged: (hotel: PanelHotel) => void }

/** The data of the hotel's guests: export and erasure of one, and after which time all are erased; for owners. */
export function GuestsData({ hotel, onChanged }: GuestsDataProps) {
  if (!may(hotel, 'owner')) return null
  const { slug, guestDataYears: count } = hotel
  const send = async (body: Body<'changePanelHotel'>) => {
    onChanged(await call('changePanelHotel', { hotel: slug }, { body }))
    return t('erase.saved')
  }
  const edit = () =>
    openDialog((close) => (
      <EntityForm
        title={t('erase.guests')}
        fields={fieldsOf()}
        before={hotel}
        seen={hotel}
        send={send}
        onClose={close}
        below={<p class="note warn">{t('erase.yearsFinal')}</p>}
      />
    ))
  return (
    <section class="card" aria-labelledby="guests-data">
      <div class="view-head">
        <h2 id="guests-data">{t('erase.guests')}</h2>
        <Button aria-label={t('erase.edit')} onClick={edit}>
          {t('action.edit')}
        </Button>
      </div>
      <Facts
        pairs={[[t('erase.auto'), count === null ? t('erase.never') : t('erase.after', { count })]]}
      />
      <p class="dim">{t('erase.about')}</p>
      <OneGuest hotel={hotel} />
    </section>
  )
}

const fieldsOf = (): FormFields => [
  {
    name: 'guestDataYears',
    label: t('erase.years'),
    hint: t('erase.yearsHint'),
    kind: WHOLE,
  },
]

/** Exports or erases all bookings of one e-mail address. */
function OneGuest({ hotel }: { hotel: WholeHotel }) {
  const { slug } = hotel
  const [email, setEmail] = useState('')
  const [isNobody, setNobody] = useState(false)
  const read = useAction(async () => {
    const data = isAddress(email) && (await call('exportGuest', { hotel: slug, email }))
    if (!data || data.bookings.length === 0) return setNobody(true)
    const content = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
    saveFile({ name: `${slug}-guest-${todayIn(hotel.timezone)}.json`, content })
  })
  const find = useAction(async () => {
    const count = isAddress(email) ? await countBookings(slug, email) : 0
    if (count === 0) return setNobody(true)
    const about = t('erase.ofEmail', { count, email: email.trim() })
    void eraseGuest({ hotel, guest: { email: email.trim() }, about, onDone: () => setEmail('') })
  })
  return (
    <form class="stack" noValidate onSubmit={() => void read.run()}>
      <TextField
        label={t('erase.email')}
        type="email"
        autocomplete="off"
        error={isNobody ? t('erase.none') : undefined}
        value={email}
        onText={(text) => {
          setEmail(text)
          setNobody(false)
        }}
      />
      <div class="buttons">
        <Button type="submit" isBusy={read.isBusy}>
          {t('erase.export')}
        </Button>
        <Button kind="danger" isBusy={find.isBusy} onClick={() => find.run()}>
          {t('erase.open')}
        </Button>
      </div>
      <ProblemNote problem={asSentence(read.problem ?? find.problem)} />
    </form>
  )
}

const isAddress = (text: string) => text.includes('@')

/** The bookings of an e-mail address. The search finds words; an erasure takes the whole address. */
async function countBookings(hotel: string, email: string): Promise<number> {
  const { signal } = new AbortController()
  const found = await readAll('listPanelBookings', { hotel, q: email.trim().slice(0, 100) }, signal)
  const wanted = normalizeEmail(email)
  return found.filter(({ guest }) => normalizeEmail(guest?.email ?? '') === wanted).length
}
