import { useEffect, useRef, useState } from 'preact/hooks'
import type { WholeHotel } from '../../../client/call.ts'
import { language, t } from '../../lib/i18n.ts'
import { useWidth } from '../../lib/use-width.ts'
import { Button } from '../../parts/button.tsx'

/** Widths that the page is laid out for, in pixels. */
const WIDTHS = { phone: 390, computer: 1280 } as const
const HEIGHT_FIRST = 2_400

/**
 * The real page as it is saved, to scroll and to look at. It is drawn without its script and takes no press, so that it
 * books nothing; a changed hotel is drawn anew.
 */
export function Preview({ hotel }: { hotel: WholeHotel }) {
  const [device, setDevice] = useState<keyof typeof WIDTHS>('phone')
  const box = useRef<HTMLElement>(null)
  const room = useWidth(box)
  const width = WIDTHS[device]
  const scale = Math.min(1, room / width)
  const [height, setHeight] = useState(HEIGHT_FIRST)
  // Another address each time that the hotel has changed: the frame then reads it again.
  const round = useRound(JSON.stringify(hotel))
  const { slug, name } = hotel
  return (
    <section class="card web-preview" aria-labelledby="web-preview">
      <div class="view-head">
        <h2 id="web-preview">{t('web.preview')}</h2>
        <div class="buttons">
          {(['phone', 'computer'] as const).map((each) => (
            <Button key={each} aria-pressed={each === device} onClick={() => setDevice(each)}>
              {t(`web.${each}`)}
            </Button>
          ))}
        </div>
      </div>
      <section
        class="look"
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        aria-label={t('web.previewOf', { name })}
      >
        <div class="drawn" style={{ height: `${height * scale}px` }}>
          <iframe
            key={round}
            src={`/stay/${slug}?preview=${round}&lang=${language.get()}`}
            title={t('web.preview')}
            sandbox="allow-same-origin"
            inert
            tabIndex={-1}
            style={{ width: `${width}px`, height: `${height}px`, transform: `scale(${scale})` }}
            onLoad={({ currentTarget }) => {
              // Another height of the frame is another height of parts of the page that are as high as it.
              const page = currentTarget.contentDocument?.body
              if (page && page.scrollHeight > 0) setHeight(page.scrollHeight)
            }}
          />
        </div>
      </section>
    </section>
  )
}

/** Counts how often a value has changed. */
function useRound(value: string): number {
  const [round, setRound] = useState(1)
  const last = useRef(value)
  useEffect(() => {
    if (last.current === value) return
    last.current = value
    setRound((now) => now + 1)
  }, [value])
  return round
}
