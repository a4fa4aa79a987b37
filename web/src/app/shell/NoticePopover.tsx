import { type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { NoticeList } from './NoticeList.tsx'

type NoticePopoverProps = { label: string; button: ReactElement; buttonClassName: string }

/** The bell with what it opens, which opens at once: it is here because the bell was pressed. */
export function NoticePopover({ label, button, buttonClassName }: NoticePopoverProps) {
  const headingId = useId()
  const bell = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  // This button stands in for the one that was pressed, so that closing leads the focus back to it.
  useEffect(() => {
    bell.current?.focus()
    setOpen(true)
  }, [])
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton ref={bell} aria-label={label} className={buttonClassName}>
        {button}
      </AriaButton>
      <Popover
        placement="bottom end"
        aria-labelledby={headingId}
        className="w-[min(400px,calc(100vw-24px))] overflow-auto rounded-toast bg-surface outline-none shadow-lift-3 data-[entering]:animate-appear"
      >
        {/* The popover is the dialog: what dismisses it is then inside of it. */}
        <NoticeList headingId={headingId} onFollow={() => setOpen(false)} />
      </Popover>
    </DialogTrigger>
  )
}
