import { Copy, Download, Printer } from 'lucide-react'
import { Button } from '../Button.tsx'
import { useCopy } from '../CopyField.tsx'
import { Icon } from '../Icon.tsx'
import { saveFile } from '../save-file.ts'
import './recovery-codes.css'

type RecoveryCodesProps = {
  codes: readonly string[]
  siteName: string
  /** The account's email, for the file and the printout. */
  email: string
}

/** Ten codes to copy, download, or print. They're never shown again. */
export function RecoveryCodes({ codes, siteName, email }: RecoveryCodesProps) {
  const lines = codes.join('\n')
  const { text, said, copy } = useCopy(lines, 'The codes are selected. Copy them with Ctrl C or ⌘C.')
  const file = `Recovery codes for ${siteName}\n${email}\nEach code works once.\n\n${lines}\n`
  return (
    <div className="recovery-codes grid gap-4">
      <p className="hidden print:block">
        Recovery codes for {siteName}, {email}. Each code works once.
      </p>
      <code ref={text} className="rounded-control bg-canvas p-4 font-[inherit] tracking-[0.04em]">
        <ul aria-label="Recovery codes" className="grid grid-cols-2 gap-x-6 gap-y-2 tabular-nums">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </code>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button size="compact" onClick={copy}>
          <Icon of={Copy} size={16} />
          Copy
        </Button>
        <Button
          size="compact"
          onClick={() => saveFile(new Blob([file], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          <Icon of={Download} size={16} />
          Download
        </Button>
        <Button size="compact" onClick={() => window.print()}>
          <Icon of={Printer} size={16} />
          Print
        </Button>
      </div>
      <p role="status" className="text-muted text-small empty:hidden">
        {said}
      </p>
    </div>
  )
}
