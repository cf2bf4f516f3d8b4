import type { ApiKey, Certification as Progress, WholeHotel } from '../../../client/call.ts'
import { dateTime } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useCall } from '../../lib/load.ts'
import { useRefresh } from '../../lib/refresh.ts'
import { href } from '../../lib/router.ts'
import { Facts } from '../../parts/facts.tsx'
import { Badge, Empty, Read } from '../../parts/note.tsx'
import { Snippets } from '../../parts/secret.tsx'

type Step = Progress['scenarios'][number]

/** The feed of a hotel says nothing about what a key has shown. */
const REFRESH_MS = 5_000

/** The certification of a test key as a checklist: each step is done, or says what to do next. */
export function Certification({ hotel, of }: { hotel: WholeHotel; of: ApiKey | undefined }) {
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

function Steps({ hotel, of: { id, name } }: { hotel: WholeHotel; of: ApiKey }) {
  const read = useCall('getKeyCertification', { hotel: hotel.slug, id })
  useRefresh(read.reload, REFRESH_MS, !read.data?.certifiedAt)
  return (
    <>
      <h2 id="certification">{t('channel.cert.of', { name })}</h2>
      <p class="dim">{t('channel.cert.about')}</p>
      <Read of={read}>
        {(progress) => (
          <>
            <Done hotel={hotel} progress={progress} />
            <ol class="cards steps">
              {progress.scenarios.map((step, index) => (
                <StepCard key={step.scenario} hotel={hotel} step={step} number={index + 1} />
              ))}
            </ol>
          </>
        )}
      </Read>
    </>
  )
}

function Done({ hotel, progress }: { hotel: WholeHotel; progress: Progress }) {
  const { done, of, certifiedAt } = progress
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

/** Draws a text in which the names of fields stand between backticks. */
const withCode = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))
