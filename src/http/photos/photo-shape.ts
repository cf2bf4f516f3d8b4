import { Type } from 'typebox'
import type { Photo } from '../../domain/photos/photo.ts'
import { Instant, namedObject, nullable, show } from '../api/schema.ts'

/** The path of photo files; the bytes at an address never change. */
export const PHOTO_PATH = '/v1/photos/'

const photoFields = {
  url: Type.String({
    description: 'Its path on this service; cache it, the content never changes.',
  }),
  width: Type.Integer({ description: 'In pixels.' }),
  height: Type.Integer(),
  alt: Type.Object(
    { tr: Type.String(), en: Type.String() },
    { description: 'Alternative text; empty if none was written.' },
  ),
  colour: nullable(Type.String(), 'Its dominant colour, for its place before it comes.'),
  widths: Type.Array(
    namedObject('PhotoWidth', {
      ...{ url: Type.String(), width: Type.Integer(), height: Type.Integer() },
    }),
    { description: 'The photo as WebP in other widths, ascending, for `srcset`.' },
  ),
}

/** A photo as the public sees it. */
export const PublicPhotoSchema = namedObject('PublicPhoto', photoFields)

/** A photo as the hotel's members see it. */
export const PhotoSchema = namedObject('Photo', {
  id: Type.String(),
  roomCode: nullable(Type.String(), 'Its room type; null: the hotel itself.'),
  position: Type.Integer({ description: 'From 1, within the room type or the hotel.' }),
  ...photoFields,
  createdAt: Instant,
})

export const showPublicPhoto = (photo: Photo) => show(PublicPhotoSchema, rowOf(photo))

export const showPhoto = (photo: Photo) => show(PhotoSchema, rowOf(photo))

const rowOf = ({ altTr: tr, altEn: en, widths, ...photo }: Photo) => ({
  ...photo,
  widths: widths.map(({ id, ...size }) => ({ url: PHOTO_PATH + id, ...size })),
  url: PHOTO_PATH + photo.id,
  alt: { tr, en },
})

export const publicPhotoExample = {
  url: `${PHOTO_PATH}0195d9a4-6c1e-7c3a-9d53-0f6f0a4b8c21`,
  width: 1_600,
  height: 1_067,
  alt: { tr: 'Denize bakan teras', en: 'The terrace by the sea' },
  colour: '#8fb3c9',
  widths: [
    { url: `${PHOTO_PATH}0195d9a4-6c1e-7c3a-9d53-0f6f0a4b8c22-w400`, width: 400, height: 267 },
  ],
}
