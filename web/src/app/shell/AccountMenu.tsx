import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  ArrowLeftRight,
  BookUser,
  Building2,
  CircleHelp,
  FolderOpen,
  Gift,
  LogOut,
  MapPin,
  Settings,
  Sparkles,
  User,
} from 'lucide-react'
import type { ReactElement } from 'react'
import { Button, LinkButton } from '../../parts/Button.tsx'
import { Menu } from '../../parts/Menu.tsx'
import { useCompanies, useSwitchCompany } from '../company.queries.ts'
import { customerQueries } from '../customer.queries.ts'
import { openGuide } from '../guide-store.ts'
import { closeModal, openModal } from '../modal-store.ts'
import { paths } from '../paths.ts'
import { signOut } from '../session.ts'
import { useTexts } from '../texts.ts'
import { useMid } from '../use-narrow.ts'
import { companyDetail } from './CompanyMenu.tsx'

type AccountMenuProps = { label: string; button: ReactElement; buttonClassName: string }

export function AccountMenu({ label, button, buttonClassName }: AccountMenuProps) {
  const i18n = useTexts()
  const navigate = useNavigate()
  const switchTo = useSwitchCompany()
  const { companies, company } = useCompanies()
  const { data: customer } = useQuery(customerQueries.me())
  // The header has no room for its switcher.
  const others = useMid() ? companies.filter(({ id }) => id !== company?.id) : []

  async function leave() {
    // Go home first, or this screen's guard would open the sign-in modal.
    await navigate({ to: '/' })
    await signOut()
  }

  const showAccount = () =>
    openModal('account', { title: i18n.t('Your account'), content: <AccountSummary onSignOut={leave} /> })

  return (
    <Menu
      label={label}
      button={button}
      buttonClassName={buttonClassName}
      defaultOpen
      entries={[
        {
          id: 'rewards',
          label: i18n.t('My rewards'),
          icon: Gift,
          onPress: () => navigate({ to: paths.myRewards }),
        },
        ...(customer?.registrationComplete
          ? [
              {
                id: 'company',
                label: i18n.t('Company'),
                icon: Building2,
                onPress: () => navigate({ to: paths.company }),
              },
              {
                id: 'files',
                label: i18n.t('Files'),
                icon: FolderOpen,
                onPress: () => navigate({ to: paths.files }),
              },
            ]
          : []),
        ...others.map((other) => ({
          id: `company-${other.id}`,
          label: i18n.t('Switch to {name}', { name: other.name }),
          detail: companyDetail(other),
          icon: ArrowLeftRight,
          onPress: () => void switchTo(other),
        })),
        { id: 'account', label: i18n.t('Account'), icon: User, onPress: showAccount },
        {
          id: 'addresses',
          label: i18n.t('Addresses'),
          icon: MapPin,
          onPress: () => navigate({ to: paths.account, hash: 'addresses' }),
        },
        {
          id: 'recipients',
          label: i18n.t('Saved recipients'),
          icon: BookUser,
          onPress: () => navigate({ to: paths.recipients }),
        },
        {
          id: 'settings',
          label: i18n.t('Settings'),
          icon: Settings,
          onPress: () => navigate({ to: paths.settings }),
        },
        { id: 'guide', label: i18n.t('Guide'), icon: Sparkles, onPress: openGuide },
        {
          id: 'help',
          label: i18n.t('Help'),
          icon: CircleHelp,
          onPress: () => navigate({ to: '/', hash: 'help' }),
        },
        { id: 'leave', label: i18n.t('Sign out'), icon: LogOut, onPress: leave },
      ]}
    />
  )
}

/** The signed-in customer with links: the modal's `account` variant (docs/spec.md §4). */
export function AccountSummary({ onSignOut }: { onSignOut: () => void }) {
  const i18n = useTexts()
  const { data: customer } = useQuery(customerQueries.me())
  const name = [customer?.firstName, customer?.lastName].filter(Boolean).join(' ')
  return (
    <div className="grid gap-6 pt-4">
      <div>
        {name && <p className="font-semibold">{name}</p>}
        <p className="break-words text-muted">{customer?.email}</p>
        {customer?.legalBusinessName && <p className="text-muted">{customer.legalBusinessName}</p>}
      </div>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={paths.account} onClick={closeModal}>
          {i18n.t('Open account')}
        </LinkButton>
        <LinkButton to={paths.settings} onClick={closeModal}>
          {i18n.t('Open settings')}
        </LinkButton>
        <Button
          look="plain"
          onClick={() => {
            closeModal()
            onSignOut()
          }}
        >
          {i18n.t('Sign out')}
        </Button>
      </div>
    </div>
  )
}
