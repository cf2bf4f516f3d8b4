import { useState } from 'preact/hooks'
import type { Booking, Identities, WholeHotel } from '../../../../client/call.ts'
import {
  DOCUMENT_KINDS,
  GENDERS,
  type GuestIdentity,
} from '../../../../domain/bookings/identity.ts'
import { api } from '../../../lib/api.ts'
import { todayIn } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { useAction, useGet } from '../../../lib/load.ts'
import { Button } from '../../../parts/button.tsx'
import { ActionDialog, useFocusFlaw } from '../../../parts/dialog.tsx'
import { SelectField, TextField } from '../../../parts/field.tsx'
import { ProblemNote, Read } from '../../../parts/note.tsx'
import { say } from '../../../parts/toast.tsx'
import { countryText, pathOf } from '../parts/model.ts'

type IdentitiesProps = { hotel: WholeHotel; booking: Booking; onClose: () => void }

/** Who stays, by their documents: asked for when it is opened, for that somebody has looked is written down. */
export function IdentitiesDialog(props: IdentitiesProps) {
  const read = useGet<Identities>(pathOf(props.hotel, props.booking.code, 'identities'))
  return <Read of={read}>{(data) => <Form {...props} data={data} />}</Read>
}

function Form({ hotel, booking, onClose, data }: IdentitiesProps & { data: Identities }) {
  const { code, guest, adults, children } = booking
  const nobody: GuestIdentity = {
    ...{ firstName: '', lastName: '', nationality: hotel.city.country },
    ...{ documentKind: 'identity_card', documentNumber: '', birthDate: null, gender: null },
  }
  const { firstName, lastName, country } = guest
  const first = { ...nobody, firstName, lastName, nationality: country ?? nobody.nationality }
  const [guests, setGuests] = useState(
    data.guests.length > 0 ? (data.guests as GuestIdentity[]) : [first],
  )
  const { run, isBusy, problem } = useAction(async () => {
    const body = { revision: data.revision, guests }
    await api.put(pathOf(hotel, code, 'identities'), { body })
    say(t('desk.saved'))
    onClose()
  })
  useFocusFlaw(problem)
  const person = (guest: GuestIdentity, index: number) => {
    const field = (name: keyof GuestIdentity) => ({
      label: t(`identity.${name}`),
      problem,
      path: `/guests/${index}/${name}`,
      value: guest[name] ?? '',
      autocomplete: 'off' as const,
      onText: (text: string) => put({ [name]: text || (name === 'birthDate' ? null : '') }),
    })
    const put = (change: Partial<GuestIdentity>) =>
      setGuests(guests.with(index, { ...guest, ...change }))
    return (
      <fieldset key={index}>
        <legend>{t('identity.guest', { number: index + 1 })}</legend>
        <div class="form-row identity">
          <TextField {...field('firstName')} maxLength={100} />
          <TextField {...field('lastName')} maxLength={100} />
          <TextField
            {...field('nationality')}
            hint={
              /^[A-Z]{2}$/.test(guest.nationality)
                ? countryText(guest.nationality)
                : t('admin.countryHint')
            }
            onText={(text) => put({ nationality: text.trim().toUpperCase() })}
            maxLength={2}
          />
          <SelectField
            label={t('identity.documentKind')}
            value={guest.documentKind}
            options={DOCUMENT_KINDS.map((value) => ({ value, text: t(`identity.${value}`) }))}
            onPick={(documentKind) => put({ documentKind })}
          />
          <TextField {...field('documentNumber')} maxLength={30} />
          <TextField {...field('birthDate')} type="date" max={todayIn(hotel.timezone)} />
          <SelectField
            label={t('identity.gender')}
            value={guest.gender ?? ''}
            options={['' as const, ...GENDERS].map((value) => ({
              value,
              text: value && t(`identity.${value}`),
            }))}
            onPick={(gender) => put({ gender: gender || null })}
          />
          <Button kind="quiet" onClick={() => setGuests(guests.toSpliced(index, 1))}>
            {t('identity.remove')}
          </Button>
        </div>
      </fieldset>
    )
  }
  return (
    <ActionDialog
      title={t('identity.title')}
      action={t('desk.save')}
      kind="primary"
      isWide
      {...{ onClose, isBusy, onSubmit: run }}
    >
      <p class="dim">{t('identity.about')}</p>
      {!data.isReadable && <p class="note warn">{t('identity.unreadable')}</p>}
      {guests.map(person)}
      {guests.length < adults + children && (
        <Button onClick={() => setGuests([...guests, nobody])}>{t('identity.add')}</Button>
      )}
      <ProblemNote problem={problem?.errors.length ? undefined : problem} />
    </ActionDialog>
  )
}
