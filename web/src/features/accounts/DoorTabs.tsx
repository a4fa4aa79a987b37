import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'

const TABS = [
  { id: 'signIn', label: 'Sign in' },
  { id: 'signUp', label: 'Create account' },
] as const

type DoorTabsProps = {
  selected: 'signIn' | 'signUp'
  onSelect: (tab: 'signIn' | 'signUp') => void
  children: ReactNode
}

/** Two ways in. They look like a segment, and are tabs: each has a panel of its own. */
export function DoorTabs({ selected, onSelect, children }: DoorTabsProps) {
  return (
    <AriaTabs
      selectedKey={selected}
      onSelectionChange={(key) => {
        if (key !== selected) onSelect(key as 'signIn' | 'signUp')
      }}
      className="mt-5"
    >
      <TabList aria-label="Ways in" className="flex gap-0.5 rounded-[12px] bg-sunken p-1">
        {TABS.map(({ id, label }) => (
          <Tab
            key={id}
            id={id}
            className="grid min-h-10 flex-1 cursor-pointer place-items-center rounded-[9px] px-2 text-center font-medium text-muted outline-none transition-[background-color,color] duration-(--fast) touch:min-h-11 data-[focus-visible]:outline-2 data-[focus-visible]:outline-solid data-[focus-visible]:outline-accent-line data-[hovered]:text-ink data-[selected]:bg-surface data-[selected]:text-ink data-[selected]:shadow-lift-1"
          >
            {label}
          </Tab>
        ))}
      </TabList>
      {TABS.map(({ id }) => (
        <TabPanel key={id} id={id} className="outline-none">
          {id === selected && children}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
