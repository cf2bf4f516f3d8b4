import { useRef } from 'preact/hooks'
import type { Answer, Body, Photo, RoomType, WholeHotel } from '../../../client/call.ts'
import { call } from '../../lib/api.ts'
import { language, t } from '../../lib/i18n.ts'
import { type Loaded, useCall } from '../../lib/load.ts'
import { may } from '../../lib/may.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { EntityForm } from '../../parts/entity-form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Empty, Read } from '../../parts/note.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { AddPhotos } from './add.tsx'
import { useWidths } from './widths.ts'

/** Photos of a hotel, or of one of its room types, in their order; editors add, move, describe and delete them. */
export function Photos({ hotel, room }: { hotel: WholeHotel; room?: RoomType }) {
  const { slug } = hotel
  const list = useCall('listPhotos', { hotel: slug })
  const mayEdit = may(hotel, room ? 'revenue' : 'owner')
  const move = useMoves(list, slug)
  const isOf = ({ roomCode }: Photo) => roomCode === (room?.roomCode ?? null)
  useWidths(list, { hotel: slug, isOf: (photo) => mayEdit && isOf(photo) })
  const draw = (photos: Photo[]) => (
    <ol class="photos">
      {photos.map((photo, at) => {
        const name = nameOf(photo)
        const mover = (by: 1 | -1) => (
          <Button
            kind="quiet"
            aria-label={t(by < 0 ? 'photos.earlier' : 'photos.later', { name })}
            aria-disabled={!photos[at + by]}
            onClick={({ currentTarget }) => move(photo, photos[at + by], currentTarget)}
          >
            <Icon name={by < 0 ? 'back' : 'forth'} />
          </Button>
        )
        return (
          <li key={photo.id}>
            <a href={photo.url} target="_blank" rel="noreferrer">
              <img src={photo.url} alt={photo.alt[language.get()] || name} loading="lazy" />
            </a>
            {mayEdit && (
              <div class="beside">
                {mover(-1)}
                {photo.position}
                {mover(1)}
                <Menu
                  name={t('admin.actionsOf', { name })}
                  items={[
                    { text: t('action.edit'), run: () => describe(slug, photo, list.reload) },
                    {
                      text: t('action.delete'),
                      isDanger: true,
                      run: () => remove(slug, photo, list.reload),
                    },
                  ]}
                />
              </div>
            )}
          </li>
        )
      })}
    </ol>
  )
  return (
    <div class="stack">
      <Read of={list}>
        {({ items }) => {
          const photos = items.filter(isOf).toSorted((a, b) => a.position - b.position)
          return photos.length > 0 ? (
            draw(photos)
          ) : (
            <Empty title={t('photos.none')}>
              {t(mayEdit ? 'photos.noneText' : 'photos.noneRead')}
            </Empty>
          )
        }}
      </Read>
      {mayEdit && (
        <AddPhotos
          send={(body) => call('addPhoto', { hotel: slug, roomCode: room?.roomCode }, { body })}
          onAdded={list.reload}
        />
      )}
    </div>
  )
}

/** Puts a photo in the place of its neighbour: the page shows it at once and sends the moves in turn, so that nobody waits. */
function useMoves({ data, set, reload }: Loaded<Answer<'listPhotos'>>, hotel: string) {
  const moves = useRef<Promise<unknown>>(Promise.resolve())
  return (photo: Photo, other: Photo | undefined, button: HTMLElement) => {
    if (!other) return
    const { position } = other
    const placed = { [photo.id]: position, [other.id]: photo.position }
    const items = data!.items.map((each) => ({
      ...each,
      position: placed[each.id] ?? each.position,
    }))
    set({ items, nextCursor: null })
    moves.current = moves.current
      .then(() => call('changePhoto', { hotel, id: photo.id }, { body: { position } }))
      .catch(reload)
    // The button has moved with its photo, and lost the focus on the way.
    requestAnimationFrame(() => button.focus())
  }
}

const describe = (hotel: string, photo: Photo, onDone: () => void) =>
  openDialog((close) => (
    <EntityForm
      title={t('rooms.editNamed', { name: nameOf(photo) })}
      fields={[
        { name: 'tr', label: t('photos.altTr'), hint: t('photos.altHint') },
        { name: 'en', label: t('photos.altEn') },
      ]}
      before={photo.alt}
      send={async (alt: NonNullable<Body<'changePhoto'>['alt']>) => {
        await call('changePhoto', { hotel, id: photo.id }, { body: { alt } })
        close()
        onDone()
      }}
      onClose={close}
    />
  ))

function remove(hotel: string, photo: Photo, onDone: () => void) {
  const name = nameOf(photo)
  return openDialog((close) => (
    <Confirm
      title={t('admin.deleteTitle', { name })}
      action={t('action.delete')}
      act={async () => {
        await call('deletePhoto', { hotel, id: photo.id })
        onDone()
        return t('admin.isDeleted', { name })
      }}
      onClose={close}
    >
      <p>{t('photos.deleteText')}</p>
    </Confirm>
  ))
}

const nameOf = ({ position }: Photo) => t('photos.name', { position })
