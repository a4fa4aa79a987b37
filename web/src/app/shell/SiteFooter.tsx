import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ThemeChoice } from '../../parts/ThemeChoice.tsx'
import { openModal } from '../modal-store.ts'
import { paths } from '../paths.ts'
import { landingQuery, useSite } from '../site.ts'
import { SiteLogo } from './SiteLogo.tsx'

const ENTRY =
  'flex min-h-9 items-center text-start text-white/90 no-underline hover:underline underline-offset-3 touch:min-h-11'

export function SiteFooter() {
  const site = useSite()
  const lead = useFooterLead()
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
        <nav aria-label="Footer" className="grid grid-cols-3 gap-6 narrow:grid-cols-2">
          <div>
            <Heading>Send</Heading>
            {['Bulk', 'Direct', 'Digital'].map((way) => (
              <Link key={way} to="/" hash="ways" className={ENTRY}>
                {way}
              </Link>
            ))}
          </div>
          <div>
            <Heading>Help</Heading>
            <Link to="/" hash="how" className={ENTRY}>
              How it works
            </Link>
            <Link to={paths.myRewards} className={ENTRY}>
              Where is my order?
            </Link>
            {site.supportEmail !== '' && (
              <a href={`mailto:${site.supportEmail}`} className={ENTRY}>
                Contact us
              </a>
            )}
          </div>
          {site.legalTexts.length > 0 && (
            <div>
              <Heading>Small print</Heading>
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
          {help.length > 0 && <p>Questions? {help.join(', ')}.</p>}
          <div className="scheme-dark">
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
  const { data } = useQuery({ ...landingQuery, enabled: false })
  const given = data?.find(({ kind }) => kind === 'footer')?.content.lead
  return given || 'Reward cards for the people who do the work.'
}
