/** @jsxImportSource preact */
import type { HotelPage } from '../../http/guests/page-shape.ts'
import type { Speaker } from '../lib/say.ts'
import { Picture } from '../views/picture.tsx'

/** Pictures before the rest of them. */
const FIRST = 5

/** The pictures of a hotel: the first ones large, the others behind a button. */
export function Gallery({ say, photos }: { say: Speaker; photos: HotelPage['photos'] }) {
  const [first, ...others] = photos
  if (!first) return null
  const beside = others.slice(0, FIRST - 1)
  const further = others.slice(FIRST - 1)
  return (
    <section class="pictures" aria-label={say.word('hotel.pictures')}>
      <div class="gallery" data-count={1 + beside.length}>
        <Picture photo={first} say={say} isFirst />
        {beside.map((photo) => (
          <Picture photo={photo} say={say} />
        ))}
      </div>
      {further.length > 0 && (
        <details class="further">
          <summary class="button small">
            {say.word('hotel.allPictures', { count: photos.length })}
          </summary>
          <div class="grid">
            {further.map((photo) => (
              <Picture photo={photo} say={say} />
            ))}
          </div>
        </details>
      )}
    </section>
  )
}
