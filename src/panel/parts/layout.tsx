import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { asProblem } from '../lib/api.ts'
import { chooseLanguage, LANGUAGES, type Language, language, problemText, t } from '../lib/i18n.ts'
import { href, type Route, type View } from '../lib/router.ts'
import { signOut, type User } from '../lib/session.ts'
import { useStore } from '../lib/store.ts'
import { THEMES, theme } from '../lib/theme.ts'
import { Button } from './button.tsx'
import { SelectField } from './field.tsx'
import { Popover } from './menu.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { say } from './toast.tsx'

type LayoutProps = {
  user: User
  views: readonly View[]
  route: Route
  /** The hotel picker, on the hotel's page. */
  picker?: ComponentChildren
  children: ComponentChildren
}

/** The frame of a page for those who are signed in: brand, navigation, settings, and the view. */
export function Layout({ user, views, route, picker, children }: LayoutProps) {
  const [isOpen, setOpen] = useState(false)
  const [isPassword, setPassword] = useState(false)
  const main = useRef<HTMLElement>(null)
  const shown = views.find(({ name }) => name === route.view)
  const place = `${route.hotel}/${route.view}/${route.rest.join('/')}`
  const before = useRef(place)
  useEffect(() => {
    setOpen(false)
    if (before.current === place) return
    before.current = place
    // Who does not see the page is told of the new one; the keyboard goes on from its top.
    main.current?.focus()
  }, [place])
  useEffect(() => {
    document.title = shown ? `${t(shown.title)} · ${t('app.name')}` : t('app.name')
  })
  return (
    <div class="shell">
      <button type="button" class="button skip" onClick={() => main.current?.focus()}>
        {t('app.skip')}
      </button>
      <header class="bar">
        <button
          type="button"
          class="button quiet burger"
          aria-expanded={isOpen}
          aria-controls="navigation"
          aria-label={t('app.menu')}
          onClick={() => setOpen(!isOpen)}
        >
          <span aria-hidden="true">☰</span>
        </button>
        <span class="brand">{t('app.name')}</span>
        <div class="grow">{picker}</div>
        <Settings user={user} onPassword={() => setPassword(true)} />
      </header>
      <Navigation views={views} now={route.view} isOpen={isOpen} onGo={() => setOpen(false)} />
      <main class="content" ref={main} tabIndex={-1}>
        {children}
      </main>
      {isPassword && <PasswordDialog user={user} onClose={() => setPassword(false)} />}
    </div>
  )
}

type NavigationProps = { views: readonly View[]; now: string; isOpen: boolean; onGo: () => void }

function Navigation({ views, now, isOpen, onGo }: NavigationProps) {
  return (
    <nav id="navigation" aria-label={t('app.navigation')} class={isOpen ? 'side open' : 'side'}>
      <ul>
        {views.map(({ name, title }) => (
          <li key={name}>
            <a
              href={href({ view: name })}
              aria-current={name === now ? 'page' : undefined}
              onClick={onGo}
            >
              {t(title)}
            </a>
          </li>
        ))}
        <li>
          <a href="/swagger">{t('app.api')}</a>
        </li>
      </ul>
    </nav>
  )
}

/** Language, theme, one's own password and signing out. */
function Settings({ user, onPassword }: { user: User; onPassword: () => void }) {
  const change = (close: () => void) => () => {
    close()
    onPassword()
  }
  return (
    <Popover name={t('app.settings')} face={<span class="avatar">{initials(user.name)}</span>}>
      {(close) => (
        <div class="settings">
          <p>{t('app.signedInAs', { name: user.name })}</p>
          <Choices />
          <Button onClick={change(close)}>{t('account.password')}</Button>
          <Button onClick={leave}>{t('app.signOut')}</Button>
        </div>
      )}
    </Popover>
  )
}

/** The choice of language and theme, for whoever is or is not signed in. */
export function Choices() {
  const names = { en: 'English', tr: 'Türkçe' }
  return (
    <>
      <SelectField
        label={t('app.language')}
        value={useStore(language)}
        options={LANGUAGES.map((value) => ({ value, text: names[value] }))}
        onPick={choose}
      />
      <SelectField
        label={t('app.theme')}
        value={useStore(theme)}
        options={THEMES.map((value) => ({ value, text: t(`theme.${value}`) }))}
        onPick={theme.set}
      />
    </>
  )
}

function choose(chosen: Language): void {
  chooseLanguage(chosen).catch(tell)
}

function leave(): void {
  signOut().catch(tell)
}

const tell = (error: unknown) => say(problemText(asProblem(error)), { tone: 'bad' })

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters.map((word) => [...(word ?? '')][0] ?? '').join('')
}
