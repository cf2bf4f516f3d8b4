/*
 * `/widget.js`: shows a hotel's page within its own web page, by one line:
 *
 *   <script src="https://stay.example/widget.js" data-hotel="sea-view" data-lang="en" async></script>
 *
 * The hotel names the origins that may frame it; the frame tells its height, so that it needs no second scroll bar.
 */

// A block and no module: only a classic script knows its own element.
{
  const script = document.currentScript as HTMLScriptElement
  const { hotel = '', lang } = script.dataset
  const service = new URL(script.src).origin

  const frame = document.createElement('iframe')
  frame.src = `${service}/stay/${encodeURIComponent(hotel)}${lang ? `?lang=${encodeURIComponent(lang)}` : ''}`
  frame.title = hotel
  frame.style.cssText = 'width:100%;height:800px;border:0;color-scheme:light dark'
  // Nothing is drawn in a head: there it stands at the end of the page.
  const place = () => (script.closest('head') ? document.body.append(frame) : script.after(frame))
  if (document.body) place()
  else addEventListener('DOMContentLoaded', place)

  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== service || source !== frame.contentWindow) return
    const height = Number((data as { stayHeight?: unknown } | null)?.stayHeight)
    // A page that asks for more than any has is not ours.
    if (height > 0 && height < 50_000) frame.style.height = `${Math.ceil(height)}px`
  })
}
