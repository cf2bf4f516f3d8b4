import { Type } from 'typebox'
import type { Photo } from '../../domain/photos/photo.ts'
import { Instant, namedObject, nullable, show } from '../api/schema.ts'

/** Where a picture is read: the address stands for its bytes, which never change. */
export const PHOTO_PATH = '/v1/photos/'

const photoFields = {
  url: Type.String({
    description: 'Its path on this service: cache it, for what is there never changes.',
  }),
  width: Type.Integer({ description: 'In pixels.' }),
  height: Type.Integer(),
  alt: Type.Object(
    { tr: Type.String(), en: Type.String() },
    { description: 'What is on it, for who does not see it; empty where nobody has said.' },
  ),
}

/** A picture as everybody is shown it. */
export const PublicPhotoSchema = namedObject('PublicPhoto', photoFields)

/** A picture as the hotel's people are shown it. */
export const PhotoSchema = namedObject('Photo', {
  id: Type.String(),
  roomCode: nullable(Type.String(), 'Of this room type; null: of the hotel itself.'),
  position: Type.Integer({ description: 'From 1, among those of the room type or of the hotel.' }),
  ...photoFields,
  createdAt: Instant,
})

export const showPublicPhoto = (photo: Photo) => show(PublicPhotoSchema, rowOf(photo))

export const showPhoto = (photo: Photo) => show(PhotoSchema, rowOf(photo))

const rowOf = ({ altTr: tr, altEn: en, ...photo }: Photo) => ({
  ...photo,
  url: PHOTO_PATH + photo.id,
  alt: { tr, en },
})

export const publicPhotoExample = {
  url: `${PHOTO_PATH}0195d9a4-6c1e-7c3a-9d53-0f6f0a4b8c21`,
  width: 1_600,
  height: 1_067,
  alt: { tr: 'Denize bakan teras', en: 'The terrace by the sea' },
}
