import { PASSWORD_LENGTH_MIN } from '../../domain/limits.ts'
import type { Role } from '../../domain/user.ts'
import { api } from '../lib/api.ts'
import { t } from '../lib/i18n.ts'
import { useAction } from '../lib/load.ts'
import { SelectField, TextField } from '../parts/field.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { say } from '../parts/toast.tsx'
import { changesOf, filledIn, useDraft } from './admin-parts.tsx'
import { AgencyField, HotelsField, makePassword, ROLES } from './admin-user-fields.tsx'

/** An account as admins see it. */
export type Account = {
  id: string
  email: string
  name: string
  role: Role
  status: 'active' | 'blocked'
  hotels: string[]
  agencyCode: string | null
  createdAt: string
}

type FormProps = { onClose: () => void; onSaved: () => void }

/** Makes or changes an account. */
export function UserForm({ user, onClose, onSaved }: FormProps & { user: Account | undefined }) {
  const { run, isBusy, problem } = useAction(async () => {
    const body = bodyOf(draft)
    if (user) await api.patch(userPath(user), { body: changesOf(user, body) })
    else
      await api.post('/v1/admin/users', { body: filledIn({ ...body, password: draft.password }) })
    onClose()
    say(t(user ? 'admin.saved' : 'admin.made', { name: draft.name }))
    onSaved()
  })
  const { draft, set, text } = useDraft(() => draftOf(user), problem)
  return (
    <FormDialog
      title={user ? t('rooms.editNamed', { name: user.name }) : t('admin.newUser')}
      problem={problem}
      isBusy={isBusy}
      onSubmit={run}
      onClose={onClose}
    >
      <TextField label={t('admin.name')} {...text('name')} />
      <TextField label={t('admin.email')} type="email" autocomplete="off" {...text('email')} />
      {!user && (
        <TextField
          label={t('admin.password')}
          hint={t('admin.passwordHint', { min: PASSWORD_LENGTH_MIN })}
          autocomplete="off"
          {...text('password')}
        />
      )}
      <SelectField
        label={t('admin.role')}
        value={draft.role}
        options={ROLES.map((value) => ({ value, text: t(`admin.role.${value}`) }))}
        onPick={(role) => set({ role })}
        problem={problem}
        path="/role"
      />
      {draft.role === 'hotel_manager' && (
        <HotelsField slugs={draft.hotels} onPick={(hotels) => set({ hotels })} problem={problem} />
      )}
      {draft.role === 'agency_user' && (
        <AgencyField
          value={draft.agencyCode}
          onPick={(agencyCode) => set({ agencyCode })}
          problem={problem}
        />
      )}
    </FormDialog>
  )
}

/** Gives an account another password. */
export function PasswordForm({ user, onClose, onSaved }: FormProps & { user: Account }) {
  const { name } = user
  const { run, isBusy, problem } = useAction(async () => {
    await api.patch(userPath(user), { body: draft })
    onClose()
    say(t('admin.resetDone', { name }))
    onSaved()
  })
  const { draft, text } = useDraft(() => ({ password: makePassword() }), problem)
  return (
    <FormDialog
      title={t('admin.resetTitle', { name })}
      problem={problem}
      isBusy={isBusy}
      onSubmit={run}
      onClose={onClose}
    >
      <p>{t('admin.resetText')}</p>
      <TextField
        label={t('admin.password')}
        hint={t('admin.passwordHint', { min: PASSWORD_LENGTH_MIN })}
        autocomplete="off"
        {...text('password')}
      />
    </FormDialog>
  )
}

/** Where an account is changed. */
export const userPath = ({ id }: Account): string => `/v1/admin/users/${encodeURIComponent(id)}`

function draftOf(user: Account | undefined) {
  return {
    name: user?.name ?? '',
    email: user?.email ?? '',
    password: user ? '' : makePassword(),
    role: user?.role ?? 'hotel_manager',
    hotels: user?.hotels ?? [],
    agencyCode: user?.agencyCode ?? '',
  }
}

/** What belongs to another role is not sent: the service refuses it. No agency is null, which it refuses by its name. */
function bodyOf({ name, email, role, hotels, agencyCode }: ReturnType<typeof draftOf>) {
  return {
    name,
    email: email.trim(),
    role,
    ...(role === 'hotel_manager' && { hotels }),
    ...(role === 'agency_user' && { agencyCode: agencyCode || null }),
  }
}
