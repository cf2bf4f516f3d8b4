import { useEffect } from 'preact/hooks'
import type { Body, Review } from '../../client/call.ts'
import { call } from '../lib/api.ts'
import { dateTime } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { useCall, useList } from '../lib/load.ts'
import { may } from '../lib/may.ts'
import { href, route, type ViewProps } from '../lib/router.ts'
import { createStore, useStore } from '../lib/store.ts'
import { Button } from '../parts/button.tsx'
import { EntityForm } from '../parts/entity-form.tsx'
import { Empty } from '../parts/note.tsx'
import { openDialog } from '../parts/open-dialog.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { ChipFilter } from '../parts/search-field.tsx'
import { Pager } from '../parts/table.tsx'

const STARS = 5

/** The number of replies since the page was opened: each may leave one review less without a reply. */
const replies = createStore(0)
/** The badge counts no further. */
const OPEN_MAX = 9

/** The number of reviews without a reply, beside the entry of the menu: the style draws it, its label says it. */
export function OpenReviews() {
  const hotel = useStore(route).hotel
  const open = useCall('listPanelReviews', { hotel, replied: false, limit: OPEN_MAX + 1 })
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

/** The reviews of guests, newest first, with the hotel's replies. */
export function ReviewsView({ hotel, route: { query: asks } }: ViewProps) {
  const asked = asks.get('replied')
  const replied = asked === 'true' ? true : asked === 'false' ? false : undefined
  const hasFilter = replied !== undefined
  const pages = useList('listPanelReviews', { hotel: hotel.slug, replied })
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
        <Empty title={t(hasFilter ? 'reviews.noneFound' : 'reviews.none')}>
          {t(hasFilter ? 'reviews.noneFoundText' : 'reviews.noneText')}
        </Empty>
      ) : (
        <ul class="stack">
          {pages.data?.map((review) => (
            <ReviewCard
              key={review.id}
              review={review}
              timezone={hotel.timezone}
              onReply={
                may(hotel, 'owner') ? () => reply(hotel.slug, review, pages.reload) : undefined
              }
            />
          ))}
        </ul>
      )}
      <Pager pages={pages} />
    </>
  )
}

function ReviewCard({
  review: { bookingCode, rating, text, createdAt, reply, repliedAt, ...review },
  timezone,
  onReply,
}: {
  review: Review
  timezone: string
  onReply: (() => void) | undefined
}) {
  const author = authorOf(review)
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

/** The name of a review; of an erased guest, that it was erased. */
const authorOf = ({ author }: Pick<Review, 'author'>) => author || t('bookings.erasedGuest')

const reply = (hotel: string, { id, reply: text, ...review }: Review, onDone: () => void) =>
  openDialog((close) => (
    <EntityForm
      title={t(text === null ? 'reviews.replyTo' : 'reviews.changeFor', {
        author: authorOf(review),
      })}
      action={t('reviews.send')}
      fields={[
        {
          name: 'text',
          label: t('reviews.yourReply'),
          hint: t('reviews.hint'),
          initial: text ?? '',
          isLong: true,
          kind: { control: { rows: 6, maxLength: 5_000 } },
        },
      ]}
      before={{}}
      seen={{ text }}
      send={async (body: Body<'replyToReview'>) => {
        await call('replyToReview', { hotel, id }, { body })
        replies.set(replies.get() + 1)
        onDone()
        return t('reviews.sent')
      }}
      onClose={close}
    />
  ))
