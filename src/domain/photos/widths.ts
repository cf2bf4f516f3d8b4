import { type Flaw, flaw } from '../kernel/errors.ts'
import type { Photo, PhotoWidth } from './photo.ts'

/** Widths that a photo is kept in besides its own, each as WebP, with the most bytes of each. */
export const WIDTH_BYTES_MAX = { 400: 96 * 1024, 800: 256 * 1024, 1600: 768 * 1024 } as const

/** The widths in pixels, ascending. */
export const PHOTO_WIDTHS = [400, 800, 1600] as const
type Width = (typeof PHOTO_WIDTHS)[number]

/** The mark in the ids of photos in a width; no other id has it. */
const MARK = '-w'

/** Returns the id of a photo in a width. */
export const widthId = (id: string, width: number) => `${id}${MARK}${width}`

/** True for the id of a photo in a width. */
export const isWidthId = (id: string) => id.includes(MARK)

/** Returns the widths that a photo may be kept in: those that are no wider than it is. */
export const widthsOf = ({ width }: Pick<Photo, 'width'>): Width[] =>
  PHOTO_WIDTHS.filter((each) => each <= width)

/** Returns the flaws of a picture as a width of a photo: another format, width, ratio or too many bytes. */
export function widthFlaws(
  photo: Photo,
  { type, width, height, bytes }: Pick<Photo, 'type' | 'width' | 'height'> & { bytes: Uint8Array },
): Flaw[] {
  const wrong = (message: string) => [flaw('', 'wrong_picture', message)]
  const wanted = widthsOf(photo).find((each) => each === width)
  if (type !== 'image/webp') return wrong('Must be a WebP.')
  if (wanted === undefined)
    return wrong(`Must be ${widthsOf(photo).join(', ') || 'no'} pixels wide, not ${width}.`)
  const ratio = Math.round((photo.height * width) / photo.width)
  if (Math.abs(height - ratio) > 1) return wrong(`Must be ${ratio} pixels high, not ${height}.`)
  const max = WIDTH_BYTES_MAX[wanted]
  return bytes.length > max ? wrong(`Must have at most ${max} bytes.`) : []
}

/** Returns the widths of a photo with one more, or another one of the same width. */
export const withWidth = (widths: readonly PhotoWidth[], added: PhotoWidth): PhotoWidth[] =>
  [...widths.filter(({ width }) => width !== added.width), added].sort((a, b) => a.width - b.width)
