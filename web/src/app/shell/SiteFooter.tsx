import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { OtherLanguage } from '../../parts/OtherLanguage.tsx'
import { ThemeChoice } from '../../parts/ThemeChoice.tsx'
import { openModal } from '../modal-store.ts'
import { useChooseLanguage, useIsTranslated } from '../page-language.ts'
import { paths } from '../paths.ts'
import { landingQuery, useSite } from '../site.ts'
import { useTexts } from '../texts.ts'
import { SiteLogo } from './SiteLogo.tsx'

const ENTRY =
  'flex min-h-9 items-center text-start text-white/90 no-underline hover:underline underline-offset-3 touch:min-h-11'

export function SiteFooter() {
  const i18n = useTexts()
  const site = useSite()
  const lead = useFooterLead()
  const isTranslated = useIsTranslated()
  const choose = useChooseLanguage()
  // A new site has an email address only.
  const ways = site.supportPhone === '' ? [site.supportEmail] : [site.supportPhone, site.supportHours]
  const help = ways.filter((way) => way !== '')
  return (
    <footer className="relative bg-foot py-12 text-white **:focus-visible:outline-white">
      <div className="page grid grid-cols-[1fr_1.4fr] gap-8 narrow:grid-cols-1">
        <div>
          <SiteLogo isReversed />
          <p className="text-white/86">{lead}</p>
        </div>
        <nav aria-label={i18n.t('Footer')} className="grid grid-cols-3 gap-6 narrow:grid-cols-2">
          <div>
            <Heading>{i18n.t('Send')}</Heading>
            {[i18n.t('Bulk'), i18n.t('Direct'), i18n.t('Digital')].map((way) => (
              <Link key={way} to="/" hash="ways" className={ENTRY}>
                {way}
              </Link>
            ))}
          </div>
          <div>
            <Heading>{i18n.t('Help')}</Heading>
            <Link to="/" hash="how" className={ENTRY}>
              {i18n.t('How it works')}
            </Link>
            <Link to={paths.myRewards} className={ENTRY}>
              {i18n.t('Where is my order?')}
            </Link>
            {site.supportEmail !== '' && (
              <a href={`mailto:${site.supportEmail}`} className={ENTRY}>
                {i18n.t('Contact us')}
              </a>
            )}
          </div>
          {site.legalTexts.length > 0 && (
            <div>
              <Heading>{i18n.t('Fine print')}</Heading>
              {site.legalTexts.map(({ kind, title }) => (
                <button
                  key={kind}
                  type="button"
                  className={ENTRY}
                  onClick={() => openModal('legal', { kind })}
                >
                  {title}
                </button>
              ))}
            </div>
          )}
        </nav>
        <div className="col-span-full flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-white/18 border-t pt-6 text-small text-white/86">
          {help.length > 0 && <p>{i18n.t('Questions? {ways}.', { ways: help.join(', ') })}</p>}
          <div className="scheme-dark flex flex-wrap items-center gap-3">
            {isTranslated && <OtherLanguage onChoose={choose} />}
            <ThemeChoice isCompact />
          </div>
          {/* The year may end between the server and the browser. */}
          <p suppressHydrationWarning>
            © {new Date().getFullYear()} {site.name}
          </p>
        </div>
      </div>
    </footer>
  )
}

function Heading({ children }: { children: string }) {
  return <h2 className="mb-1.5 text-label text-white/80 tracking-normal">{children}</h2>
}

/** The site's own line once the home page has loaded it; no other page fetches it. */
function useFooterLead(): string {
  const i18n = useTexts()
  const { data } = useQuery({ ...landingQuery, enabled: false })
  const given = data?.find(({ kind }) => kind === 'footer')?.content.lead
  return i18n.t(given || /*i18n*/ 'Reward cards for the people who do the work.')
}
