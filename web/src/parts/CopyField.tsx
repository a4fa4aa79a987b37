import { Copy } from 'lucide-react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { useCopy } from './use-copy.ts'

type CopyFieldProps = {
  label: string
  value: string
  /** Where it is read in groups and carried without the blanks. */
  copies?: string
}

/** Something to be carried elsewhere to the letter: read, and copied in one press. */
export function CopyField({ label, value, copies = value }: CopyFieldProps) {
  const { text, said, copy } = useCopy(copies, 'It')
  return (
    <div className="grid gap-1.5">
      <span className="font-medium text-label">{label}</span>
      <div className="flex items-start justify-between gap-3 rounded-control bg-canvas py-2 ps-4 pe-2">
        <code ref={text} className="min-w-0 self-center break-all py-1 font-[inherit] tracking-[0.02em]">
          {value}
        </code>
        <Button size="compact" aria-label={`Copy ${label.toLowerCase()}`} onClick={copy}>
          <Icon of={Copy} size={16} />
          Copy
        </Button>
      </div>
      <p role="status" className="text-muted text-small empty:hidden">
        {said}
      </p>
    </div>
  )
}
