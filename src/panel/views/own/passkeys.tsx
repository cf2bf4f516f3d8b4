import { useState } from 'preact/hooks'
import type { Static } from 'typebox'
import type { PasskeySchema, PasskeysSchema } from '../../../http/accounts/account-shape.ts'
import { api } from '../../lib/api.ts'
import { ago, when } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useGet } from '../../lib/load.ts'
import { hasPasskeys, makePasskey } from '../../lib/passkey.ts'
import { refreshUser } from '../../lib/session.ts'
import { Button } from '../../parts/button.tsx'
import { EntityForm } from '../../parts/entity-form.tsx'
import { Two } from '../../parts/facts.tsx'
import { Badge, Read } from '../../parts/note.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { passwordField } from './factor.tsx'

type Passkey = Static<typeof PasskeySchema>

/** What is open: a new one, or one that is named anew or goes. */
type Open = 'add' | { named: Passkey } | { gone: Passkey; isLast: boolean }

const PATH = '/v1/auth/passkeys'

/** One's own passkeys: added, named, removed; where they can be made, if not here. */
export function Passkeys() {
  const read = useGet<Static<typeof PasskeysSchema>>(PATH)
  const [open, setOpen] = useState<Open>()
  const changed = async () => {
    read.reload()
    await refreshUser()
  }
  const columns = (all: readonly Passkey[]): Column<Passkey>[] => [
    {
      head: t('list.name'),
      isName: true,
      cell: ({ name, host, usable }) => (
        <Two
          over={
            <span class="beside">
              <bdi>{name}</bdi>
              {!usable && <Badge tone="warn">{t('own.passkeyElsewhere')}</Badge>}
            </span>
          }
        >
          <bdi>{host}</bdi>
        </Two>
      ),
    },
    {
      head: t('own.passkeyUsed'),
      cell: ({ lastUsedAt }) => (lastUsedAt ? ago(lastUsedAt) : t('own.passkeyUnused')),
    },
    { head: t('own.passkeyMade'), isTold: true, cell: ({ createdAt }) => when(createdAt) },
    {
      head: t('list.actions'),
      cell: (passkey) => (
        <span class="beside">
          <Button
            aria-label={t('own.passkeyRename', { name: passkey.name })}
            onClick={() => setOpen({ named: passkey })}
          >
            {t('own.passkeyRenameIt')}
          </Button>
          <Button
            kind="danger"
            aria-label={t('own.passkeyRemoveOne', { name: passkey.name })}
            onClick={() => setOpen({ gone: passkey, isLast: isLast(passkey, all) })}
          >
            {t('own.passkeyRemove')}
          </Button>
        </span>
      ),
    },
  ]
  return (
    <section class="stack" aria-labelledby="own-passkeys">
      <div class="view-head">
        <h2 id="own-passkeys">{t('own.passkeys')}</h2>
        {hasPasskeys() && read.data?.origin === location.origin && (
          <Button kind="primary" onClick={() => setOpen('add')}>
            {t('own.passkeyAdd')}
          </Button>
        )}
      </div>
      <p class="dim">{t('own.passkeysText')}</p>
      <Read of={read}>
        {({ origin, items }) => (
          <>
            <Where origin={origin} />
            {items.length > 0 && (
              <Table
                caption={t('own.passkeys')}
                rows={items}
                keyOf={({ id }) => id}
                columns={columns(items)}
              />
            )}
          </>
        )}
      </Read>
      {open && <PasskeyDialog open={open} onChanged={changed} onClose={() => setOpen(undefined)} />}
    </section>
  )
}

/** Whether the password is asked for: the service says so, too, of what has changed meanwhile. */
const isLast = ({ id, usable }: Passkey, all: readonly Passkey[]) =>
  !all.some((each) => each.id !== id && (each.usable || !usable))

/** Why no passkey can be made here, and where one can. */
function Where({ origin }: { origin: string | null }) {
  if (origin === null) return <p class="note warn">{t('own.passkeysOff')}</p>
  if (origin !== location.origin)
    return (
      <p class="note warn">
        {t('own.passkeysAt')} <a href={`${origin}${location.pathname}`}>{origin}</a>
      </p>
    )
  return hasPasskeys() ? null : <p class="note warn">{t('own.passkeysOld')}</p>
}

type DialogProps = { open: Open; onChanged: () => Promise<void>; onClose: () => void }

function PasskeyDialog({ open, onChanged, onClose }: DialogProps) {
  const name = { name: 'name', label: t('list.name'), hint: t('own.passkeyNameHint') }
  if (open === 'add') {
    const add = async (body: object) => {
      const passkey = await makePasskey((asked) => api.post(`${PATH}/options`, { body: asked }))
      await api.post(PATH, { body: { ...body, passkey } })
      await onChanged()
      return t('own.passkeyAdded')
    }
    return (
      <EntityForm title={t('own.passkeyAdd')} fields={[name]} send={add} onClose={onClose}>
        <p>{t('own.passkeyAddText')}</p>
      </EntityForm>
    )
  }
  if ('named' in open) {
    const { id, name: before } = open.named
    const rename = async (body: object) => {
      await api.patch(`${PATH}/${id}`, { body })
      await onChanged()
      return t('own.saved')
    }
    return (
      <EntityForm
        title={t('own.passkeyRename', { name: before })}
        fields={[name]}
        before={{ name: before }}
        send={rename}
        onClose={onClose}
      />
    )
  }
  const { gone, isLast: isAsked } = open
  const remove = async (body: object) => {
    await api.delete(`${PATH}/${gone.id}`, { body })
    await onChanged()
    return t('own.passkeyRemoved')
  }
  return (
    <EntityForm
      title={t('own.passkeyRemoveOne', { name: gone.name })}
      action={t('own.passkeyRemove')}
      fields={isAsked ? [passwordField()] : []}
      send={remove}
      onClose={onClose}
    >
      <p>{t(isAsked ? 'own.passkeyLastText' : 'own.passkeyRemoveText')}</p>
    </EntityForm>
  )
}
