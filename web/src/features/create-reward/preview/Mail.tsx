import { formatCents } from '@laurel/domain/money'
import { useSite } from '../../../app/site.ts'
import { buttonClass } from '../../../parts/button-class.ts'
import { CardCanvas, type CardLook } from '../../../parts/card/CardCanvas.tsx'
import { Paragraphs } from './Paragraphs.tsx'

type MailProps = {
  look: CardLook
  businessName: string
  firstName: string
  email: string
  paragraphs: readonly string[]
  senderName: string
  amountCents: number | null
}

/** The email that carries a digital card. */
export function Mail({
  look,
  businessName,
  firstName,
  email,
  paragraphs,
  senderName,
  amountCents,
}: MailProps) {
  const site = useSite()
  const greeting = firstName ? `${firstName}, ` : ''
  return (
    <article
      aria-label="The email"
      className="w-[min(100%,620px)] overflow-hidden rounded-toast bg-white text-[#1d1d1d] shadow-lift-3"
    >
      <header className="grid gap-0.5 bg-canvas px-6.5 py-4.5 narrow:px-5">
        <b className="font-semibold">
          {greeting}
          {businessName || site.name} sent you a card
        </b>
        <span className="text-muted text-small wrap-anywhere">
          {site.name}
          {businessName && ` for ${businessName}`}, to {email || 'the address you give'}
        </span>
      </header>
      <div className="px-11 pt-8.5 pb-10 text-center narrow:px-5.5 narrow:pt-6.5 narrow:pb-7.5">
        <p className="text-h2">{look.line1 || `A card from ${businessName || site.name}`}</p>
        <CardCanvas look={look} className="mx-auto mt-6.5 mb-7.5 w-[min(100%,400px)]" />
        <Paragraphs paragraphs={paragraphs} senderName={senderName} />
        <span className={buttonClass('primary', 'big', 'mt-7')}>
          {amountCents === null ? 'Open your card' : `Open your ${formatCents(amountCents)} card`}
        </span>
      </div>
    </article>
  )
}
