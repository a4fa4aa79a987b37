import { mayInCompany } from '@laurel/domain/company-roles'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, type LinkProps, Outlet, useLocation } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { approvalQueries } from '../../app/approval.queries.ts'
import { type Company, companyQueries, usesApprovals } from '../../app/company.queries.ts'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { Button } from '../../parts/Button.tsx'
import { count } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { EditCompanyDialog } from './CompanyDialogs.tsx'

type CompanyTab = {
  label: string
  to: LinkProps['to']
  /** Shown next to the label. */
  number?: number
  /** For people whose role can't use it. */
  isHidden?: boolean
}

/** The pages of a company, in the order of their tabs. */
function tabsOf(company: Company, waiting: number | undefined): CompanyTab[] {
  const i18n = pageTexts()

  const seesMoney = mayInCompany(company, 'money.see')
  const seesBudgets = company.hasBudgets || seesMoney || mayInCompany(company, 'budgets.manage')
  return [
    { label: i18n.t('People'), to: '/company', number: company.peopleCount },
    {
      label: i18n.t('Approvals'),
      to: '/company/approvals',
      ...(!!waiting && { number: waiting }),
      isHidden: !usesApprovals(company),
    },
    {
      label: seesMoney ? i18n.t('Balance and budgets') : i18n.t('Budgets'),
      to: '/company/budgets',
      isHidden: !seesBudgets,
    },
    {
      label: i18n.t('Programs'),
      to: '/company/programs',
      isHidden: !mayInCompany(company, 'programs.manage'),
    },
    { label: i18n.t('Reports'), to: '/company/reports', isHidden: !mayInCompany(company, 'reports.see') },
    { label: i18n.t('Year end'), to: '/company/year-end', isHidden: !mayInCompany(company, 'reports.see') },
    { label: i18n.t('Activity'), to: '/company/activity', isHidden: !mayInCompany(company, 'activity.see') },
    {
      label: i18n.t('API keys'),
      to: '/company/api-keys',
      isHidden: !mayInCompany(company, 'api_keys.manage'),
    },
    {
      label: i18n.t('Webhooks'),
      to: '/company/webhooks',
      isHidden: !mayInCompany(company, 'api_keys.manage'),
    },
    { label: i18n.t('Settings'), to: '/company/settings', isHidden: !seesSettings(company) },
  ]
}

/** Approvers can say who decides while they're away. */
function seesSettings(company: Company): boolean {
  const isManager = mayInCompany(company, 'rules.manage') || mayInCompany(company, 'billing.manage')
  return isManager || decidesApprovals(company)
}

function decidesApprovals(company: Company): boolean {
  return usesApprovals(company) && mayInCompany(company, 'approvals.decide')
}

/** The company's name and tabs above each of its pages. */
export function CompanyLayout() {
  const i18n = useTexts()
  const { company } = useSuspenseQuery(companyQueries.people()).data
  const [isEditing, setEditing] = useState(false)
  const { data: waiting } = useQuery({
    ...approvalQueries.list('waiting'),
    enabled: decidesApprovals(company),
  })
  const tabs = tabsOf(company, decidesApprovals(company) ? waiting?.count : undefined).filter(
    ({ isHidden }) => !isHidden,
  )
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // On a phone, the last tabs begin outside the window.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is the reason
  useEffect(() => {
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView?.({ block: 'nearest' })
  }, [pathname])
  return (
    <div className="page pb-24">
      <header className="flex items-center gap-2 pt-12 pb-4 narrow:pt-8 narrow:pb-2">
        <h1 className="min-w-0 break-words">{company.name}</h1>
        {mayInCompany(company, 'people.manage') && (
          <Button
            look="plain"
            size="round"
            aria-label={i18n.t('Edit company')}
            onClick={() => setEditing(true)}
          >
            <Icon of={Pencil} size={18} />
          </Button>
        )}
      </header>
      <nav
        ref={nav}
        aria-label={i18n.t('Company')}
        className="flex gap-6 overflow-x-auto border-line border-b [scrollbar-width:none] narrow:gap-[22px]"
      >
        {tabs.map(({ label, to, number }) => (
          <Link
            key={label}
            to={to}
            activeOptions={{ exact: to === '/company' }}
            className="relative flex min-h-12 items-center gap-1.5 whitespace-nowrap font-medium text-muted no-underline after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:rounded-[2px] hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:text-ink aria-[current=page]:after:bg-accent-line"
          >
            {label}
            {number !== undefined && <span className="font-normal">{count(number)}</span>}
          </Link>
        ))}
      </nav>
      <div className="pt-8">
        <Outlet />
      </div>
      {isEditing && <EditCompanyDialog company={company} onClose={() => setEditing(false)} />}
    </div>
  )
}
