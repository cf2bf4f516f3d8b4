import { useRef } from 'preact/hooks'
import { LOGO_BYTES_MAX } from '../../domain/photos/logo.ts'
import { asSentence, t } from '../lib/i18n.ts'
import { useAction } from '../lib/load.ts'
import { Button } from './button.tsx'
import { ProblemNote } from './note.tsx'
import { say } from './toast.tsx'

/** Pixels of the longer side that are enough for a page of A4. */
const SIDE = 800

type LogoProps = {
  of: { name: string; logo: string | null }
  mayChange: boolean
  /** Sends a picture in base64; null takes the logo away. */
  change: (logo: string | null) => Promise<unknown>
}

/** The logo of an agency or a hotel; owners choose another one or take it away. */
export function Logo({ of: { name, logo }, mayChange, change }: LogoProps) {
  const input = useRef<HTMLInputElement>(null)
  const { run, isBusy, problem } = useAction(async (next: string | null) => {
    await change(next)
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
              if (file) await run(await readLogo(file))
              currentTarget.value = ''
            }}
          />
          {logo && (
            <Button isBusy={isBusy} onClick={() => run(null)}>
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
