import { useQuery } from '@tanstack/react-query'
import { ShoppingBag } from 'lucide-react'
import { Button } from '../../parts/Button.tsx'
import { plural } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { openCartPanel } from '../cart-panel-store.ts'
import { orderQueries } from '../orders.queries.ts'
import { paths } from '../paths.ts'
import { AccountButton } from './AccountButton.tsx'
import { HeaderNav } from './HeaderNav.tsx'
import { HEADER, HEADER_NUMBER } from './header-class.ts'
import { NoticeBell } from './NoticeBell.tsx'
import { SiteLogo } from './SiteLogo.tsx'

const LINKS = [
  { to: paths.myRewards, label: 'My rewards' },
  { to: paths.account, hash: 'addresses', label: 'Addresses' },
  { to: '/', hash: 'help', label: 'Help' },
]

export function SignedInHeader() {
  return (
    <header className={`${HEADER} border-line border-b`}>
      <SiteLogo hidesNameOn="tiny" />
      <HeaderNav links={LINKS} />
      <div className="ms-auto flex items-center gap-2 narrow:gap-0">
        <NoticeBell />
        <CartButton />
        <AccountButton />
      </div>
    </header>
  )
}

function CartButton() {
  const { data: order } = useQuery(orderQueries.current())
  const items = order?.cardItems.filter((item) => item.state === 'in_cart').length ?? 0
  return (
    <Button look="plain" size="round" aria-label={`Cart, ${plural(items, 'item')}`} onClick={openCartPanel}>
      <Icon of={ShoppingBag} size={22} />
      {items > 0 && <b className={HEADER_NUMBER}>{items}</b>}
    </Button>
  )
}
