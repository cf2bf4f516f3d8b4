import { useEffect } from 'preact/hooks'
import { t } from '../lib/i18n.ts'
import { pricesShown } from '../lib/prices-shown.ts'
import { useStore } from '../lib/store.ts'

/** The choice of prices: the agency's, or the client's; Ctrl and the full stop change it from anywhere on the page. */
export function PriceSwitch() {
  const shown = useStore(pricesShown)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '.' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      pricesShown.set(pricesShown.get() === 'agency' ? 'client' : 'agency')
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <fieldset class="price-switch">
      <legend class="dim">{t('sell.prices')}</legend>
      <span class="segments">
        {(['client', 'agency'] as const).map((who) => (
          <button
            key={who}
            type="button"
            class="button"
            aria-pressed={shown === who}
            onClick={() => pricesShown.set(who)}
          >
            {t(`sell.${who}`)}
          </button>
        ))}
      </span>
      <span class="dim keys">
        <kbd>Ctrl .</kbd> {t(shown === 'agency' ? 'sell.hidesNet' : 'sell.showsNet')}
      </span>
    </fieldset>
  )
}
