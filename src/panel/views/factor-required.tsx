import { asSentence, t } from '../lib/i18n.ts'
import { useAction } from '../lib/load.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/dialog.tsx'
import { ProblemNote, Read } from '../parts/note.tsx'
import { openDialog } from '../parts/open-dialog.tsx'
import { say } from '../parts/toast.tsx'
import type { FactorRuleApi } from './people-api.ts'

type FactorRequiredProps = {
  api: FactorRuleApi
  /** The people, as far as they are listed. */
  people: readonly { secondFactor: boolean }[]
  isCard: boolean
}

/** The rule of a hotel or an agency that its people need a second factor; its owners and admins change it. */
export function FactorRequired({ api, people, isCard }: FactorRequiredProps) {
  const read = api.useFactorRequired()
  const change = async (required: boolean) => {
    read.set(await api.requireFactor(required))
    return t('people.requireSaved')
  }
  const { run, isBusy, problem } = useAction(async () => say(await change(false)))
  const require = () =>
    openDialog((close) => (
      <Confirm
        title={t('people.requireTitle')}
        action={t('people.require')}
        kind="primary"
        act={() => change(true)}
        onClose={close}
      >
        <p>
          {t('people.requireText', {
            count: people.filter(({ secondFactor }) => !secondFactor).length,
          })}
        </p>
      </Confirm>
    ))
  return (
    <section class={isCard ? 'card' : 'stack'} aria-labelledby="factor-required">
      <div class="view-head">
        <h2 id="factor-required">{t('people.factor')}</h2>
        {read.data &&
          (read.data.required ? (
            <Button isBusy={isBusy} onClick={run}>
              {t('people.release')}
            </Button>
          ) : (
            <Button onClick={require}>{t('people.require')}</Button>
          ))}
      </div>
      <ProblemNote problem={asSentence(problem)} />
      <Read of={read}>
        {({ required }) => <p>{t(required ? 'people.required' : 'people.notRequired')}</p>}
      </Read>
    </section>
  )
}
