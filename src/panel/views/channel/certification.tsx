import type { Static } from 'typebox'
import type { WholeHotel } from '../../../client/call.ts'
import type { CertificationSchema } from '../../../http/api/key-shape.ts'
import { dateTime } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useGet } from '../../lib/load.ts'
import { useRefresh } from '../../lib/refresh.ts'
import { href } from '../../lib/router.ts'
import { Facts } from '../../parts/facts.tsx'
import type { Key } from '../../parts/key-table.tsx'
import { Badge, Empty, Read } from '../../parts/note.tsx'
import { Snippets } from '../../parts/secret.tsx'

type Shown = Static<typeof CertificationSchema>
type Step = Shown['scenarios'][number]

/** What the key has shown is in no feed of the hotel. */
const REFRESH_MS = 5_000

/** What a test key has shown of its certification: a checklist, with what to do next at each step. */
export function Certification({ hotel, of }: { hotel: WholeHotel; of: Key | undefined }) {
  return (
    <section class="stack" aria-labelledby="certification">
      <p>
        <a href={href({ rest: ['keys'] })}>{t('channel.keys')}</a>
      </p>
      {of?.mode === 'test' ? (
        <Steps hotel={hotel} of={of} />
      ) : (
        <Empty title={t('channel.cert.unknown')}>{t('channel.cert.unknownText')}</Empty>
      )}
    </section>
  )
}

function Steps({ hotel, of: { id, name } }: { hotel: WholeHotel; of: Key }) {
  const path = `/v1/panel/api-keys/${id}/certification`
  const read = useGet<Shown>(path, { hotel: hotel.slug })
  useRefresh(read.reload, REFRESH_MS, !read.data?.certifiedAt)
  return (
    <>
      <h2 id="certification">{t('channel.cert.of', { name })}</h2>
      <p class="dim">{t('channel.cert.about')}</p>
      <Read of={read}>
        {(shown) => (
          <>
            <Progress hotel={hotel} shown={shown} />
            <ol class="cards steps">
              {shown.scenarios.map((step, index) => (
                <StepCard key={step.scenario} hotel={hotel} step={step} number={index + 1} />
              ))}
            </ol>
          </>
        )}
      </Read>
    </>
  )
}

function Progress({ hotel, shown }: { hotel: WholeHotel; shown: Shown }) {
  const { done, of, certifiedAt } = shown
  return (
    <div class="view-head">
      <label>
        {t('channel.cert.done', { count: done, of })} <progress value={done} max={of} />
      </label>
      {certifiedAt && (
        <Badge tone="good">
          {t('channel.cert.certified', { at: dateTime(certifiedAt, hotel.timezone) })}
        </Badge>
      )}
    </div>
  )
}

function StepCard({ hotel, step, number }: { hotel: WholeHotel; step: Step; number: number }) {
  const { scenario, done, doneAt, requestIds, deliveryIds, calls } = step
  return (
    <li class="card">
      <div class="view-head">
        <h3>
          {number}. {t(`channel.cert.${scenario}`)}
        </h3>
        <Badge tone={done ? 'good' : 'neutral'}>
          {t(done ? 'channel.cert.isDone' : 'channel.cert.isOpen')}
        </Badge>
      </div>
      {doneAt ? (
        <Facts
          pairs={[
            [t('channel.cert.at'), dateTime(doneAt, hotel.timezone)],
            [t('channel.cert.requests'), idsOf(requestIds)],
            [t('channel.cert.deliveries'), idsOf(deliveryIds)],
          ]}
        />
      ) : (
        <>
          <p>{withCode(t(`channel.cert.${scenario}.next`))}</p>
          <details>
            <summary>{t('channel.cert.calls')}</summary>
            <Snippets snippets={{ calls: calls.join('\n') }} />
          </details>
        </>
      )}
    </li>
  )
}

const idsOf = (ids: readonly string[]) =>
  ids.length === 0 ? null : (
    <span class="two">
      {ids.map((id) => (
        <code key={id}>{id}</code>
      ))}
    </span>
  )

/** A text in which names of fields stand between backticks. */
const withCode = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))
