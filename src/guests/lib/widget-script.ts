/*
 * `/widget.js`: shows a hotel's page within its own web page, by one line:
 *
 *   <script src="https://stay.example/widget.js" data-hotel="sea-view" data-lang="en" async></script>
 *
 * The hotel names the origins that may frame it; the frame tells its height, so that it needs no second scroll bar.
 */

export {}

const script = document.currentScript as HTMLScriptElement
const { hotel = '', lang } = script.dataset
const service = new URL(script.src).origin

const frame = document.createElement('iframe')
frame.src = `${service}/stay/${encodeURIComponent(hotel)}${lang ? `?lang=${encodeURIComponent(lang)}` : ''}`
frame.title = hotel
frame.style.cssText = 'width:100%;height:800px;border:0;color-scheme:light dark'
script.after(frame)

addEventListener('message', ({ origin, source, data }) => {
  if (origin !== service || source !== frame.contentWindow) return
  const height = Number((data as { stayHeight?: unknown } | null)?.stayHeight)
  // A page that asks for more than any has is not ours.
  if (height > 0 && height < 50_000) frame.style.height = `${Math.ceil(height)}px`
})
