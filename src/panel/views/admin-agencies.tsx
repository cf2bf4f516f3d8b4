import { useState } from 'preact/hooks'
import type { Agency } from '../../domain/agency.ts'
import { api, type Page } from '../lib/api.ts'
import { parseNumber, percent } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { useAction, usePages } from '../lib/load.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { Menu } from '../parts/menu.tsx'
import { Badge, Empty, ProblemNote } from '../parts/note.tsx'
import { say } from '../parts/toast.tsx'
import { asSentence, changesOf, filledIn, PagedTable, useDraft } from './admin-parts.tsx'

type Open = { what: 'new' } | { what: 'edit' | 'suspend'; agency: Agency }

/** Every agency: listed, made, changed, suspended. */
export function AdminAgencies() {
  const [open, setOpen] = useState<Open>()
  const pages = usePages(
    (cursor, signal) =>
      api.get<Page<Agency>>('/v1/agencies', { query: { cursor, limit: 25 }, signal }),
    [],
  )
  const close = () => setOpen(undefined)
  const switching = useAction(async ({ code, name }: Agency, active: boolean) => {
    await api.patch(pathOf(code), { body: { active } })
    close()
    say(t(active ? 'admin.saved' : 'admin.isSuspended', { name }))
    pages.reload()
  })
  const itemsOf = (agency: Agency) => [
    { text: t('rooms.edit'), run: () => setOpen({ what: 'edit', agency }) },
    agency.active
      ? {
          text: t('admin.suspend'),
          isDanger: true,
          run: () => setOpen({ what: 'suspend', agency }),
        }
      : { text: t('admin.approve'), run: () => switching.run(agency, true) },
  ]
  return (
    <>
      <div class="view-head">
        <h1>{t('admin.agencies')}</h1>
        <Button kind="primary" onClick={() => setOpen({ what: 'new' })}>
          {t('admin.newAgency')}
        </Button>
      </div>
      {!open && <ProblemNote problem={asSentence(switching.problem)} />}
      <PagedTable
        pages={pages}
        caption={t('admin.agencies')}
        keyOf={({ code }) => code}
        empty={<Empty title={t('admin.noAgencies')} />}
        columns={[
          { head: t('admin.agency'), isName: true, cell: ({ name }) => <bdi>{name}</bdi> },
          { head: t('admin.code'), cell: ({ code }) => code },
          { head: t('admin.email'), cell: ({ email }) => <bdi>{email}</bdi> },
          {
            head: t('admin.rate'),
            isNumber: true,
            cell: ({ commissionBasisPoints }) => percent(commissionBasisPoints / 10_000),
          },
          { head: t('admin.state'), cell: ({ active }) => <StateBadge isActive={active} /> },
          {
            head: t('admin.actions'),
            cell: (agency) => <RowMenu name={agency.name} items={itemsOf(agency)} />,
          },
        ]}
      />
      {open?.what === 'suspend' && (
        <Confirm
          title={t('admin.suspendTitle', { name: open.agency.name })}
          action={t('admin.suspend')}
          isBusy={switching.isBusy}
          problem={asSentence(switching.problem)}
          onConfirm={() => switching.run(open.agency, false)}
          onClose={close}
        >
          <p>{t('admin.suspendAgency')}</p>
        </Confirm>
      )}
      {open && open.what !== 'suspend' && (
        <AgencyForm
          agency={open.what === 'edit' ? open.agency : undefined}
          onClose={close}
          onSaved={pages.reload}
        />
      )}
    </>
  )
}

/** What can be done with a row. */
export function RowMenu({
  name,
  items,
}: {
  name: string
  items: Parameters<typeof Menu>[0]['items']
}) {
  return (
    <Menu
      items={items}
      label={
        <>
          <span aria-hidden="true">⋯</span>
          <span class="sr-only">{t('admin.actionsOf', { name })}</span>
        </>
      }
    />
  )
}

function StateBadge({ isActive }: { isActive: boolean }) {
  return (
    <Badge tone={isActive ? 'good' : 'bad'}>
      {t(isActive ? 'admin.active' : 'admin.suspended')}
    </Badge>
  )
}

type AgencyFormProps = { agency: Agency | undefined; onClose: () => void; onSaved: () => void }

function AgencyForm({ agency, onClose, onSaved }: AgencyFormProps) {
  const { run, isBusy, problem } = useAction(async () => {
    const { code, commissionBasisPoints, ...rest } = draft
    const body = { ...rest, commissionBasisPoints: basisPointsOf(commissionBasisPoints) }
    if (agency) await api.patch(pathOf(agency.code), { body: changesOf(agency, body) })
    else await api.post('/v1/admin/agencies', { body: filledIn({ code, ...body }) })
    onClose()
    say(t(agency ? 'admin.saved' : 'admin.made', { name: draft.name }))
    onSaved()
  })
  const { draft, text } = useDraft(
    () => ({
      code: '',
      name: agency?.name ?? '',
      email: agency?.email ?? '',
      commissionBasisPoints: agency ? String(agency.commissionBasisPoints / 100) : '10',
    }),
    problem,
  )
  return (
    <FormDialog
      title={agency ? t('rooms.editNamed', { name: agency.name }) : t('admin.newAgency')}
      problem={problem}
      isBusy={isBusy}
      onSubmit={run}
      onClose={onClose}
    >
      {!agency && (
        <TextField label={t('admin.code')} hint={t('admin.codeHint')} {...text('code')} />
      )}
      <TextField label={t('admin.name')} {...text('name')} />
      <TextField label={t('admin.email')} type="email" {...text('email')} />
      <TextField
        label={t('admin.commission')}
        hint={t('admin.commissionHint')}
        inputMode="decimal"
        {...text('commissionBasisPoints')}
      />
    </FormDialog>
  )
}

const pathOf = (code: string) => `/v1/admin/agencies/${encodeURIComponent(code)}`

/** A share in per cent as the body has it: what is none goes out as it was written, for the service to refuse. */
function basisPointsOf(text: string): number | string | null {
  if (text.trim() === '') return null
  const share = parseNumber(text, 2)
  return share === undefined ? text : Math.round(share * 100)
}
