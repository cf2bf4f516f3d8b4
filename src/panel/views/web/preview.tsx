import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { WholeHotel } from '../../../client/call.ts'
import { language, t } from '../../lib/i18n.ts'
import { currentToken } from '../../lib/session.ts'
import { useSettled } from '../../lib/typing.ts'
import { useWidth } from '../../lib/use-width.ts'
import { Button } from '../../parts/button.tsx'

/** Widths that the page is laid out for, in pixels. */
const WIDTHS = { phone: 390, computer: 1280 } as const
const HEIGHT_FIRST = 2_400
/** The style of a hotel's colour within its page. */
const STYLE = /<style[^>]*>([^<]*)<\/style>/

/**
 * The real page as it is saved, to scroll and to look at. It is drawn without its script and takes no press, so that it
 * books nothing; a changed hotel is drawn anew.
 */
export function Preview({ hotel }: { hotel: WholeHotel }) {
  // Another address each time that the hotel has changed: the frame then reads it again.
  const round = useRound(JSON.stringify(hotel))
  return <Look hotel={hotel} round={round} id="web-preview" title={t('web.preview')} />
}

/**
 * The page as the changes of a form would leave it, before they are saved. The service draws it without keeping
 * anything; what it refuses leaves the last look in place.
 */
export function DraftPreview({ hotel, body }: { hotel: WholeHotel; body: object }) {
  const draft = useSettled(JSON.stringify(body))
  const frame = useRef<HTMLIFrameElement>(null)
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    let isOld = false
    if (isLoaded)
      void readDraft(hotel, draft).then((html) => {
        if (html && !isOld && frame.current) drawIn(frame.current, html)
      })
    return () => {
      isOld = true
    }
  }, [draft, isLoaded])
  return (
    <Look
      {...{ hotel, frame }}
      round={1}
      id="draft-preview"
      title={t('web.previewDraft')}
      onLoad={() => setLoaded(true)}
    />
  )
}

/** Asks for the page with a draft in it; undefined if it is refused, or cannot be had. */
async function readDraft({ slug }: WholeHotel, draft: string): Promise<string | undefined> {
  try {
    const body = new URLSearchParams({ session: await currentToken(), draft })
    const path = `/stay/${slug}/preview?lang=${language.get()}`
    const answer = await fetch(path, { method: 'POST', body })
    return answer.ok ? await answer.text() : undefined
  } catch {
    return undefined
  }
}

/** Puts a page into a frame that shows one, where its scroll stays; its colour comes as a style sheet of its own. */
function drawIn(frame: HTMLIFrameElement, html: string): void {
  const [shown, own] = [frame.contentDocument, frame.contentWindow as typeof globalThis | null]
  if (!shown || !own) return
  // The panel's own policy allows no style within a page.
  const [, style = ''] = html.match(STYLE) ?? []
  const next = new DOMParser().parseFromString(html.replace(STYLE, ''), 'text/html')
  shown.body.replaceChildren(...shown.importNode(next.body, true).childNodes)
  const sheet = new own.CSSStyleSheet()
  sheet.replaceSync(style)
  shown.adoptedStyleSheets = [sheet]
}

type LookProps = {
  hotel: WholeHotel
  round: number
  id: string
  title: string
  frame?: RefObject<HTMLIFrameElement | null>
  onLoad?: () => void
}

/** The page at the width of a telephone or a computer. */
function Look({ hotel: { slug, name }, round, id, title, frame, onLoad }: LookProps) {
  const [device, setDevice] = useState<keyof typeof WIDTHS>('phone')
  const box = useRef<HTMLElement>(null)
  const room = useWidth(box)
  const width = WIDTHS[device]
  const scale = Math.min(1, room / width)
  const [height, setHeight] = useState(HEIGHT_FIRST)
  return (
    <section class="card web-preview" aria-labelledby={id}>
      <div class="view-head">
        <h2 id={id}>{title}</h2>
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
            {...(frame && { ref: frame as RefObject<HTMLIFrameElement> })}
            src={`/stay/${slug}?preview=${round}&lang=${language.get()}`}
            title={title}
            sandbox="allow-same-origin"
            inert
            tabIndex={-1}
            style={{ width: `${width}px`, height: `${height}px`, transform: `scale(${scale})` }}
            onLoad={({ currentTarget }) => {
              // Another height of the frame is another height of parts of the page that are as high as it.
              const page = currentTarget.contentDocument?.body
              if (page && page.scrollHeight > 0) setHeight(page.scrollHeight)
              onLoad?.()
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
