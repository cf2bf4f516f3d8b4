import { useEffect, useState } from 'preact/hooks'
import type { Static } from 'typebox'
import type { WholeHotel } from '../../client/call.ts'
import type { ReviewSchema } from '../../http/catalog/hotel-shape.ts'
import { api, type Page } from '../lib/api.ts'
import { dateTime } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { useGet, usePages } from '../lib/load.ts'
import { may } from '../lib/may.ts'
import { href, route, type ViewProps } from '../lib/router.ts'
import { createStore, useStore } from '../lib/store.ts'
import { Button } from '../parts/button.tsx'
import { EntityForm } from '../parts/entity-form.tsx'
import { Empty } from '../parts/note.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { ChipFilter } from '../parts/search-field.tsx'
import { Pager } from '../parts/table.tsx'

type Review = Static<typeof ReviewSchema>

const STARS = 5

/** How many replies were sent since the page was opened: each may leave one review less without. */
const replies = createStore(0)
/** More than these are not counted. */
const OPEN_MAX = 9

/** How many reviews wait for a reply, beside the entry of the menu; drawn by the style, said by its name. */
export function OpenReviews() {
  const hotel = useStore(route).hotel
  const open = useGet<Page<unknown>>('/v1/panel/reviews', {
    hotel,
    replied: 'false',
    limit: OPEN_MAX + 1,
  })
  const sent = useStore(replies)
  useEffect(() => {
    if (sent > 0) open.reload()
  }, [sent])
  const count = open.data?.items.length ?? 0
  if (count === 0) return null
  const text = count > OPEN_MAX ? `${OPEN_MAX}+` : `${count}`
  return (
    <span
      class="count"
      role="img"
      data-text={text}
      aria-label={t('reviews.openCount', { count: text })}
    />
  )
}

/** What guests wrote about their stays, newest first, and the hotel's replies. */
export function ReviewsView({ hotel, route: { query: asks } }: ViewProps) {
  const asked = asks.get('replied')
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

type ReplyProps = { hotel: WholeHotel; review: Review; onClose: () => void; onDone: () => void }

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
      seen={{ text: reply }}
      send={async (body) => {
        const path = `/v1/panel/reviews/${id}/reply`
        await api.post(path, { query: { hotel: hotel.slug }, body })
        replies.set(replies.get() + 1)
        onDone()
        return t('reviews.sent')
      }}
      onClose={onClose}
    />
  )
}
