import { useEffect, useRef } from 'preact/hooks'
import type { Answer, Photo } from '../../../client/call.ts'
import { WIDTH_BYTES_MAX, widthsOf } from '../../../domain/photos/widths.ts'
import { call } from '../../lib/api.ts'
import type { Loaded } from '../../lib/load.ts'

/** The qualities tried until a width is small enough. */
const QUALITIES = [0.8, 0.5]

/** Makes the widths and colours that photos lack, one photo after another, while an editor looks at them. */
export function useWidths(
  list: Loaded<Answer<'listPhotos'>>,
  { hotel, isOf }: { hotel: string; isOf: (photo: Photo) => boolean },
) {
  const tried = useRef(new Set<string>())
  const next = list.data?.items.find(
    (photo) => isOf(photo) && isLacking(photo) && !tried.current.has(photo.id),
  )
  useEffect(() => {
    if (!next) return
    tried.current.add(next.id)
    // The list may have changed meanwhile: a photo was added, moved or described.
    const keep = ({ id, widths, colour }: Photo) =>
      list.revise(({ items, ...page }) => ({
        ...page,
        items: items.map((each) => (each.id === id ? { ...each, widths, colour } : each)),
      }))
    // A failed width is tried again when the page opens again.
    void make(hotel, next).then(keep, () => {})
  }, [next?.id])
}

const lackingIn = (photo: Photo) =>
  widthsOf(photo).filter((width) => !photo.widths.some((each) => each.width === width))

const isLacking = (photo: Photo) => photo.colour === null || lackingIn(photo).length > 0

/** @throws if the browser writes no WebP */
async function make(hotel: string, photo: Photo): Promise<Photo> {
  const picture = await createImageBitmap(await (await fetch(photo.url)).blob())
  const at = { hotel, id: photo.id }
  let made = photo
  for (const width of lackingIn(photo)) {
    const body = await shrunk(picture, width)
    if (body) made = await call('putPhotoWidth', at, { body })
  }
  if (made.colour !== null) return made
  return await call('changePhoto', at, { body: { colour: colourOf(picture) } })
}

/** A picture in a width; undefined if it is too large at every quality. */
async function shrunk(picture: ImageBitmap, width: keyof typeof WIDTH_BYTES_MAX) {
  const canvas = drawn(picture, width, Math.round((picture.height * width) / picture.width))
  for (const quality of QUALITIES) {
    const file = await canvas.convertToBlob({ type: 'image/webp', quality })
    if (file.type !== 'image/webp') throw new Error('This browser writes no WebP.')
    if (file.size <= WIDTH_BYTES_MAX[width]) return file
  }
  return undefined
}

/** The mean of all pixels, `#rrggbb`. */
function colourOf(picture: ImageBitmap): string {
  const { data } = drawn(picture, 1, 1).getContext('2d')!.getImageData(0, 0, 1, 1)
  return `#${[...data.subarray(0, 3)].map((each) => each.toString(16).padStart(2, '0')).join('')}`
}

function drawn(picture: ImageBitmap, width: number, height: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  return canvas
}
