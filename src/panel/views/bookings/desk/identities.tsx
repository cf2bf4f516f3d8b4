import { useState } from 'preact/hooks'
import type { Booking, GuestIdentity, Identities, WholeHotel } from '../../../../client/call.ts'
import { DOCUMENT_KINDS, GENDERS } from '../../../../domain/bookings/identity.ts'
import { call, type Problem } from '../../../lib/api.ts'
import { todayIn } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { useAction } from '../../../lib/load.ts'
import { Button } from '../../../parts/button.tsx'
import { ActionDialog, useFocusFlaw } from '../../../parts/dialog.tsx'
import { choicesOf, SelectField, TextField } from '../../../parts/field.tsx'
import { ProblemNote } from '../../../parts/note.tsx'
import { say } from '../../../parts/toast.tsx'
import { countryText } from '../parts/model.ts'

type IdentitiesProps = {
  hotel: WholeHotel
  booking: Booking
  /** As they were when the dialog was opened. */
  before: Identities
  onClose: () => void
}

/** The identity data of each guest of a booking; where none are kept, one form begins with the booking's guest. */
export function IdentitiesDialog({ hotel, booking, before, onClose }: IdentitiesProps) {
  const { revision, isReadable } = before
  const { code, guest, adults, children } = booking
  const blank: GuestIdentity = {
    ...{ firstName: '', lastName: '', nationality: hotel.city.country },
    ...{ documentKind: 'identity_card', documentNumber: '', birthDate: null, gender: null },
  }
  const { firstName = '', lastName = '', country } = guest ?? {}
  const first = { ...blank, firstName, lastName, nationality: country ?? blank.nationality }
  const [guests, setGuests] = useState(before.guests.length > 0 ? before.guests : [first])
  const { run, isBusy, problem } = useAction(async () => {
    await call('writeIdentities', { hotel: hotel.slug, code }, { body: { revision, guests } })
    say(t('desk.saved'))
    onClose()
  })
  useFocusFlaw(problem)
  return (
    <ActionDialog
      title={t('identity.title')}
      action={t('desk.save')}
      kind="primary"
      isWide
      {...{ onClose, isBusy, onSubmit: run }}
    >
      <p class="dim">{t('identity.about')}</p>
      {!isReadable && <p class="note warn">{t('identity.unreadable')}</p>}
      {guests.map((guest, index) => (
        <GuestFields
          key={index}
          {...{ guest, index, problem }}
          today={todayIn(hotel.timezone)}
          set={(change) => setGuests(guests.with(index, { ...guest, ...change }))}
          remove={() => setGuests(guests.toSpliced(index, 1))}
        />
      ))}
      {guests.length < adults + children && (
        <Button onClick={() => setGuests([...guests, blank])}>{t('identity.add')}</Button>
      )}
      <ProblemNote problem={problem?.errors.length ? undefined : problem} />
    </ActionDialog>
  )
}

type GuestFieldsProps = {
  guest: GuestIdentity
  index: number
  problem: Problem | undefined
  today: string
  set: (change: Partial<GuestIdentity>) => void
  remove: () => void
}

function GuestFields({ guest, index, problem, today, set, remove }: GuestFieldsProps) {
  const { nationality, documentKind, gender } = guest
  const field = (name: keyof GuestIdentity) => ({
    label: t(`identity.${name}`),
    problem,
    path: `/guests/${index}/${name}`,
    value: guest[name] ?? '',
    autocomplete: 'off' as const,
    onText: (text: string) => set({ [name]: text || (name === 'birthDate' ? null : '') }),
  })
  return (
    <fieldset>
      <legend>{t('identity.guest', { number: index + 1 })}</legend>
      <div class="form-row identity">
        <TextField {...field('firstName')} maxLength={100} />
        <TextField {...field('lastName')} maxLength={100} />
        <TextField
          {...field('nationality')}
          hint={/^[A-Z]{2}$/.test(nationality) ? countryText(nationality) : t('admin.countryHint')}
          onText={(text) => set({ nationality: text.trim().toUpperCase() })}
          maxLength={2}
        />
        <SelectField
          label={t('identity.documentKind')}
          value={documentKind}
          options={choicesOf(DOCUMENT_KINDS, (value) => t(`identity.${value}`))}
          onPick={(documentKind) => set({ documentKind })}
        />
        <TextField {...field('documentNumber')} maxLength={30} />
        <TextField {...field('birthDate')} type="date" max={today} />
        <SelectField
          label={t('identity.gender')}
          value={gender ?? ''}
          options={choicesOf(['', ...GENDERS], (value) => value && t(`identity.${value}`))}
          onPick={(gender) => set({ gender: gender || null })}
        />
        <Button kind="quiet" onClick={remove}>
          {t('identity.remove')}
        </Button>
      </div>
    </fieldset>
  )
}
