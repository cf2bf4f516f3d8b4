import type { Body, Passkey } from '../../../client/call.ts'
import { call } from '../../lib/api.ts'
import { ago, when } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useCall } from '../../lib/load.ts'
import { hasPasskeys, makePasskey } from '../../lib/passkey.ts'
import { refreshUser } from '../../lib/session.ts'
import { Button } from '../../parts/button.tsx'
import { textColumn } from '../../parts/columns.tsx'
import { EntityForm } from '../../parts/entity-form.tsx'
import { Two } from '../../parts/facts.tsx'
import { Badge, Read } from '../../parts/note.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { passwordField } from './factor.tsx'

/** Reads the list and the account again after a change. */
type Changed = () => Promise<void>

/** One's own passkeys: added, renamed and removed; the page says where they can be made, if not here. */
export function Passkeys() {
  const read = useCall('listPasskeys', {})
  const changed = async () => {
    read.reload()
    await refreshUser()
  }
  return (
    <section class="stack" aria-labelledby="own-passkeys">
      <div class="view-head">
        <h2 id="own-passkeys">{t('own.passkeys')}</h2>
        {hasPasskeys() && read.data?.origin === location.origin && (
          <Button kind="primary" onClick={() => add(changed)}>
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
                columns={[...columnsOf(), actionsOf(items, changed)]}
              />
            )}
          </>
        )}
      </Read>
    </section>
  )
}

/** Says why no passkey can be made here, and where one can. */
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

const columnsOf = (): Column<Passkey>[] => [
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
  textColumn(t('own.passkeyUsed'), ({ lastUsedAt }) =>
    lastUsedAt ? ago(lastUsedAt) : t('own.passkeyUnused'),
  ),
  textColumn(t('own.passkeyMade'), ({ createdAt }) => when(createdAt), { isTold: true }),
]

const actionsOf = (all: readonly Passkey[], onChanged: Changed): Column<Passkey> => ({
  head: t('list.actions'),
  cell: (passkey) => (
    <span class="beside">
      <Button
        aria-label={t('own.passkeyRename', { name: passkey.name })}
        onClick={() => rename(passkey, onChanged)}
      >
        {t('own.passkeyRenameIt')}
      </Button>
      <Button
        kind="danger"
        aria-label={t('own.passkeyRemoveOne', { name: passkey.name })}
        onClick={() => remove(passkey, isLast(passkey, all), onChanged)}
      >
        {t('own.passkeyRemove')}
      </Button>
    </span>
  ),
})

/** True if the removal asks for the password; the service asks for it, too, if the list has changed meanwhile. */
const isLast = ({ id, usable }: Passkey, all: readonly Passkey[]) =>
  !all.some((each) => each.id !== id && (each.usable || !usable))

const nameField = () => ({
  name: 'name',
  label: t('list.name'),
  hint: t('own.passkeyNameHint'),
})

const add = (onChanged: Changed) =>
  openDialog((close) => (
    <EntityForm
      title={t('own.passkeyAdd')}
      fields={[nameField()]}
      send={async (body: Pick<Body<'addPasskey'>, 'name'>) => {
        const passkey = await makePasskey((options) => call('askForPasskey', {}, options))
        await call('addPasskey', {}, { body: { ...body, passkey } })
        await onChanged()
        return t('own.passkeyAdded')
      }}
      onClose={close}
    >
      <p>{t('own.passkeyAddText')}</p>
    </EntityForm>
  ))

const rename = ({ id, name }: Passkey, onChanged: Changed) =>
  openDialog((close) => (
    <EntityForm
      title={t('own.passkeyRename', { name })}
      fields={[nameField()]}
      before={{ name }}
      send={async (body: Body<'changePasskey'>) => {
        await call('changePasskey', { id }, { body })
        await onChanged()
        return t('own.saved')
      }}
      onClose={close}
    />
  ))

const remove = ({ id, name }: Passkey, isLast: boolean, onChanged: Changed) =>
  openDialog((close) => (
    <EntityForm
      title={t('own.passkeyRemoveOne', { name })}
      action={t('own.passkeyRemove')}
      fields={isLast ? [passwordField()] : []}
      send={async (body: NonNullable<Body<'removePasskey'>>) => {
        await call('removePasskey', { id }, { body })
        await onChanged()
        return t('own.passkeyRemoved')
      }}
      onClose={close}
    >
      <p>{t(isLast ? 'own.passkeyLastText' : 'own.passkeyRemoveText')}</p>
    </EntityForm>
  ))
