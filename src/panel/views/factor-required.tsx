import { useState } from 'preact/hooks'
import { api } from '../lib/api.ts'
import { asSentence, t } from '../lib/i18n.ts'
import { useAction, useGet } from '../lib/load.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/dialog.tsx'
import { ProblemNote, Read } from '../parts/note.tsx'
import { say } from '../parts/toast.tsx'

type Required = { required: boolean }

type FactorRequiredProps = {
  slug: string
  isAdmin: boolean
  /** Who belongs to the hotel, as far as they are listed. */
  people: readonly { secondFactor: boolean }[]
}

/** Whether a hotel asks its people for a second factor; its owners and admins see to it. */
export function FactorRequired({ slug, isAdmin, people }: FactorRequiredProps) {
  const path = isAdmin
    ? `/v1/admin/hotels/${encodeURIComponent(slug)}/second-factor`
    : '/v1/panel/second-factor'
  const query = isAdmin ? {} : { hotel: slug }
  const read = useGet<Required>(path, query)
  const [isAsking, setAsking] = useState(false)
  const change = async (required: boolean) => {
    read.set(await api.patch<Required>(path, { query, body: { required } }))
    return t('people.requireSaved')
  }
  const { run, isBusy, problem } = useAction(async () => say(await change(false)))
  const count = people.filter(({ secondFactor }) => !secondFactor).length
  return (
    <section class={isAdmin ? 'stack' : 'card'} aria-labelledby="factor-required">
      <div class="view-head">
        <h2 id="factor-required">{t('people.factor')}</h2>
        {read.data &&
          (read.data.required ? (
            <Button isBusy={isBusy} onClick={run}>
              {t('people.release')}
            </Button>
          ) : (
            <Button onClick={() => setAsking(true)}>{t('people.require')}</Button>
          ))}
      </div>
      <ProblemNote problem={asSentence(problem)} />
      <Read of={read}>
        {({ required }) => <p>{t(required ? 'people.required' : 'people.notRequired')}</p>}
      </Read>
      {isAsking && (
        <Confirm
          title={t('people.requireTitle')}
          action={t('people.require')}
          kind="primary"
          act={() => change(true)}
          onClose={() => setAsking(false)}
        >
          <p>{t('people.requireText', { count })}</p>
        </Confirm>
      )}
    </section>
  )
}
