import { formatCents, formatDollars } from '@laurel/domain/money'
import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useTexts } from '../../app/texts.ts'
import { Button } from '../../parts/Button.tsx'
import { CardCanvas, type CardLook } from '../../parts/card/CardCanvas.tsx'
import { Icon } from '../../parts/Icon.tsx'
import type { Message, PlanBlock } from './guide.queries.ts'
import { type Confirm, ProposalButton } from './ProposalButton.tsx'
import { ShopAnchor } from './shop-links.tsx'

const TONES = {
  warn: { icon: TriangleAlert, color: 'text-warn' },
  good: { icon: CircleCheck, color: 'text-good' },
  info: { icon: Info, color: 'text-muted' },
} as const

type PlanCardProps = {
  plan: PlanBlock
  outcomes: Message['outcomes']
  confirm: Confirm
  onFollow: () => void
  onChangePlan: () => void
}

/** An order that doesn’t exist yet: its itemized price, what’s missing, and a button that creates it. */
export function PlanCard({ plan, outcomes, confirm, onFollow, onChangePlan }: PlanCardProps) {
  const i18n = useTexts()

  return (
    <article aria-label={plan.title} className="overflow-hidden rounded-[16px] bg-raised shadow-lift-2">
      <header className="flex items-center gap-3.5 border-line border-b px-4 py-3.5">
        <CardCanvas look={lookOf(plan)} thumb className="w-[76px] flex-none" />
        <div className="min-w-0">
          <h3 className="font-semibold text-[1rem] tracking-normal">{plan.title}</h3>
          <p className="break-words text-muted text-small">{plan.subtitle}</p>
        </div>
      </header>
      <dl className="grid gap-1.5 px-4 py-3">
        {plan.lines.map(({ label, parts, cents }) => (
          <div key={label} className="flex justify-between gap-4 text-small">
            <dt className="text-muted">{parts ? `${label} ${parts}` : label}</dt>
            <dd className="whitespace-nowrap">{cents === 0 ? i18n.t('Free') : formatCents(cents)}</dd>
          </div>
        ))}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-line border-t pt-2.5 font-semibold">
          <dt>{i18n.t('Total')}</dt>
          <dd className="text-[1.25rem] tracking-[-0.01em]">{formatCents(plan.totalCents)}</dd>
        </div>
      </dl>
      {plan.notes.length > 0 && (
        <ul className="grid gap-2.5 border-line border-t px-4 py-3.5 text-[0.9375rem]">
          {plan.notes.map(({ tone, text, link }) => (
            <li key={text} className="grid grid-cols-[18px_minmax(0,1fr)_auto] items-start gap-2.5">
              <Icon of={TONES[tone].icon} size={18} className={`mt-0.5 ${TONES[tone].color}`} />
              <span className="break-words">{text}</span>
              {link && <ShopAnchor link={link} onFollow={onFollow} />}
            </li>
          ))}
        </ul>
      )}
      {plan.proposal && (
        <footer className="flex flex-wrap items-center gap-2 px-4 pt-1 pb-4">
          <ProposalButton proposal={plan.proposal} outcomes={outcomes} confirm={confirm} />
          <Button look="plain" onClick={onChangePlan}>
            {i18n.t('Change plan')}
          </Button>
          <span className="ms-auto text-muted text-small">{i18n.t('Nothing charged yet')}</span>
        </footer>
      )}
    </article>
  )
}

function lookOf({ art, tone, line1, rewardType, denominationCents }: PlanBlock): CardLook {
  return {
    art,
    tone,
    gradient: 'soft',
    line1,
    line2: '',
    rewardType,
    recipientName: '',
    amountText: formatDollars(denominationCents),
  } as CardLook
}
