import { Ellipsis } from 'lucide-react'
import { Icon } from '../../../parts/Icon.tsx'
import { Menu, type MenuEntry } from '../../../parts/Menu.tsx'

/** What may be done with one line of a list. */
export function RowMenu({ label, entries }: { label: string; entries: MenuEntry[] }) {
  return (
    <Menu
      label={label}
      buttonClassName="grid size-9 touch:size-11 place-items-center rounded-control outline-none hover:bg-sunken data-[focus-visible]:outline-2 data-[focus-visible]:outline-solid data-[focus-visible]:outline-accent-line"
      button={<Icon of={Ellipsis} />}
      entries={entries}
    />
  )
}
