import { useState } from 'preact/hooks'
import { call } from '../../lib/api.ts'
import { parseMoney } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { type Line, monthText, type Statement, sumTexts } from './model.ts'

type Act = { hotel: string; onDone: () => void }

/** Asks before a month is closed, and says its sums first. */
export function askClose(statement: Statement, { hotel, onDone }: Act): void {
  const { agencyCode, agencyName, month, currency, sums } = statement
  const body = { agencyCode, month, currency, expectedOwedCents: sums.owedCents }
  const act = async () => {
    const { number } = await call('closeStatement', { hotel }, { body })
    onDone()
    return number ? t('statements.closedNow', { number }) : t('statements.closingNow')
  }
  const said = { agency: agencyName, month: monthText(month), ...sumTexts(statement) }
  void openDialog((onClose) => (
    <Confirm
      title={t('statements.close')}
      action={t('statements.close')}
      kind="primary"
      {...{ act, onClose }}
    >
      <p>{t('statements.closeText', said)}</p>
    </Confirm>
  ))
}

/** Asks for an adjustment of a line of a closed statement. */
export function askAdjust(statement: Statement, line: Line, act: Act): void {
  void openDialog((onClose) => <AdjustDialog {...{ statement, line, ...act, onClose }} />)
}

type AdjustProps = Act & { statement: Statement; line: Line; onClose: () => void }

function AdjustDialog({ statement, line, hotel, onDone, onClose }: AdjustProps) {
  const { agencyCode, currency } = statement
  const { bookingCode } = line
  const [base, setBase] = useState('0')
  const [commission, setCommission] = useState('0')
  const [note, setNote] = useState('')
  // One key for the dialog: a press that is repeated after a lost answer writes one adjustment.
  const [key] = useState(() => crypto.randomUUID())
  const act = async () => {
    const cents = (text: string) => signed(text, currency)
    const body = { agencyCode, bookingCode, note, baseCents: cents(base) }
    await call(
      'addStatementAdjustment',
      { hotel },
      { key, body: { ...body, commissionCents: cents(commission) } },
    )
    onDone()
    return t('statements.adjusted')
  }
  return (
    <Confirm
      title={t('statements.adjustTitle', { code: bookingCode })}
      action={t('statements.adjust')}
      kind="primary"
      {...{ act, onClose }}
    >
      {(problem) => (
        <>
          <p class="dim">{t('statements.adjustText')}</p>
          {line.collect === 'agency' && (
            <TextField
              label={t('statements.gross')}
              value={base}
              onText={setBase}
              {...{ problem, path: '/baseCents' }}
            />
          )}
          <TextField
            label={t('statements.commission')}
            value={commission}
            onText={setCommission}
            {...{ problem, path: '/commissionCents' }}
          />
          <TextField
            label={t('statements.note')}
            value={note}
            onText={setNote}
            required
            {...{ problem, path: '/note' }}
          />
        </>
      )}
    </Confirm>
  )
}

/** Reads an amount that may stand below 0; what is none is left to the service to refuse. */
function signed(text: string, currency: string): number {
  const isMinus = /^\s*[-−]/.test(text)
  const cents = parseMoney(text.replace(/^\s*[-−]/, ''), currency) ?? Number.NaN
  return isMinus ? -cents : cents
}

/** Asks before an adjustment of an open month is taken back. */
export function askDrop({ bookingCode, adjustment }: Line, { hotel, onDone }: Act): void {
  const act = async () => {
    await call('dropStatementAdjustment', { hotel, id: adjustment!.id })
    onDone()
    return t('statements.drop')
  }
  void openDialog((onClose) => (
    <Confirm title={t('statements.drop')} action={t('statements.drop')} {...{ act, onClose }}>
      {t('statements.dropText', { code: bookingCode })}
    </Confirm>
  ))
}
