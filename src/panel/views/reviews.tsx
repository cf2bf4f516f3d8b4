import { useState } from 'preact/hooks'
import type { Static } from 'typebox'
import type { ReviewSchema } from '../../http/shapes/hotel.ts'
import { api } from '../lib/api.ts'
import { dateTime } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { usePages } from '../lib/load.ts'
import { may } from '../lib/may.ts'
import { href, type ViewProps } from '../lib/router.ts'
import type { Hotel } from '../lib/types.ts'
import { Button } from '../parts/button.tsx'
import { EntityForm } from '../parts/entity-form.tsx'
import { Empty } from '../parts/note.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { ChipFilter } from '../parts/search-field.tsx'
import { Pager } from '../parts/table.tsx'
import { say } from '../parts/toast.tsx'

type Review = Static<typeof ReviewSchema>

const STARS = 5

/** What guests wrote about their stays, newest first, and the hotel's replies. */
export function ReviewsView({ hotel, route }: ViewProps) {
  const asked = route.query.get('replied')
  const replied = asked === 'true' || asked === 'false' ? asked : undefined
  const query = { hotel: hotel.slug, replied }
  const pages = usePages<Review>('/v1/panel/reviews', query)
  const [answered, setAnswered] = useState<Review>()
  const close = () => setAnswered(undefined)
  return (
    <>
      <PageHead title={t('reviews.title')} />
      <ChipFilter
        name="replied"
        label={t('reviews.show')}
        none={t('reviews.all')}
        options={[
          { value: 'false', text: t('reviews.open') },
          { value: 'true', text: t('reviews.replied') },
        ]}
      />
      {pages.data?.length === 0 ? (
        <Empty title={t(replied ? 'reviews.noneFound' : 'reviews.none')}>
          {t(replied ? 'reviews.noneFoundText' : 'reviews.noneText')}
        </Empty>
      ) : (
        <ul class="stack">
          {pages.data?.map((review) => (
            <ReviewCard
              key={review.id}
              review={review}
              timezone={hotel.timezone}
              onReply={may(hotel, 'owner') ? () => setAnswered(review) : undefined}
            />
          ))}
        </ul>
      )}
      <Pager pages={pages} />
      {answered && (
        <ReplyDialog hotel={hotel} review={answered} onClose={close} onDone={pages.reload} />
      )}
    </>
  )
}

function ReviewCard({
  review: { bookingCode, author, rating, text, createdAt, reply, repliedAt },
  timezone,
  onReply,
}: {
  review: Review
  timezone: string
  onReply: (() => void) | undefined
}) {
  return (
    <li class="card review">
      <header class="beside">
        <strong>
          <bdi>{author}</bdi>
        </strong>
        <span role="img" class="stars" aria-label={t('reviews.rating', { rating })}>
          {'★'.repeat(rating) + '☆'.repeat(STARS - rating)}
        </span>
        <span class="dim">{dateTime(createdAt, timezone)}</span>
        <a href={href({ view: 'bookings', rest: [bookingCode] })}>
          {t('booking.title', { code: bookingCode })}
        </a>
      </header>
      {text !== '' && <p class="prose">{text}</p>}
      {reply !== null && (
        <blockquote>
          <p class="dim">
            {t('reviews.yourReply')}
            {repliedAt && ` · ${dateTime(repliedAt, timezone)}`}
          </p>
          <p class="prose">{reply}</p>
        </blockquote>
      )}
      {onReply && (
        <Button
          kind={reply === null ? 'plain' : 'quiet'}
          aria-label={t(reply === null ? 'reviews.replyTo' : 'reviews.changeFor', { author })}
          onClick={onReply}
        >
          {t(reply === null ? 'reviews.reply' : 'reviews.change')}
        </Button>
      )}
    </li>
  )
}

type ReplyProps = { hotel: Hotel; review: Review; onClose: () => void; onDone: () => void }

function ReplyDialog({ hotel, review: { id, author, reply }, onClose, onDone }: ReplyProps) {
  return (
    <EntityForm
      title={t(reply === null ? 'reviews.replyTo' : 'reviews.changeFor', { author })}
      action={t('reviews.send')}
      fields={[
        {
          name: 'text',
          label: t('reviews.yourReply'),
          hint: t('reviews.hint'),
          initial: reply ?? '',
          isLong: true,
          kind: { control: { rows: 6, maxLength: 5_000 } },
        },
      ]}
      before={{}}
      send={async (body) => {
        const path = `/v1/panel/reviews/${id}/reply`
        await api.post(path, { query: { hotel: hotel.slug }, body })
        onClose()
        say(t('reviews.sent'))
        onDone()
      }}
      onClose={onClose}
    />
  )
}
