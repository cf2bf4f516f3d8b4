import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../domain/kernel/limits.ts'
import { call } from '../lib/api.ts'
import { t } from '../lib/i18n.ts'
import { renewSession, type User } from '../lib/session.ts'
import { codeField } from './code-field.ts'
import { type Draft, EntityForm } from './entity-form.tsx'

/** Changes the reader's own password: it asks for the old one, and ends every session but this page's. */
export function PasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const current = { type: 'password', autocomplete: 'current-password' } as const
  const next = { type: 'password', autocomplete: 'new-password' } as const
  const wrong = (again: string, { newPassword }: Draft) =>
    again === newPassword ? undefined : t('account.differs')
  return (
    <EntityForm
      title={t('account.password')}
      fields={[
        { name: 'currentPassword', label: t('account.current'), kind: { control: current } },
        {
          name: 'newPassword',
          label: t('account.new'),
          hint: t('account.newHint', { min: PASSWORD_LENGTH_MIN, max: PASSWORD_LENGTH_MAX }),
          kind: { control: next },
        },
        { name: 'again', label: t('account.again'), kind: { control: next, wrong } },
        ...(user.secondFactor ? [codeField()] : []),
      ]}
      before={{}}
      send={async (_, { currentPassword, newPassword, code }) => {
        const passwords = {
          currentPassword: String(currentPassword),
          newPassword: String(newPassword),
        }
        await call('changeMe', {}, { body: passwords })
        await renewSession(user.email, passwords.newPassword, code as string | undefined)
        return t('account.changed')
      }}
      onClose={onClose}
      below={<p class="dim">{t('account.ends')}</p>}
    >
      {/* Password managers need the address. */}
      <input type="email" autocomplete="username" value={user.email} readOnly hidden />
    </EntityForm>
  )
}
