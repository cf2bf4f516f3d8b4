import { PHOTO_BYTES_MAX } from '../../../domain/photos/photo.ts'

/** Pixels of the longer side that are enough for any screen. */
const SIDE = 1_600

/** A picture as it is sent: upright, no larger than is shown, and nothing in it but what is seen. @throws when it is none */
export async function shrunk(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height))
  const [width, height] = [picture.width, picture.height].map(
    (side) => Math.round(side * scale) || 1,
  )
  const canvas = new OffscreenCanvas(width!, height!)
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width!, height!)
  context.drawImage(picture, 0, 0, width!, height!)
  const sent = (quality: number) => canvas.convertToBlob({ type: 'image/jpeg', quality })
  const fine = await sent(0.85)
  return fine.size > PHOTO_BYTES_MAX ? await sent(0.4) : fine
}
