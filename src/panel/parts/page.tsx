import { type ComponentType, render } from 'preact'
import { useEffect } from 'preact/hooks'
import type { WholeHotel } from '../../client/call.ts'
import { startFont } from '../lib/font.ts'
import { addOperations } from '../lib/http.ts'
import { language, startLanguage, t } from '../lib/i18n.ts'
import { startKeyboard } from '../lib/keyboard.ts'
import { may } from '../lib/may.ts'
import {
  go,
  OWN,
  type OwnProps,
  type Route,
  route,
  startRouter,
  type View,
  type ViewProps,
} from '../lib/router.ts'
import { HOMES, resumeSession, session, type User } from '../lib/session.ts'
import { useStore } from '../lib/store.ts'
import { startTheme } from '../lib/theme.ts'
import { Layout } from './layout.tsx'
import { LinkPage } from './link-page.tsx'
import { Empty, Loading, NotYours } from './note.tsx'
import { OpenDialogs } from './open-dialog.tsx'
import { SignIn, SignInAgain } from './sign-in.tsx'
import { StepUp } from './step-up.tsx'

/** The definition of one of the three pages. */
export type PageSetup = {
  /** The roles that may use it. */
  roles: readonly User['role'][]
  /** The views in the order of the navigation; the first one opens. */
  views: readonly View[]
  /** True if its addresses begin with a hotel. */
  hasHotel?: boolean
  /** The operations that its views call besides the general ones. */
  operations?: Parameters<typeof addOperations>[0]
  /** The view of the reader's own account. */
  own: ComponentType<OwnProps>
  /** Draws the frame with the view in it; default: the plain frame. */
  frame?: ComponentType<FrameProps>
}

/** The properties of a frame. */
export type FrameProps = Pick<PageSetup, 'views' | 'own'> & { user: User; route: Route }

/** The stand-in for the hotel on a page without one: its views read nothing of it. */
const NO_HOTEL = { slug: '' } as WholeHotel

/** Starts a page: finds language and session, follows the address and draws. */
export function startPage(setup: PageSetup): void {
  if (setup.operations) addOperations(setup.operations)
  startKeyboard()
  startFont()
  startTheme()
  // Each form is sent by its own code, never by the browser.
  addEventListener('submit', (event) => event.preventDefault())
  const token = linkIn(location.hash)
  // A link that is opened in this tab starts the page anew.
  addEventListener('hashchange', () => linkIn(location.hash) && location.reload())
  startRouter(setup.hasHotel ?? false)
  resumeSession().catch(() => session.set({ status: 'out' }))
  const root = document.querySelector('#app')!
  startLanguage().then(
    () => render(token ? <LinkRoot token={token} /> : <PageRoot {...setup} />, root),
    () => {
      // The texts are missing, so the message is English.
      root.textContent = 'The service cannot be reached. · Hizmete ulaşılamıyor.'
    },
  )
}

/** The token of a mailed or handed-over link. */
const linkIn = (hash: string): string | undefined => /^#link=(.+)$/.exec(hash)?.[1]

function LinkRoot({ token }: { token: string }) {
  const now = useStore(session)
  useStore(language)
  return (
    <>
      <LinkPage token={token} />
      {now.status === 'expired' && <SignInAgain user={now.user} />}
    </>
  )
}

/** The view that the address names, in a frame. */
export function ViewBody(props: FrameProps & Pick<ViewProps, 'hotel' | 'onHotel'>) {
  const { user, views, route, hotel, onHotel, own: Own } = props
  if (route.view === OWN) return <Own user={user} />
  const view = views.find(({ name }) => name === route.view)
  if (!view)
    return (
      <Empty isPage title={t('app.notFound')}>
        {t('app.notFoundText')}
      </Empty>
    )
  if (view.needs && !may(hotel, view.needs)) return <NotYours />
  // The key has hotel and name, so that no state is carried over to another view.
  const key = `${hotel.slug}/${view.name}`
  return <view.body key={key} {...{ user, route, hotel, onHotel }} />
}

function PageRoot(setup: PageSetup) {
  const now = useStore(session)
  // A change of language draws everything anew.
  useStore(language)
  return (
    <>
      {draw(setup, now)}
      {'user' in now && <StepUp user={now.user} />}
      {now.status === 'expired' && <SignInAgain user={now.user} />}
    </>
  )
}

function draw(setup: PageSetup, now: ReturnType<typeof session.get>) {
  if (now.status === 'starting') return <Loading />
  if (now.status === 'out') return <SignIn />
  if (!setup.roles.includes(now.user.role)) return <WrongRole user={now.user} own={setup.own} />
  return <SignedIn key={now.user.id} setup={setup} user={now.user} />
}

function SignedIn({ setup, user }: { setup: PageSetup; user: User }) {
  const { views, own, frame: Frame = PlainFrame } = setup
  const at = useStore(route)
  const first = views[0]!.name
  const isBare = at.view === '' && (at.hotel !== '' || !setup.hasHotel)
  useEffect(() => {
    if (isBare) go({ view: first }, { replace: true })
  }, [isBare])
  const place = isBare ? { ...at, view: first } : at
  return (
    <>
      <Frame user={user} views={views} own={own} route={place} />
      <OpenDialogs />
    </>
  )
}

function PlainFrame(props: FrameProps) {
  return (
    <Layout {...props}>
      <ViewBody {...props} hotel={NO_HOTEL} />
    </Layout>
  )
}

function WrongRole({ user, own: Own }: { user: User } & Pick<PageSetup, 'own'>) {
  const at = useStore(route)
  const home = HOMES[user.role]
  const link = home && (
    <a class="button primary" href={home}>
      {t('sign.goTo')}
    </a>
  )
  return (
    <Layout user={user} views={[]} route={at}>
      {at.view === OWN ? (
        <Own user={user} />
      ) : (
        <Empty isPage title={t('sign.wrongRole')} action={link}>
          {t('sign.wrongRoleText', { name: user.email })}
        </Empty>
      )}
    </Layout>
  )
}
