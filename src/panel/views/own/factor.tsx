import { useState } from 'preact/hooks'
import type { Static } from 'typebox'
import type {
  FactorSchema,
  NewFactorSchema,
  RecoveryCodesSchema,
} from '../../../http/accounts/account-shape.ts'
import { api } from '../../lib/api.ts'
import { when } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useGet } from '../../lib/load.ts'
import { refreshUser, type User } from '../../lib/session.ts'
import { Button } from '../../parts/button.tsx'
import { codeField } from '../../parts/code-field.ts'
import { Copy } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { EntityForm, type FormField } from '../../parts/entity-form.tsx'
import { Badge, Read } from '../../parts/note.tsx'
import { say } from '../../parts/toast.tsx'

type Begun = Static<typeof NewFactorSchema>
type Codes = Static<typeof RecoveryCodesSchema>

/** What is open: the password that begins it, the secret with the code that confirms it, or what ends or renews it. */
type Open = 'begin' | 'renew' | 'off' | { begun: Begun } | Codes

const PATH = '/v1/auth/second-factor'
/** Fewer are worth a word. */
const FEW = 3

/** One's own second factor: switched on, its recovery codes renewed, switched off. */
export function SecondFactor({ user }: { user: User }) {
  const read = useGet<Static<typeof FactorSchema>>(PATH)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
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
            <Button onClick={() => setOpen('renew')}>{t('own.renew')}</Button>
            <Button kind="danger" onClick={() => setOpen('off')}>
              {t('own.off')}
            </Button>
          </>
        ) : (
          <Button kind="primary" onClick={() => setOpen('begin')}>
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
      {open && (
        <FactorDialog
          open={open}
          user={user}
          onOpen={setOpen}
          onClose={close}
          onChanged={changed}
        />
      )}
    </section>
  )
}

type FactorDialogProps = {
  open: Open
  user: User
  onOpen: (open: Open) => void
  onClose: () => void
  onChanged: () => Promise<void>
}

function FactorDialog({ open, user, onOpen, onClose, onChanged }: FactorDialogProps) {
  if (typeof open === 'object' && 'recoveryCodes' in open) {
    const keep = async () => {
      onClose()
      // Not before: where a hotel asks for it, its page takes this one's place then.
      await onChanged()
    }
    return <RecoveryCodes codes={open.recoveryCodes} onClose={keep} />
  }
  if (typeof open === 'object')
    return (
      <EntityForm
        key="confirm"
        title={t('own.switchOn')}
        action={t('own.confirm')}
        fields={[
          {
            ...codeField(),
            hint: t('own.confirmHint'),
            kind: {
              control: { autocomplete: 'one-time-code', inputMode: 'numeric', autofocus: true },
            },
          },
        ]}
        send={async (body) => onOpen(await api.post<Codes>(`${PATH}/confirm`, { body }))}
        onClose={onClose}
      >
        <Secret begun={open.begun} />
      </EntityForm>
    )
  const isBegin = open === 'begin'
  const send = async (body: object) => {
    if (isBegin) return onOpen({ begun: await api.post<Begun>(PATH, { body }) })
    if (open === 'renew') return onOpen(await api.post<Codes>(`${PATH}/recovery-codes`, { body }))
    await api.post(`${PATH}/remove`, { body })
    onClose()
    say(t('own.isOff'))
    await onChanged()
  }
  return (
    <EntityForm
      key={open}
      title={t(isBegin ? 'own.switchOn' : open === 'renew' ? 'own.renew' : 'own.offTitle')}
      action={t(isBegin ? 'own.next' : open === 'renew' ? 'own.renew' : 'own.off')}
      fields={[passwordField(), ...(isBegin ? [] : [codeField()])]}
      send={send}
      onClose={onClose}
    >
      <p>{t(isBegin ? 'own.beginText' : open === 'renew' ? 'own.renewText' : 'own.offText')}</p>
      {/* For who keeps passwords: whose it is. */}
      <input type="email" autocomplete="username" value={user.email} readOnly hidden />
    </EntityForm>
  )
}

export const passwordField = (): FormField => ({
  name: 'currentPassword',
  label: t('account.current'),
  kind: { control: { type: 'password', autocomplete: 'current-password', autofocus: true } },
})

/** The secret of an app: as a picture for it to scan, and as text to be typed. */
function Secret({ begun: { secret, url, qr } }: { begun: Begun }) {
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

/** The recovery codes, this once; only what says that they are kept closes it. */
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
