import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { Photo, RoomType, WholeHotel } from '../../../client/call.ts'
import { api, type Page } from '../../lib/api.ts'
import { language, t } from '../../lib/i18n.ts'
import { useGet } from '../../lib/load.ts'
import { may } from '../../lib/may.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { EntityForm } from '../../parts/entity-form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Empty, Read } from '../../parts/note.tsx'
import { AddPhotos } from './add.tsx'

const PATH = '/v1/panel/photos'

type Query = { hotel: string; roomCode?: string | undefined }

/** Photos of a hotel, or of one of its room types, in their order; who may adds, moves, describes and deletes them. */
export function Photos({ hotel, room }: { hotel: WholeHotel; room?: RoomType }) {
  const query: Query = { hotel: hotel.slug }
  const list = useGet<Page<Photo>>(PATH, query)
  const mayEdit = may(hotel, room ? 'revenue' : 'owner')
  const move = useMoves(list, query)
  const [dialog, setDialog] = useState<ComponentChildren>()
  const open = (Dialog: typeof Describe, photo: Photo) => {
    const close = () => setDialog(undefined)
    setDialog(<Dialog {...{ photo, query }} onClose={close} onDone={list.reload} />)
  }
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
                    { text: t('action.edit'), run: () => open(Describe, photo) },
                    { text: t('action.delete'), run: () => open(Delete, photo), isDanger: true },
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
          const photos = items
            .filter(({ roomCode }) => roomCode === (room?.roomCode ?? null))
            .toSorted((a, b) => a.position - b.position)
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
          send={(body) => api.post(PATH, { query: { ...query, roomCode: room?.roomCode }, body })}
          onAdded={list.reload}
        />
      )}
      {dialog}
    </div>
  )
}

/** Puts a photo in the place of its neighbour: shown at once, sent in turn, so that whoever presses on need not wait. */
function useMoves({ data, set, reload }: ReturnType<typeof useGet<Page<Photo>>>, query: Query) {
  const moves = useRef(Promise.resolve())
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
      .then(() => api.patch(pathOf(photo), { query, body: { position } }))
      .catch(reload)
    // It has moved with its photo, and lost the focus on the way.
    requestAnimationFrame(() => button.focus())
  }
}

type OfPhoto = { photo: Photo; query: Query; onClose: () => void; onDone: () => void }

function Describe({ photo, query, onClose, onDone }: OfPhoto) {
  const send = async (alt: object) => {
    await api.patch(pathOf(photo), { query, body: { alt } })
    onClose()
    onDone()
  }
  return (
    <EntityForm
      title={t('rooms.editNamed', { name: nameOf(photo) })}
      fields={[
        { name: 'tr', label: t('photos.altTr'), hint: t('photos.altHint') },
        { name: 'en', label: t('photos.altEn') },
      ]}
      before={photo.alt}
      send={send}
      onClose={onClose}
    />
  )
}

function Delete({ photo, query, onClose, onDone }: OfPhoto) {
  const name = nameOf(photo)
  const act = async () => {
    await api.delete(pathOf(photo), { query })
    onDone()
    return t('admin.isDeleted', { name })
  }
  const title = t('admin.deleteTitle', { name })
  return (
    <Confirm title={title} action={t('action.delete')} act={act} onClose={onClose}>
      <p>{t('photos.deleteText')}</p>
    </Confirm>
  )
}

const pathOf = ({ id }: Photo) => `${PATH}/${id}`

const nameOf = ({ position }: Photo) => t('photos.name', { position })
