import { Copy } from 'lucide-react'
import { Button } from '../Button.tsx'
import { useCopy } from '../CopyField.tsx'
import { Icon } from '../Icon.tsx'

/** The key for an app without a camera: in groups of four to read, in one piece to copy. */
export function SecretKey({ secret }: { secret: string }) {
  const { text, said, copy } = useCopy(secret, 'The key')
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-3 rounded-control bg-canvas py-2 ps-4 pe-2">
        {/* Margins between the groups, not blanks: what is copied by hand is the key alone. */}
        <code ref={text} className="min-w-0 font-[inherit] tracking-[0.04em]">
          {secret.match(/.{1,4}/g)?.map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups may repeat and never move
            <span key={index} className="me-2 inline-block">
              {group}
            </span>
          ))}
        </code>
        <Button size="compact" aria-label="Copy the key" onClick={copy}>
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
