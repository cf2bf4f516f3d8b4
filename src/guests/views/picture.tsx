/** @jsxImportSource preact */
import type { PublicPhoto } from '../../http/guests/page-shape.ts'
import type { Speaker } from '../lib/say.ts'

type PictureProps = {
  photo: PublicPhoto
  say: Speaker
  /** True for the first picture of a page, which is loaded before all else. */
  isFirst?: boolean
  /** Its width on the screen (`sizes` of HTML). */
  sizes?: string
}

/** A picture of a hotel or room type; without a text it is decoration. */
export function Picture({
  photo,
  say,
  isFirst = false,
  sizes = '(width < 700px) 100vw, 640px',
}: PictureProps) {
  const { url, width, height, alt, widths } = photo
  const more = isFirst ? { fetchpriority: 'high' as const } : { loading: 'lazy' as const }
  // A picture that the hotel has not yet opened in its panel has one width: its own.
  const named = [...widths, ...(widths.length > 0 ? [{ url, width }] : [])]
  const srcset = named.map((each) => `${each.url} ${each.width}w`).join(', ')
  return (
    <img
      src={url}
      width={width}
      height={height}
      alt={alt[say.language] || alt.en || alt.tr}
      decoding="async"
      {...(srcset && { srcset, sizes })}
      {...more}
    />
  )
}
