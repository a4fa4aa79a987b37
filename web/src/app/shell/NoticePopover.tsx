import { type ReactElement, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { NoticeList } from './NoticeList.tsx'

type NoticePopoverProps = { label: string; button: ReactElement; buttonClassName: string }

/** The bell with what it opens, open from the first. */
export function NoticePopover({ label, button, buttonClassName }: NoticePopoverProps) {
  const [isOpen, setOpen] = useState(true)
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton aria-label={label} className={buttonClassName}>
        {button}
      </AriaButton>
      <Popover
        placement="bottom end"
        className="w-[min(400px,calc(100vw-24px))] overflow-auto rounded-toast bg-surface shadow-lift-3 data-[entering]:animate-appear"
      >
        <Dialog aria-label="Notices" className="outline-none">
          <NoticeList onFollow={() => setOpen(false)} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
