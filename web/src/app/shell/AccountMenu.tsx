import { useNavigate } from '@tanstack/react-router'
import { BookUser, CircleHelp, Gift, LogOut, MapPin, Settings, User } from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu } from '../../parts/Menu.tsx'
import { openModal } from '../modal-store.ts'
import { paths } from '../paths.ts'
import { signOut } from '../session.ts'
import { AccountSummary } from './AccountSummary.tsx'

type AccountMenuProps = { label: string; button: ReactElement; buttonClassName: string }

export function AccountMenu({ label, button, buttonClassName }: AccountMenuProps) {
  const navigate = useNavigate()

  async function leave() {
    // Home first: the guard would take a signed-out visitor of this screen for somebody who wants in.
    await navigate({ to: '/' })
    await signOut()
  }

  const showAccount = () =>
    openModal('account', { title: 'Your account', content: <AccountSummary onSignOut={leave} /> })

  return (
    <Menu
      label={label}
      button={button}
      buttonClassName={buttonClassName}
      defaultOpen
      entries={[
        { id: 'rewards', label: 'My rewards', icon: Gift, onPress: () => navigate({ to: paths.myRewards }) },
        { id: 'account', label: 'Account', icon: User, onPress: showAccount },
        {
          id: 'addresses',
          label: 'Addresses',
          icon: MapPin,
          onPress: () => navigate({ to: paths.account, hash: 'addresses' }),
        },
        {
          id: 'recipients',
          label: 'Saved recipients',
          icon: BookUser,
          onPress: () => navigate({ to: paths.recipients }),
        },
        {
          id: 'settings',
          label: 'Settings',
          icon: Settings,
          onPress: () => navigate({ to: paths.settings }),
        },
        {
          id: 'help',
          label: 'Help',
          icon: CircleHelp,
          onPress: () => navigate({ to: '/', hash: 'help' }),
        },
        { id: 'leave', label: 'Sign out', icon: LogOut, onPress: leave },
      ]}
    />
  )
}
