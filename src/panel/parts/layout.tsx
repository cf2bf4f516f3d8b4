import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { chooseLanguage, LANGUAGES, type Language, language, t } from '../lib/i18n.ts'
import { href, NO_HOTEL, OWN, type Route, type View } from '../lib/router.ts'
import { signOut, type User } from '../lib/session.ts'
import { useStore } from '../lib/store.ts'
import { THEMES, theme } from '../lib/theme.ts'
import { Button } from './button.tsx'
import { choicesOf, SelectField } from './field.tsx'
import { Icon, Mark } from './icon.tsx'
import { Popover } from './menu.tsx'
import { HeadSlot } from './page-head.tsx'
import { forgetActions, sayWrong, Toasts } from './toast.tsx'

type LayoutProps = {
  user: User
  views: readonly View[]
  route: Route
  /** The hotel and its picker, on the hotel's page; default: the product. */
  house?: ComponentChildren
  /** The global search, in the head of every page. */
  search?: ComponentChildren
  children: ComponentChildren
}

/** The frame after sign-in: the hotel, the pages, the toasts, the account, and the view. */
export function Layout({ user, views, route, house, search, children }: LayoutProps) {
  const [isOpen, setOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  const shown = views.find(({ name }) => name === route.view)
  const place = `${route.hotel}/${route.view}/${route.rest.join('/')}`
  const before = useRef(place)
  useLayoutEffect(() => {
    setOpen(false)
    if (before.current === place) return
    before.current = place
    forgetActions()
    // A screen reader reads the new page's title; the keyboard continues from its top.
    main.current?.focus()
  }, [place])
  useEffect(() => {
    const title = shown?.title ?? (route.view === OWN && 'own.title')
    document.title = title ? `${t(title)} · ${t('app.name')}` : t('app.name')
  })
  return (
    <div class="shell">
      <button type="button" class="button skip" onClick={() => main.current?.focus()}>
        {t('app.skip')}
      </button>
      <header class={isOpen ? 'side open' : 'side'}>
        <div class="house">{house ?? <Brand />}</div>
        <Navigation views={views} now={route.view} onGo={() => setOpen(false)} />
        <Toasts />
        <Settings user={user} route={route} />
        <button
          type="button"
          class="button quiet burger"
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
          {t('app.menu')}
        </button>
      </header>
      <main class="content" ref={main} tabIndex={-1}>
        <HeadSlot.Provider value={search}>{children}</HeadSlot.Provider>
      </main>
    </div>
  )
}

/** The frame of the pages before sign-in: the product, one card, language and theme. */
export function SignFrame({ title, children }: { title: string; children: ComponentChildren }) {
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`
  }, [title])
  return (
    <main class="sign-in">
      <p>
        <Brand />
      </p>
      <section class="card" aria-labelledby="sign-in">
        <h1 id="sign-in">{title}</h1>
        {children}
      </section>
      <div class="form-row">
        <Choices />
      </div>
      <Toasts />
    </main>
  )
}

/** The product's name under its mark. */
function Brand() {
  return (
    <span class="brand">
      <Mark />
      {t('app.name')}
    </span>
  )
}

/** Initials in the place of a picture, drawn by the style so that screen readers skip them; a hotel's are square. */
export const Avatar = ({ of, isHotel = false }: { of: string; isHotel?: boolean }) => (
  <span class={isHotel ? 'avatar is-hotel' : 'avatar'} data-initials={initials(of)} />
)

type NavigationProps = { views: readonly View[]; now: string; onGo: () => void }

/** The navigation: views of daily use, and below them those of the set-up. */
function Navigation({ views, now, onGo }: NavigationProps) {
  const listed = views.filter(({ isUnlisted }) => !isUnlisted)
  const item = ({ name, title, icon, isTab, count: Count }: View) => (
    <li key={name} class={isTab ? 'tab' : undefined}>
      <a
        href={href({ view: name })}
        aria-current={name === now ? 'page' : undefined}
        onClick={onGo}
      >
        <Icon name={icon} />
        {t(title)}
        {Count && <Count />}
      </a>
    </li>
  )
  return (
    <nav id="navigation" aria-label={t('app.navigation')}>
      <ul>{listed.filter(({ isSetup }) => !isSetup).map(item)}</ul>
      <ul>
        {listed.filter(({ isSetup }) => isSetup).map(item)}
        <li>
          <a href="/swagger">
            <Icon name="api" />
            {t('app.api')}
          </a>
        </li>
      </ul>
    </nav>
  )
}

/** The menu of the account: language, theme, the own account and signing out. */
function Settings({ user, route }: Pick<LayoutProps, 'user' | 'route'>) {
  return (
    <Popover
      name={`${user.name}: ${t('app.settings')}`}
      face={
        <>
          <Avatar of={user.name} />
          <bdi>{user.name}</bdi>
        </>
      }
    >
      {(close) => (
        <div class="settings">
          <p>{t('app.signedInAs', { name: user.name })}</p>
          <Choices />
          <a
            class="button"
            href={href({ view: OWN, hotel: route.hotel || NO_HOTEL })}
            onClick={close}
          >
            {t('own.title')}
          </a>
          <Button onClick={leave}>{t('app.signOut')}</Button>
        </div>
      )}
    </Popover>
  )
}

/** The choice of language and theme, before sign-in too. */
function Choices() {
  const names = { en: 'English', tr: 'Türkçe' }
  return (
    <>
      <SelectField
        label={t('app.language')}
        value={useStore(language)}
        options={choicesOf(LANGUAGES, (value) => names[value])}
        onPick={choose}
      />
      <SelectField
        label={t('app.theme')}
        value={useStore(theme)}
        options={choicesOf(THEMES, (value) => t(`theme.${value}`))}
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

const tell = sayWrong

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters.map((word) => [...(word ?? '')][0] ?? '').join('')
}
