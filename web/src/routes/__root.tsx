import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, useMatches } from '@tanstack/react-router'
import { useAccountLanguage, usePageLanguage } from '../app/page-language.ts'
import { isSignedIn, setAccounts } from '../app/session.ts'
import { DemoRibbon } from '../app/shell/DemoRibbon.tsx'
import { NotFoundScreen } from '../app/shell/NotFoundScreen.tsx'
import {
  NavigationProgress,
  useFocusOnNavigation,
  useLateAnchor,
  usePageTitle,
} from '../app/shell/navigation.tsx'
import { PreviewRibbon } from '../app/shell/PreviewRibbon.tsx'
import { RootError } from '../app/shell/ScreenError.tsx'
import { SiteFooter } from '../app/shell/SiteFooter.tsx'
import { SiteHeader } from '../app/shell/SiteHeader.tsx'
import { CartPanelSlot, GuideSlot, ModalContainer } from '../app/shell/slots.tsx'
import { ToastArea } from '../app/shell/ToastArea.tsx'
import { applyBrand, siteQuery, useSite } from '../app/site.ts'
import { loadPageTexts, useTexts } from '../app/texts.ts'

/** Loads the site first, because every guard and screen relies on it. docs/spec.md §2, "Root layout". */
export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: async ({ context, location, matches }) => {
    // On the server, the page is a visitor's, and the renderer has its texts.
    const isServer = typeof document === 'undefined'
    const texts = isServer ? undefined : loadPageTexts(matches)
    if (!isOfInstallation(location.pathname)) {
      const site = await context.queryClient.ensureQueryData(siteQuery)
      if (isServer) return
      applyBrand(site)
      setAccounts(site)
      await isSignedIn()
    }
    await texts
  },
  component: Root,
  errorComponent: RootError,
  notFoundComponent: NotFoundScreen,
})

/** Pages about the whole installation, on any host: there may be no site. */
function isOfInstallation(path: string): boolean {
  return /^\/(setup|platform)(\/|$)/.test(path)
}

const MAIN_ID = 'main'

function Root() {
  const { title, frame } = useScreen()
  usePageLanguage()
  return frame === 'installation' ? (
    <InstallationRoot title={title} />
  ) : (
    <SiteRoot title={title} frame={frame} />
  )
}

function InstallationRoot({ title }: Pick<Screen, 'title'>) {
  usePageTitle(title, 'Laurel')
  useFocusOnNavigation(MAIN_ID)
  return (
    <>
      <Outlet />
      <ToastArea />
    </>
  )
}

function SiteRoot({ title, frame }: Screen) {
  const i18n = useTexts()
  usePageTitle(title, useSite().name)
  useFocusOnNavigation(MAIN_ID)
  useLateAnchor()
  useAccountLanguage(frame === 'site' || frame === 'flow')
  return (
    <>
      <a
        href={`#${MAIN_ID}`}
        className="fixed top-2 left-2 z-70 -translate-y-20 rounded-control bg-raised px-4 py-3 font-medium text-accent-text focus:translate-y-0 focus:shadow-lift-3"
      >
        {i18n.t('Skip to content')}
      </a>
      <NavigationProgress />
      <DemoRibbon />
      {frame !== 'office' && <PreviewRibbon />}
      {frame === 'site' && <SiteHeader />}
      {frame === 'office' && <Outlet />}
      {frame === 'site' && (
        <div className="has-[>aside]:grid has-[>aside]:grid-cols-[minmax(0,1fr)_480px]">
          <div className="min-w-0">
            <main id={MAIN_ID} tabIndex={-1} className="min-h-[calc(100dvh-76px)] outline-none">
              <Outlet />
            </main>
            <SiteFooter />
          </div>
          <GuideSlot />
        </div>
      )}
      {(frame === 'flow' || frame === 'bare') && (
        <div id={MAIN_ID} tabIndex={-1} className="outline-none">
          <Outlet />
        </div>
      )}
      <CartPanelSlot />
      <ModalContainer />
      <ToastArea />
    </>
  )
}

type Screen = ReturnType<typeof useScreen>

/** The title and frame of the innermost route that sets them. */
function useScreen() {
  const matches = useMatches()
  const title = matches.findLast((match) => match.staticData.title)?.staticData.title
  const frame = matches.findLast((match) => match.staticData.frame)?.staticData.frame ?? 'site'
  return { title, frame }
}
