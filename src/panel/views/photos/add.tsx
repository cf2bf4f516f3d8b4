import { useState } from 'preact/hooks'
import { asProblem } from '../../lib/api.ts'
import { asSentence, problemText, t } from '../../lib/i18n.ts'
import { Icon } from '../../parts/icon.tsx'
import { shrunk } from './shrink.ts'

type AddProps = { send: (file: Blob) => Promise<unknown>; onAdded: () => void }

/** A field for pictures, several at once: sent one after another, made smaller; which are not taken is said by name. */
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
        {/* Takes what is dropped on it, too. */}
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

/** Why a file was not taken. */
function reasonOf(error: unknown): string {
  const problem = asProblem(error)
  return problem.code === 'defect' ? t('photos.unreadable') : problemText(asSentence(problem)!)
}
