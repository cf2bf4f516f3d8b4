import { useState } from 'preact/hooks'
import { PHOTO_BYTES_MAX } from '../../../domain/photos/photo.ts'
import { asProblem } from '../../lib/api.ts'
import { asSentence, problemText, t } from '../../lib/i18n.ts'
import { Icon } from '../../parts/icon.tsx'

/** Pixels of the longer side that are enough for any screen. */
const SIDE = 1_600

type AddProps = { send: (file: Blob) => Promise<unknown>; onAdded: () => void }

/** A field for pictures: they are made smaller and sent one after another; those that are refused are listed by name. */
export function AddPhotos({ send, onAdded }: AddProps) {
  const [sending, setSending] = useState('')
  const [failed, setFailed] = useState<string[]>([])
  const add = async (files: File[]) => {
    const wrong: string[] = []
    for (const [at, file] of files.entries()) {
      setSending(t('photos.sending', { at: at + 1, all: files.length }))
      try {
        await send(await shrunk(file))
        onAdded()
      } catch (error) {
        wrong.push(`${file.name}: ${reasonOf(error)}`)
      }
    }
    setSending('')
    setFailed(wrong)
  }
  return (
    <>
      <label class="drop">
        <strong>
          <Icon name="add" /> {t('photos.add')}
        </strong>
        <span class="hint" role="status">
          {sending || t('photos.hint')}
        </span>
        {/* Files may be dropped on it, too. */}
        <input
          type="file"
          multiple
          accept="image/*"
          onChange={async ({ currentTarget: input }) => {
            if (!sending) await add([...input.files!])
            input.value = ''
          }}
        />
      </label>
      <div role="alert" class="alert-slot">
        {failed.map((text) => (
          <p key={text} class="note bad">
            {text}
          </p>
        ))}
      </div>
    </>
  )
}

/** The reason why a file was refused. */
function reasonOf(error: unknown): string {
  const problem = asProblem(error)
  return problem.code === 'defect' ? t('photos.unreadable') : problemText(asSentence(problem)!)
}

/** Makes a picture ready to be sent: upright, no larger than a page shows it, without metadata. @throws if the file is no picture */
async function shrunk(file: Blob): Promise<Blob> {
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
