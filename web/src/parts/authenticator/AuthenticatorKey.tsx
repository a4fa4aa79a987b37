import { Copy } from 'lucide-react'
import { create } from 'qrcode'
import { useMemo } from 'react'
import { useTexts } from '../../app/texts.ts'
import { Button } from '../Button.tsx'
import { useCopy } from '../CopyField.tsx'
import { Icon } from '../Icon.tsx'

/** docs/spec.md §9: 228 by 228 px. */
const SIDE_PX = 228
/** The margin that cameras need, in modules. */
const QUIET = 4

/** Drawn in the browser, so that the secret is sent to no one. Black on white in every brand. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { side, path } = useMemo(() => draw(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      width={SIDE_PX}
      height={SIDE_PX}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}

/** Draws one rectangle for each run of dark modules in a row. */
function draw(text: string): { side: number; path: string } {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  let path = ''
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const start = x
      while (x < size && data[y * size + x]) x++
      if (x > start) path += `M${start + QUIET} ${y + QUIET}h${x - start}v1h${start - x}z`
    }
  }
  return { side: size + 2 * QUIET, path }
}

/** The secret for apps without a camera: shown in groups of four, copied in one piece. */
export function SecretKey({ secret }: { secret: string }) {
  const i18n = useTexts()
  const { text, said, copy } = useCopy(secret, i18n.t('The key is selected. Press Ctrl+C or ⌘C to copy it.'))
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-3 rounded-control bg-canvas py-2 ps-4 pe-2">
        {/* Margins rather than spaces, so that copying by hand gives the bare secret. */}
        <code ref={text} className="min-w-0 font-[inherit] tracking-[0.04em]">
          {secret.match(/.{1,4}/g)?.map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups may repeat and never move
            <span key={index} className="me-2 inline-block">
              {group}
            </span>
          ))}
        </code>
        <Button size="compact" aria-label={i18n.t('Copy the key')} onClick={copy}>
          <Icon of={Copy} size={16} />
          {i18n.t('Copy')}
        </Button>
      </div>
      <p role="status" className="text-muted text-small empty:hidden">
        {said}
      </p>
    </div>
  )
}

/** The content of the QR code that an authenticator app scans. */
export function otpauthUri({
  issuer,
  account,
  secret,
}: Record<'issuer' | 'account' | 'secret', string>): string {
  const [who, where] = [account, issuer].map(encodeURIComponent)
  return `otpauth://totp/${where}:${who}?secret=${secret}&issuer=${where}`
}
