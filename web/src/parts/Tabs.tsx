import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'
import { count } from './format.ts'

export type TabEntry = { id: string; label: string; number?: number; content: ReactNode }
type TabsProps = {
  label: string
  tabs: TabEntry[]
  selected?: string
  onSelect?: (id: string) => void
}

export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  return (
    <AriaTabs
      {...(selected !== undefined && { selectedKey: selected })}
      onSelectionChange={(key) => onSelect?.(String(key))}
    >
      <TabList
        aria-label={label}
        className="flex gap-6 overflow-x-auto border-line border-b [scrollbar-width:none] narrow:gap-[22px]"
      >
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            id={tab.id}
            className="relative flex min-h-12 cursor-pointer items-center gap-1.5 whitespace-nowrap font-medium text-muted outline-none after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:rounded-[2px] data-[focus-visible]:outline-2 data-[focus-visible]:outline-solid data-[focus-visible]:outline-accent-line data-[focus-visible]:-outline-offset-2 data-[hovered]:text-ink data-[selected]:text-ink data-[selected]:after:bg-accent-line"
          >
            {tab.label} {tab.number !== undefined && <span className="font-normal">{count(tab.number)}</span>}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className="outline-none">
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
