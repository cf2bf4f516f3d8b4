import type { Body, RecoveryCodes as Codes, NewSecondFactor } from '../../../client/call.ts'
import { call } from '../../lib/api.ts'
import { when } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useCall } from '../../lib/load.ts'
import { refreshUser, type User } from '../../lib/session.ts'
import { Button } from '../../parts/button.tsx'
import { codeField } from '../../parts/code-field.ts'
import { Copy } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { EntityForm, type FormField } from '../../parts/entity-form.tsx'
import { Badge, Read } from '../../parts/note.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { say } from '../../parts/toast.tsx'

/** The page warns below this number of recovery codes. */
const FEW = 3

/** One's own second factor: switched on or off, and its recovery codes renewed. */
export function SecondFactor({ user }: { user: User }) {
  const read = useCall('getSecondFactor', {})
  const changed = async () => {
    read.reload()
    await refreshUser()
  }
  return (
    <section class="card" aria-labelledby="own-factor">
      <div class="view-head">
        <h2 id="own-factor">{t('own.factor')}</h2>
        {user.secondFactor && <Badge tone="good">{t('own.on')}</Badge>}
        {user.secondFactor ? (
          <>
            <Button onClick={() => renew(user, changed)}>{t('own.renew')}</Button>
            <Button kind="danger" onClick={() => switchOff(user, changed)}>
              {t('own.off')}
            </Button>
          </>
        ) : (
          <Button kind="primary" onClick={() => switchOn(user, changed)}>
            {t('own.switchOn')}
          </Button>
        )}
      </div>
      <p class="dim">{t('own.factorText')}</p>
      <Read of={read}>
        {({ since, recoveryCodesLeft: count }) =>
          since && (
            <p class={count < FEW ? 'note warn' : undefined}>
              {t('own.since', { when: when(since) })} {t('own.codesLeft', { count })}
            </p>
          )
        }
      </Read>
    </section>
  )
}

/** Asks for the password, then for the first code of an app, and shows the recovery codes. */
async function switchOn(user: User, onChanged: () => Promise<void>): Promise<void> {
  const factor = await openDialog<NewSecondFactor>((close) => (
    <EntityForm
      title={t('own.switchOn')}
      action={t('own.next')}
      fields={[passwordField()]}
      send={async (body: Body<'beginSecondFactor'>) =>
        close(await call('beginSecondFactor', {}, { body }))
      }
      onClose={close}
    >
      <p>{t('own.beginText')}</p>
      <Username user={user} />
    </EntityForm>
  ))
  if (!factor) return
  const control = { autocomplete: 'one-time-code', inputMode: 'numeric', autofocus: true } as const
  const codes = await openDialog<Codes>((close) => (
    <EntityForm
      title={t('own.switchOn')}
      action={t('own.confirm')}
      fields={[{ ...codeField(), hint: t('own.confirmHint'), kind: { control } }]}
      send={async (body: Body<'confirmSecondFactor'>) =>
        close(await call('confirmSecondFactor', {}, { body }))
      }
      onClose={close}
    >
      <Secret of={factor} />
    </EntityForm>
  ))
  if (codes) await showCodes(codes, onChanged)
}

/** Asks for password and code, and shows other recovery codes. */
async function renew(user: User, onChanged: () => Promise<void>): Promise<void> {
  const codes = await openDialog<Codes>((close) => (
    <EntityForm
      title={t('own.renew')}
      action={t('own.renew')}
      fields={[passwordField(), codeField()]}
      send={async (body: Body<'renewRecoveryCodes'>) =>
        close(await call('renewRecoveryCodes', {}, { body }))
      }
      onClose={close}
    >
      <p>{t('own.renewText')}</p>
      <Username user={user} />
    </EntityForm>
  ))
  if (codes) await showCodes(codes, onChanged)
}

/** Asks for password and code before the second factor is removed. */
const switchOff = (user: User, onChanged: () => Promise<void>) =>
  openDialog((close) => (
    <EntityForm
      title={t('own.offTitle')}
      action={t('own.off')}
      fields={[passwordField(), codeField()]}
      send={async (body: Body<'removeSecondFactor'>) => {
        await call('removeSecondFactor', {}, { body })
        close()
        say(t('own.isOff'))
        await onChanged()
      }}
      onClose={close}
    >
      <p>{t('own.offText')}</p>
      <Username user={user} />
    </EntityForm>
  ))

async function showCodes({ recoveryCodes }: Codes, onChanged: () => Promise<void>): Promise<void> {
  await openDialog((close) => <RecoveryCodes codes={recoveryCodes} onClose={close} />)
  // Not earlier: the page of a hotel that requires a second factor replaces this one at once.
  await onChanged()
}

/** Tells a password manager whose password is typed. */
const Username = ({ user }: { user: User }) => (
  <input type="email" autocomplete="username" value={user.email} readOnly hidden />
)

export const passwordField = (): FormField => ({
  name: 'currentPassword',
  label: t('account.current'),
  kind: { control: { type: 'password', autocomplete: 'current-password', autofocus: true } },
})

/** The secret for an app: as a picture that it scans, and as text to type. */
function Secret({ of: { secret, url, qr } }: { of: NewSecondFactor }) {
  return (
    <>
      <ol class="steps">
        <li>{t('own.step1')}</li>
        <li>{t('own.step2')}</li>
        <li>{t('own.step3')}</li>
      </ol>
      <img class="qr" src={`data:image/svg+xml,${encodeURIComponent(qr)}`} alt={t('own.qr')} />
      <details>
        <summary>{t('own.byHand')}</summary>
        <div class="secret">
          <code>{secret.match(/.{1,4}/g)!.join(' ')}</code>
          <Copy text={secret} />
        </div>
        <p>
          <a href={url}>{t('own.openApp')}</a>
        </p>
      </details>
    </>
  )
}

/** Shows recovery codes once; only the button that says they are kept closes the dialog. */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  // The second click of a double one on the button that made them may land here.
  const keep = (event: MouseEvent) => event.detail < 2 && onClose()
  return (
    <Dialog
      title={t('own.codes')}
      isKept
      onClose={onClose}
      actions={
        <>
          <Copy text={codes.join('\n')} />
          <Button kind="primary" onClick={keep}>
            {t('channel.kept')}
          </Button>
        </>
      }
    >
      <p class="note warn">{t('own.codesText')}</p>
      <ul class="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
