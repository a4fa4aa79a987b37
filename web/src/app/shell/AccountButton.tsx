import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { buttonClass } from '../../parts/button-class.ts'
import { Icon } from '../../parts/Icon.tsx'
import { customerQueries } from '../customer.queries.ts'

/** The menu's machinery arrives with the first press; until then the button is a plain one. */
const loadMenu = () => import('./AccountMenu.tsx')
const AccountMenu = lazy(() => loadMenu().then((module) => ({ default: module.AccountMenu })))

const CLASS = buttonClass('plain', 'normal', 'px-1.5! narrow:px-1!')

export function AccountButton() {
  const [wasPressed, setPressed] = useState(false)
  const { data: customer } = useQuery(customerQueries.me())
  const name = [customer?.firstName, customer?.lastName].filter(Boolean).join(' ') || customer?.email || ''
  // What is seen comes first, so that asking for it by voice finds the button.
  const label = name ? `${name}, account` : 'Account'
  const face = <Face name={name} />
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label={label}
      className={CLASS}
      onClick={() => setPressed(true)}
      onPointerEnter={loadMenu}
      onFocus={loadMenu}
    >
      {face}
    </button>
  )
  if (!wasPressed) return button
  return (
    <Suspense fallback={button}>
      <AccountMenu label={label} buttonClassName={CLASS} button={face} />
    </Suspense>
  )
}

function Face({ name }: { name: string }) {
  return (
    <>
      {/* A drawing rather than words: the button is named by what it says in full. */}
      <span
        data-initials={initials(name)}
        className="grid size-[34px] place-items-center rounded-full bg-accent-wash font-semibold text-[0.8125rem] text-ink leading-none before:content-[attr(data-initials)]"
      />
      <span className="max-w-48 truncate mid:hidden">{name}</span>
      <Icon of={ChevronDown} size={16} className="narrow:hidden" />
    </>
  )
}

function initials(name: string): string {
  const [first = '', ...others] = name.split(' ')
  return `${first.charAt(0)}${others.at(-1)?.charAt(0) ?? ''}`.toUpperCase()
}
