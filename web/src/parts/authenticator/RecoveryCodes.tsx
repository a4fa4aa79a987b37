import { Copy, Download, Printer } from 'lucide-react'
import { useTexts } from '../../app/texts.ts'
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
  const i18n = useTexts()
  const lines = codes.join('\n')
  const { text, said, copy } = useCopy(
    lines,
    i18n.t('The codes are selected. Press Ctrl+C or ⌘C to copy them.'),
  )
  const file = [
    i18n.t('Recovery codes for {siteName}', { siteName }),
    email,
    i18n.t('Each code works once.'),
    '',
    lines,
    '',
  ].join('\n')
  return (
    <div className="recovery-codes grid gap-4">
      <p className="hidden print:block">
        {i18n.t('Recovery codes for {siteName}, {email}. Each code works once.', { siteName, email })}
      </p>
      <code ref={text} className="rounded-control bg-canvas p-4 font-[inherit] tracking-[0.04em]">
        <ul aria-label={i18n.t('Recovery codes')} className="grid grid-cols-2 gap-x-6 gap-y-2 tabular-nums">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </code>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button size="compact" onClick={copy}>
          <Icon of={Copy} size={16} />
          {i18n.t('Copy')}
        </Button>
        <Button
          size="compact"
          onClick={() => saveFile(new Blob([file], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          <Icon of={Download} size={16} />
          {i18n.t('Download')}
        </Button>
        <Button size="compact" onClick={() => window.print()}>
          <Icon of={Printer} size={16} />
          {i18n.t('Print')}
        </Button>
      </div>
      <p role="status" className="text-muted text-small empty:hidden">
        {said}
      </p>
    </div>
  )
}
