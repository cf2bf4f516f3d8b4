import type { Body } from '../../client/call.ts'
import { call } from '../lib/api.ts'
import { language, t } from '../lib/i18n.ts'
import type { User } from '../lib/session.ts'
import { EntityForm } from './entity-form.tsx'
import { EMAIL } from './kinds.ts'

type NewEmail = Omit<Body<'changeEmail'>, 'language'>

/** Changes the e-mail address of the reader's own account: the old and the new address confirm it by mail. */
export function EmailDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const current = { type: 'password', autocomplete: 'current-password' } as const
  return (
    <EntityForm
      title={t('own.changeEmail')}
      fields={[
        { name: 'email', label: t('own.newEmail'), kind: EMAIL },
        { name: 'currentPassword', label: t('account.current'), kind: { control: current } },
      ]}
      send={async (body: NewEmail) => {
        await call('changeEmail', {}, { body: { ...body, language: language.get() } })
        return t('own.emailAsked')
      }}
      onClose={onClose}
    >
      <p>{t('own.changeEmailText', { name: user.email })}</p>
    </EntityForm>
  )
}
