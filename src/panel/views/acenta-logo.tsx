import { useRef } from 'preact/hooks'
import type { Agency, Body } from '../../client/call.ts'
import { LOGO_BYTES_MAX } from '../../domain/photos/logo.ts'
import { call } from '../lib/api.ts'
import { asSentence, t } from '../lib/i18n.ts'
import { useAction } from '../lib/load.ts'
import { Button } from '../parts/button.tsx'
import { ProblemNote } from '../parts/note.tsx'
import { say } from '../parts/toast.tsx'

/** Pixels of the longer side that are enough for a page of A4. */
const SIDE = 800

type LogoProps = { of: Agency; mayChange: boolean; onChanged: (agency: Agency) => void }

/** The agency's logo as its papers show it; owners choose another one or take it away. */
export function AgencyLogo({ of: { name, logo }, mayChange, onChanged }: LogoProps) {
  const input = useRef<HTMLInputElement>(null)
  const { run, isBusy, problem } = useAction(async (body: Body<'changeOwnAgency'>) => {
    onChanged(await call('changeOwnAgency', {}, { body }))
    say(t('own.saved'))
  })
  return (
    <div class="stack">
      {logo ? <img class="logo" src={logo} alt={name} /> : <span>–</span>}
      {mayChange && (
        <div class="beside">
          <Button isBusy={isBusy} onClick={() => input.current!.click()}>
            {t('settings.chooseLogo')}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            accept="image/*"
            onChange={async ({ currentTarget }) => {
              const [file] = currentTarget.files!
              if (file) await run({ logo: await readLogo(file) })
              currentTarget.value = ''
            }}
          />
          {logo && (
            <Button isBusy={isBusy} onClick={() => run({ logo: null })}>
              {t('settings.removeLogo')}
            </Button>
          )}
        </div>
      )}
      <ProblemNote problem={asSentence(problem)} />
    </div>
  )
}

/** Reads a picture as base64, made smaller if it is too large to be sent; what is no picture is sent as it is. */
async function readLogo(file: Blob): Promise<string> {
  const sent = file.size > LOGO_BYTES_MAX ? await shrunk(file).catch(() => file) : file
  const bytes = new Uint8Array(await sent.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** @throws if the file is no picture */
async function shrunk(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height))
  const [width, height] = [picture.width, picture.height].map(
    (side) => Math.round(side * scale) || 1,
  )
  const canvas = new OffscreenCanvas(width!, height!)
  canvas.getContext('2d')!.drawImage(picture, 0, 0, width!, height!)
  const clear = await canvas.convertToBlob({ type: 'image/png' })
  if (clear.size <= LOGO_BYTES_MAX) return clear
  return await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 })
}
