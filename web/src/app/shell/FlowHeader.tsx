import { Link } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { useTexts } from '../texts.ts'
import { HEADER } from './SiteHeader.tsx'
import { SiteLogo } from './SiteLogo.tsx'

type FlowHeaderProps = {
  steps: Step[]
  /** Index of the current step. */
  at: number
  /** The exit at the right: "Save and close", "Back to cart". */
  leave: { label: string; to: string; onPress?: () => void }
}

/** A flow's header: brand, steps, and one exit. Its route has `staticData: { frame: 'flow' }`. */
export function FlowHeader({ steps, at, leave }: FlowHeaderProps) {
  const i18n = useTexts()

  return (
    <header className={`${HEADER} border-line border-b`}>
      <SiteLogo hidesNameOn="phone" className="shrink-0" />
      <nav aria-label={i18n.t('Progress')} className="mx-auto contents">
        <Stepper steps={steps} at={at} />
      </nav>
      <StepperSmall steps={steps} at={at} />
      <Link
        to={leave.to}
        onClick={leave.onPress}
        aria-label={leave.label}
        className={buttonClass('plain', 'normal', 'ms-auto narrow:-me-2.5 narrow:px-3!')}
      >
        <span className="narrow:hidden">{leave.label}</span>
        <Icon of={X} className="hidden! narrow:block!" />
      </Link>
      <StepperLine steps={steps} at={at} />
    </header>
  )
}

type Step = {
  label: string
  /** Links back to a finished step. */
  to?: string
}
type StepperProps = { steps: Step[]; at: number }

/** Check marks for finished steps, numbers for the others. Below 768 px, `StepperSmall` replaces it. */
function Stepper({ steps, at }: StepperProps) {
  const i18n = useTexts()
  const narrowing = hidesBelow(steps)
  return (
    <ol aria-label={i18n.t('Steps')} className="mx-auto flex gap-1.5 mid:gap-1 narrow:hidden">
      {steps.map((step, index) => (
        <li
          key={step.label}
          aria-current={index === at ? 'step' : undefined}
          className={`flex items-center font-medium text-note ${lineBefore(index)} ${index === at ? 'font-semibold text-ink' : index < at ? 'text-ink' : 'text-muted'}`}
        >
          <StepLabel
            step={step}
            number={index + 1}
            isDone={index < at}
            isCurrent={index === at}
            narrowing={narrowing}
          />
        </li>
      ))}
    </ol>
  )
}

/** When the titles don't fit beside the brand, only the current step shows its own. */
function hidesBelow(steps: Step[]): string {
  const letters = steps.reduce((sum, { label }) => sum + label.length, 0)
  if (letters > 60) return 'max-[1360px]:sr-only'
  return letters > 40 ? 'max-[1200px]:sr-only' : 'max-[960px]:sr-only'
}

function lineBefore(index: number): string {
  return index === 0
    ? ''
    : 'before:mr-1 before:ml-1.5 before:h-px before:w-9 before:bg-line-strong mid:before:w-4'
}

type StepLabelProps = {
  step: Step
  number: number
  isDone: boolean
  isCurrent: boolean
  narrowing: string
}

function StepLabel({ step, number, isDone, isCurrent, narrowing }: StepLabelProps) {
  const i18n = useTexts()
  const mark = isCurrent
    ? 'bg-action text-on-action shadow-[inset_0_0_0_1px_var(--action-edge)]'
    : isDone
      ? 'bg-accent-wash text-accent-text'
      : 'shadow-[inset_0_0_0_1.5px_var(--line-strong)]'
  const content = (
    <>
      <span
        className={`grid size-[26px] shrink-0 place-items-center rounded-full font-semibold text-micro leading-none ${mark}`}
      >
        {isDone ? <Icon of={Check} size={15} label={i18n.t('Done')} /> : number}
      </span>
      <span className={`whitespace-nowrap ${isCurrent ? '' : narrowing}`}>{step.label}</span>
    </>
  )
  const shared = 'flex min-h-11 items-center gap-2.5'
  if (isDone && step.to) {
    return (
      <Link to={step.to} className={`${shared} underline-offset-3 hover:underline`}>
        {content}
      </Link>
    )
  }
  return <span className={shared}>{content}</span>
}

/** For phones: the step's name and "Step 2 of 3". */
function StepperSmall({ steps, at }: StepperProps) {
  const i18n = useTexts()

  return (
    <p className="hidden min-w-0 text-muted text-small leading-[1.25] narrow:block">
      <b className="block truncate font-semibold text-[1rem] text-ink leading-[1.25]">{steps[at]?.label}</b>
      {i18n.t('Step {step} of {steps}', { step: at + 1, steps: steps.length })}
    </p>
  )
}

/** The line under a phone's header. */
function StepperLine({ steps, at }: StepperProps) {
  return (
    <span aria-hidden="true" className="absolute inset-x-0 -bottom-px hidden h-[3px] bg-line narrow:block">
      <span
        className="block h-full rounded-r-[2px] bg-accent-line"
        style={{ width: `${(100 * (at + 1)) / steps.length}%` }}
      />
    </span>
  )
}

type StickyBarProps = {
  /** What is saved or missing. Hidden on phones, which have no room beside the buttons. */
  status?: ReactNode
  /** Back and next. Next is `primary` and `big`, and names its target. */
  children: ReactNode
  /** For screens whose main action is beside the content on wide windows. */
  phoneOnly?: boolean
}

/** The bar at the bottom of every step. */
export function StickyBar({ status, children, phoneOnly = false }: StickyBarProps) {
  return (
    <footer
      data-sticky-bar=""
      className={`sticky low:static bottom-0 z-4 min-h-[84px] items-center gap-4 border-line border-t bg-surface/94 px-(--gutter) py-3 backdrop-blur-[14px] narrow:min-h-[76px] ${phoneOnly ? 'hidden narrow:flex' : 'flex'}`}
    >
      {status && (
        <div className={phoneOnly ? 'min-w-0' : 'flex min-w-0 items-center gap-3 text-muted narrow:hidden'}>
          {status}
        </div>
      )}
      <div className="ms-auto flex gap-3 narrow:flex-1 narrow:[&>:last-child]:flex-1">{children}</div>
    </footer>
  )
}
